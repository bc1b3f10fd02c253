import { text } from "node:stream/consumers";
import { endExpiredSessions } from "../../src/server/oidc/session-life.ts";
import { tellApplications } from "../../src/server/oidc/tell-applications.ts";
import type { Services } from "../../src/server/services.ts";
import { onLoopback } from "./loopback.ts";

type Answer = number | "silence";

/** An application's receiver of back-channel logouts. */
export interface LogoutListener {
  url: string;
  /** Every logout token that came, and whose it is. */
  heard: { token: string; header: Record<string, unknown>; payload: Record<string, unknown> }[];
  /** Status that it answers with, or nothing at all; or which of these to what it is told. */
  answer: Answer | ((payload: Record<string, unknown>) => Answer);
  /** What was told of a person. */
  heardOf(userId: string): LogoutListener["heard"];
  close(): Promise<void>;
}

/** Starts a receiver on loopback. */
export async function listenForLogouts(): Promise<LogoutListener> {
  const heard: LogoutListener["heard"] = [];
  const { origin, close } = await onLoopback(async (request, response) => {
    const token = new URLSearchParams(await text(request)).get("logout_token") ?? "";
    const [header, payload] = token
      .split(".", 2)
      .map((part) => JSON.parse(Buffer.from(part, "base64url").toString("utf8")));
    heard.push({ token, header, payload });
    const answer = typeof listener.answer === "function" ? listener.answer(payload) : listener.answer;
    if (answer !== "silence") response.writeHead(answer).end();
  });
  const listener: LogoutListener = {
    url: `${origin}/backchannel-logout`,
    heard,
    answer: 204,
    heardOf: (userId) => heard.filter(({ payload }) => payload.sub === userId),
    close,
  };
  return listener;
}

/** Does what the server does in the background all the time: ends what nobody uses, and tells what is due. */
export async function tellSignOuts(services: Services): Promise<void> {
  await endExpiredSessions(services);
  await tellApplications(services);
}
