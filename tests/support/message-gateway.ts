import { json } from "node:stream/consumers";
import type { Message } from "../../src/server/store/messages.ts";
import { onLoopback } from "./loopback.ts";

/** A message as the gateway received it. */
export interface ReceivedMessage extends Message {
  id: string;
  idempotencyKey: string | undefined;
  authorization: string | undefined;
}

/** A gateway on loopback. */
export interface MessageGateway {
  url: string;
  /** Everything that was handed in, taken or not, oldest first; doubles too. */
  received: ReceivedMessage[];
  /** How it answers: as it should, with 500, with 400, by closing the connection, or not at all. */
  mood: "takes" | "fails" | "refuses" | "down" | "silent";
  close(): Promise<void>;
}

const statuses = { takes: 202, fails: 500, refuses: 400, down: 500 };

/** Starts a gateway that collects what it is given. */
export async function startMessageGateway(): Promise<MessageGateway> {
  const { origin, close } = await onLoopback(async (request, response) => {
    if (gateway.mood === "down") {
      request.socket.destroy();
      return;
    }
    const { "idempotency-key": key, authorization } = request.headers;
    const message = (await json(request)) as Message & { id: string };
    gateway.received.push({ ...message, idempotencyKey: [key].flat()[0], authorization });
    if (gateway.mood !== "silent") response.writeHead(statuses[gateway.mood]).end();
  });
  const gateway: MessageGateway = { url: `${origin}/messages`, received: [], mood: "takes", close };
  return gateway;
}
