import { createServer } from "node:http";

/** An application's receiver of back-channel logouts. */
export interface LogoutListener {
  url: string;
  /** Payloads of the logout tokens that came, and their headers. */
  heard: { header: Record<string, unknown>; payload: Record<string, unknown> }[];
  close(): Promise<void>;
}

/** Starts a receiver on loopback. */
export async function listenForLogouts(): Promise<LogoutListener> {
  const heard: LogoutListener["heard"] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const token = new URLSearchParams(Buffer.concat(chunks).toString("utf8")).get("logout_token") ?? "";
    const [header, payload] = token
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));
    heard.push({ header, payload });
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `http://127.0.0.1:${address.port}/backchannel-logout`,
    heard,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
