import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/**
 * The configuration that the build has proven, so that nobody has to prove it again (`checkAll`); undefined where there is no build, or
 * none that can be read: a broken file must not keep an operator from shutting an account.
 */
export async function provenByBuild(): Promise<string | undefined> {
  try {
    return JSON.parse(await readFile(join(projectRoot, "build/build.json"), "utf8")).proven;
  } catch {
    return undefined;
  }
}
