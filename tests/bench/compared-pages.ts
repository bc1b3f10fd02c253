import { createServer, type RequestListener, type Server } from "node:http";
import { startDemo } from "../support/demo-process.ts";
import type { Profile } from "./page-load.ts";

/** From an ordinary phone on an ordinary line to a desktop where nothing is held back. */
export const profiles = {
  slow: { latency: 150, bytesPerSecond: 200_000, cpu: 4, viewport: { width: 360, height: 740 } },
  fast: { latency: 0, bytesPerSecond: -1, cpu: 1, viewport: { width: 1280, height: 800 } },
} satisfies Record<string, Profile>;

/** What nothing can be faster than: a form that is written by hand. */
export const plainForm = `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Sign in</title><link rel="icon" href="data:,"><h1>Sign in</h1><form method="post"><p><label>User name <input name="username" autocomplete="username"></label><p><label>Password <input name="password" type="password" autocomplete="current-password"></label><p><button>Sign in</button></form>`;

/** The page of an application, which leads to the sign-in. */
export const applicationPage = "<!doctype html><title>Payroll</title><p>Payroll";

/** How often a page is asked for before it is measured: by then the server has compressed it for good. */
const visitorsBefore = 100;

/** The demo, whose sign-in page others have asked for before: nobody is often the first. */
export async function startVisitedDemo(): Promise<
  Awaited<ReturnType<typeof startDemo>> & { signInPage: string }
> {
  const demo = await startDemo(5520);
  const signInPage = `${demo.origin}/account/login`;
  const headers = { accept: "text/html", "accept-encoding": "br", "accept-language": "en-US" };
  for (let visitor = 0; visitor < visitorsBefore; visitor += 1)
    await (await fetch(signInPage, { headers })).arrayBuffer();
  return { ...demo, signInPage };
}

export interface Served {
  url: string;
  server: Server;
}

/** A server of one page, and of nothing else. */
export function servePage(host: string, html: string): Promise<Served> {
  return serve(host, (_request, response) => {
    response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(html);
  });
}

/** A server on a free port. */
export async function serve(host: string, answer: RequestListener): Promise<Served> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, host, resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error(`Nothing listens at ${host}`);
  return { server, url: `http://${host}:${address.port}/` };
}
