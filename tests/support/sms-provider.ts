import type { IncomingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { onLoopback } from "./loopback.ts";

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
  /** It says first that it goes on, which nobody asked. */
  goesOn: boolean;
  close(): Promise<void>;
}

/** Starts a provider that writes down what it is asked. */
export async function startSmsProvider(): Promise<SmsProvider> {
  const { origin, close } = await onLoopback(async (request, response) => {
    const { method, url, headers } = request;
    provider.requests.push({ method, path: url, headers, body: await text(request) });
    if (provider.goesOn) response.writeContinue();
    response.writeHead(provider.status, { location: "/elsewhere" }).end("{}");
  });
  const provider: SmsProvider = {
    url: `${origin}/messages`,
    requests: [],
    status: 201,
    goesOn: false,
    close,
  };
  return provider;
}
