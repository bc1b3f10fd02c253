import { once } from "node:events";
import type { ClientRequest, IncomingMessage } from "node:http";
import type { Duplex } from "node:stream";

/** Sends a request with what it says, and gives the answer once its head is there; the time is that of its `signal`. */
export async function answerHead(
  outgoing: ClientRequest,
  body: string | undefined,
): Promise<IncomingMessage> {
  // What answers 101 is told of by no other event, and no error comes when the time is over.
  const answered = Promise.race([once(outgoing, "response"), once(outgoing, "upgrade")]);
  outgoing.end(body);
  const [incoming, otherProtocol] = (await answered) as [IncomingMessage, Duplex?];
  if (otherProtocol === undefined) return incoming;
  otherProtocol.destroy();
  throw new Error("the answer changes to another protocol");
}
