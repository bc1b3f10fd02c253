import { once } from "node:events";
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

/** A provider of text messages on loopback. */
export interface SmsProvider {
  url: string;
  /** What it was asked, oldest first. */
  requests: {
    method: string | undefined;
    path: string | undefined;
    headers: IncomingHttpHeaders;
    body: string;
  }[];
  /** What it answers. */
  status: number;
  close(): Promise<void>;
}

/** Starts a provider that writes down what it is asked. */
export async function startSmsProvider(): Promise<SmsProvider> {
  const take = async (request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const { method, url, headers } = request;
    provider.requests.push({ method, path: url, headers, body: Buffer.concat(chunks).toString("utf8") });
    response.writeHead(provider.status, { location: "/elsewhere" }).end("{}");
  };
  const server = createServer((request, response) => void take(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const provider: SmsProvider = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/messages`,
    requests: [],
    status: 201,
    close: async () => {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
  return provider;
}
