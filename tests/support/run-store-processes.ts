import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import type { DatabaseSettings } from "./databases.ts";

const script = join(import.meta.dirname, "store-process.ts");

/** Runs an action of store-process.ts in one process per argument, all at once; gives what each answered. */
export async function runStoreProcesses<Result>(
  settings: DatabaseSettings,
  action: string,
  processArguments: readonly string[],
): Promise<Result[]> {
  return Promise.all(
    processArguments.map(async (argument) => {
      const command = [script, JSON.stringify(settings), action, argument];
      const { stdout } = await promisify(execFile)(process.execPath, command);
      return JSON.parse(stdout) as Result;
    }),
  );
}
