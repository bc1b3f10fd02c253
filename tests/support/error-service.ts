import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

/** An envelope as an error-reporting service receives it. */
export interface ReceivedEnvelope {
  path: string | undefined;
  auth: string | undefined;
  type: string | undefined;
  text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into events of every shape
  event: any;
}

/** An error-reporting service on loopback, by the DSN that leads to it. */
export interface ErrorService {
  dsn: string;
  received: ReceivedEnvelope[];
  /** Status that it answers with. */
  answer: number;
  close(): Promise<void>;
}

/** Starts a service that collects what it is given. */
export async function startErrorService(): Promise<ErrorService> {
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const { "x-sentry-auth": auth, "content-type": type } = request.headers;
    const event = JSON.parse(text.split("\n")[2] ?? "null");
    service.received.push({ path: request.url, auth: [auth].flat()[0], type, text, event });
    response.writeHead(service.answer, { "content-type": "application/json" }).end("{}");
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const service: ErrorService = {
    dsn: `http://key@127.0.0.1:${(server.address() as AddressInfo).port}/errors/7`,
    received: [],
    answer: 200,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return service;
}
