import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Message } from "../../src/server/store/messages.ts";

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
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const gateway: MessageGateway = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    received: [],
    mood: "takes",
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    if (gateway.mood === "down") {
      request.socket.destroy();
      return;
    }
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { "idempotency-key": key, authorization } = request.headers;
    const message = JSON.parse(Buffer.concat(chunks).toString("utf8"));
    gateway.received.push({ ...message, idempotencyKey: [key].flat()[0], authorization });
    if (gateway.mood !== "silent") response.writeHead(statuses[gateway.mood]).end();
  };
  return gateway;
}
