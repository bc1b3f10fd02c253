import { text as textOf } from "node:stream/consumers";
import { onLoopback } from "./loopback.ts";

/** An envelope as an error-reporting service receives it. */
export interface ReceivedEnvelope {
  method: string | undefined;
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
  /** What it waits for before it takes anything. */
  held: Promise<void> | undefined;
  close(): Promise<void>;
}

/** Starts a service that collects what it is given. */
export async function startErrorService(): Promise<ErrorService> {
  const { origin, close } = await onLoopback(async (request, response) => {
    const text = await textOf(request);
    const { "x-sentry-auth": auth, "content-type": type } = request.headers;
    const event = JSON.parse(text.split("\n")[2] ?? "null");
    await service.held;
    const { method, url: path } = request;
    service.received.push({ method, path, auth: [auth].flat()[0], type, text, event });
    response.writeHead(service.answer, { "content-type": "application/json" }).end("{}");
  });
  const service: ErrorService = {
    dsn: `${origin.replace("//", "//key@")}/errors/7`,
    received: [],
    answer: 200,
    held: undefined,
    close,
  };
  return service;
}
