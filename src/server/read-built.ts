import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { type Built, readProgram } from "../config/read/program.ts";
import { projectRoot } from "./project-root.ts";

/**
 * What the build knows, so that nobody has to read the sources and prove the configuration again; nothing where there is no build,
 * or none that can be read: a broken file must not keep an operator from shutting an account.
 */
export async function readBuilt(): Promise<Built> {
  try {
    const [build, program] = await Promise.all(
      ["build.json", "program.json"].map((file) => readFile(join(projectRoot, "build", file), "utf8")),
    );
    const { buildHash, proven } = JSON.parse(build ?? "");
    return { buildHash, proven, program: readProgram(program ?? "") };
  } catch {
    return {};
  }
}
