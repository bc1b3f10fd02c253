import { spawn } from "node:child_process";
import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "./compile-cache.ts";
import type { SuiteDatabase } from "./databases.ts";
import { root } from "./server.ts";

/** What a command said, and how it ended. */
export interface Ended {
  code: number;
  output: string;
  error: string;
}

/** Runs a script of the operators on the database of a running server; `input` comes on its standard input, and `output` is a file that it writes to. */
export async function runOperator(
  database: Pick<SuiteDatabase, "settings">,
  script: string,
  options: readonly string[],
  {
    input = "",
    environment = {},
    output,
    interruptedAfter,
  }: {
    input?: string;
    environment?: Record<string, string>;
    output?: string;
    /** It gets a SIGINT, as Ctrl+C sends one, once this is over. */
    interruptedAfter?: () => Promise<void>;
  } = {},
): Promise<Ended> {
  const { databaseUrl, databaseFile } = database.settings();
  const named = databaseUrl ? { DATABASE_URL: databaseUrl } : { VESTIBULE_DATABASE_FILE: databaseFile };
  const env = { PATH: process.env.PATH, NODE_ENV: "test", ...compileCache, ...named, ...environment };
  const child = spawn(process.execPath, [join(root, `scripts/${script}.ts`), ...options], {
    env,
    cwd: root,
    stdio: ["pipe", output === undefined ? "pipe" : openSync(output, "w"), "pipe"],
  });
  const ended = { code: 1, output: "", error: "" };
  child.stdout?.on("data", (data) => (ended.output += String(data)));
  child.stderr?.on("data", (data) => (ended.error += String(data)));
  child.stdin?.end(input);
  const closed = once(child, "close");
  await interruptedAfter?.().then(() => child.kill("SIGINT"));
  const [code] = await closed;
  return { ...ended, code };
}
