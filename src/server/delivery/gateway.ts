import type { Settings } from "../settings.ts";
import type { Message } from "../store/messages.ts";

/** What takes messages to people: an HTTP service, a mail server, a provider of text messages. */
export interface Gateway {
  /**
   * Hands a message over. Rejects where the gateway did not take it, after five seconds at the latest; it is then handed
   * over again with the same `id`, by which the gateway can drop a double. The error tells neither recipient nor content.
   */
  send(id: string, message: Message): Promise<void>;
}

/** The gateway did not take a message. */
export class GatewayError extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = "GatewayError";
  }
}

/** Milliseconds that a gateway has to take one message. */
export const handOverLimit = 5000;

/** The gateway that the settings name: a POST of JSON per message, authenticated by a bearer secret where there is one. */
export function httpGateway({ url, token }: NonNullable<Settings["messageGateway"]>): Gateway {
  return {
    send: async (id, message) => {
      const answer = await fetch(url, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "idempotency-key": id,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
        },
        body: JSON.stringify({ id, ...message }),
        // A redirect would take code and secret to an address that nobody configured.
        redirect: "error",
        signal: AbortSignal.timeout(handOverLimit),
      }).catch((error: unknown) => {
        throw new GatewayError("the gateway did not answer", { cause: error });
      });
      await answer.body?.cancel();
      if (!answer.ok) throw new GatewayError(`the gateway answered ${answer.status}`);
    },
  };
}
