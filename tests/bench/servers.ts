import { type ChildProcess, fork } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { antiForgeryCookie, antiForgeryHeader } from "../../src/shared/constants.ts";
import { RunningServer } from "../support/running-server.ts";
import { root, testPassword } from "../support/server.ts";
import type { Step } from "./load.ts";

/** The built product as it runs at an operator's, with nobody else on its database. */
export function startBuilt(
  kind: "sqlite" | "postgres" = "sqlite",
  variables: Record<string, string> = {},
): Promise<RunningServer> {
  return RunningServer.start(
    kind,
    { NODE_ENV: "production", VESTIBULE_LOG_LEVEL: "warn", ...variables },
    join(root, "scripts/start.js"),
  );
}

/** A process that measures or serves what there is to compare with. */
export interface Bare {
  child: ChildProcess;
  /** What it says first. */
  said: unknown;
  end(): Promise<void>;
}

/** One of the folder `bare/`. */
export function startBare(name: string, ...given: string[]): Promise<Bare> {
  return startProcess(`bare/${name}.ts`, given);
}

/** A file of this folder as a process of its own, which sends a message once it is ready. */
export async function startProcess(
  file: string,
  given: string[],
  variables: Record<string, string> = {},
): Promise<Bare> {
  const child = fork(join(import.meta.dirname, file), given, { env: { ...process.env, ...variables } });
  const ended = once(child, "exit").then(() => {
    throw new Error(`${file} has ended`);
  });
  const [said] = await Promise.race([once(child, "message"), ended]);
  return {
    child,
    said,
    end: async () => {
      if (child.exitCode !== null) return;
      child.kill();
      await once(child, "exit");
    },
  };
}

/** Passwords that a process hashes in a second, which does nothing else, so many at once. */
export async function bareHashes(atOnce: number, seconds: number): Promise<number> {
  const { said, end } = await startBare("hashes", String(atOnce), String(seconds));
  await end();
  return Number(said);
}

/** What a page of ours sends with a call, in a browser that keeps nothing, unless it is `client`, which signed in. */
export async function pageHeaders(
  server: RunningServer,
  client = server.browser(),
): Promise<Record<string, string>> {
  await client.send("/api/Account/Token");
  return {
    host: new URL(server.origin).host,
    origin: server.origin,
    "sec-fetch-site": "same-origin",
    cookie: client.cookieHeader(),
    [antiForgeryHeader]: client.cookies.get(antiForgeryCookie) ?? "",
  };
}

/** Looks at a view as a page does. */
export function viewing(name: "User" | "LoginView", headers: Record<string, string>): Step {
  return { request: () => ({ method: "POST", path: `/api/Account/${name}`, headers }) };
}

/** The status of a sign-in that is done. */
export const signedIn = "209";

/** People sign in, one after the other, each from an address of their own. */
export function signingIn(headers: Record<string, string>, usernames: readonly string[]): Step {
  let turn = 0;
  return {
    request: () => {
      turn += 1;
      return {
        method: "POST",
        path: "/api/Account/Login",
        headers: {
          ...headers,
          "content-type": "application/json",
          "x-forwarded-for": `198.18.${(turn >> 8) & 255}.${turn & 255}`,
        },
        body: JSON.stringify({ username: usernames[turn % usernames.length], password: testPassword }),
      };
    },
  };
}

/** Adds people who have a password and nothing else; gives their user names. */
export async function addPeople(server: RunningServer, count: number): Promise<string[]> {
  const names: string[] = [];
  for (let index = 0; index < count; index += 1) names.push((await server.addUser()).username);
  return names;
}
