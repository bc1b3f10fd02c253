import { answerHead } from "../outgoing/answer-head.ts";
import { type Gateway, GatewayError, handOverLimit, type OutgoingMessage } from "./gateway.ts";
import { type HttpGatewaySettings, isForm } from "./gateway-settings.ts";
import { fillTemplate } from "./json-template.ts";

/** Statuses by which a service says that it is this message which it does not take (RFC 9110, section 15.5). */
const refusals: readonly number[] = [400, 413, 422];

/** A gateway that each message is sent to by one HTTP request. */
export function httpGateway(settings: HttpGatewaySettings): Gateway {
  const { url, method, headers, success } = settings;
  return {
    send: async (message) => {
      const options = {
        method,
        headers: fillTemplate(headers, { id: message.id }) as Record<string, string>,
        signal: AbortSignal.timeout(handOverLimit),
      };
      // A redirect would take code and secret to an address that nobody configured.
      const answer = await answerHead(url, options, bodyOf(message, settings)).catch((error: unknown) => {
        throw new GatewayError("the gateway did not answer", { cause: error });
      });
      answer.resume();
      const { statusCode: status = 0 } = answer;
      if (success === undefined ? status >= 200 && status < 300 : success.includes(status)) return;
      throw new GatewayError(`the gateway answered ${status}`, { refused: refusals.includes(status) });
    },
  };
}

function bodyOf({ images, ...message }: OutgoingMessage, settings: HttpGatewaySettings): string {
  if (settings.body === undefined) {
    const plain = images.map(({ cid, mediaType, bytes }) => ({
      cid,
      mediaType,
      base64: bytes.toString("base64"),
    }));
    return JSON.stringify({ ...message, ...(images.length > 0 && { images: plain }) });
  }
  const { id, to, text } = message;
  const filled = fillTemplate(settings.body, { id, to, text });
  if (!isForm(settings)) return JSON.stringify(filled);
  return new URLSearchParams(filled as Record<string, string>).toString();
}
