import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** The configuration that the build has proven, so that nobody has to prove it again (`checkAll`); undefined where there is no build. */
export async function provenByBuild(): Promise<string | undefined> {
  const build = await readFile(join(projectRoot, "build/build.json"), "utf8").catch(() => undefined);
  return build && JSON.parse(build).proven;
}
