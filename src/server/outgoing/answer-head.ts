import { once } from "node:events";
import { type IncomingMessage, type RequestOptions, request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import type { Duplex } from "node:stream";

/**
 * Sends a request, with who asks, and gives the answer once its head is there; the time is that of its `signal`. Follows no redirect,
 * and passes over what comes before an answer, as the 100 that `fetch` takes for none.
 */
export async function answerHead(
  url: string,
  { headers, ...options }: RequestOptions & { headers: Record<string, string> },
  body: string | undefined,
): Promise<IncomingMessage> {
  const request = new URL(url).protocol === "https:" ? requestHttps : requestHttp;
  // Firewalls turn away whoever does not say, as a library has it.
  const named = { ...headers, "user-agent": headers["user-agent"] || "vestibule" };
  const outgoing = request(url, { ...options, headers: named });
  // What answers 101 is told of by no other event, and no error comes when the time is over.
  const answered = Promise.race([once(outgoing, "response"), once(outgoing, "upgrade")]);
  outgoing.end(body);
  const [incoming, otherProtocol] = (await answered) as [IncomingMessage, Duplex?];
  if (otherProtocol === undefined) return incoming;
  otherProtocol.destroy();
  throw new Error("the answer changes to another protocol");
}
