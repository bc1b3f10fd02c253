import { spawn } from "node:child_process";
import { once } from "node:events";
import { globSync, openSync, statSync } from "node:fs";
import { join } from "node:path";
import { compileCache } from "./compile-cache.ts";
import { databaseVariables, type SuiteDatabase } from "./databases.ts";
import { root } from "./server.ts";

/** What a command said, and how it ended. */
export interface Ended {
  code: number;
  output: string;
  error: string;
}

/** Runs a command of the operators, as the build made it, on the database of a running server; `input` comes on its standard input, and `output` is a file that it writes to. */
export async function runOperator(
  database: Pick<SuiteDatabase, "settings">,
  name: string,
  options: readonly string[],
  {
    input = "",
    environment = {},
    output,
    folder = root,
    interruptedAfter,
  }: {
    input?: string;
    environment?: Record<string, string>;
    output?: string;
    /** That of another installation. */
    folder?: string;
    /** It gets a SIGINT, as Ctrl+C sends one, once this is over. */
    interruptedAfter?: () => Promise<void>;
  } = {},
): Promise<Ended> {
  assertBuilt();
  const named = databaseVariables(database.settings());
  const env = { PATH: process.env.PATH, NODE_ENV: "test", ...compileCache, ...named, ...environment };
  const child = spawn(process.execPath, [join(folder, "scripts/command.js"), name, ...options], {
    env,
    cwd: folder,
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

let isBuilt = false;

/** Throws where the commands are not those of the sources: a test would prove what is no more. */
function assertBuilt(): void {
  if (isBuilt) return;
  const { mtimeMs: built = 0 } = statSync(join(root, "build/commands"), { throwIfNoEntry: false }) ?? {};
  const sources = globSync(["scripts/*.ts", "src/{config,server,shared}/**/*.ts", "schemas/**/*.json"], {
    cwd: root,
  });
  const newer = sources.find(
    (file) => !file.endsWith(".test.ts") && statSync(join(root, file)).mtimeMs > built,
  );
  if (newer !== undefined)
    throw new Error(`${newer} is newer than the commands of the build. Run: npm run build`);
  isBuilt = true;
}
