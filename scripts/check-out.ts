import { execFile } from "node:child_process";
import { mkdir, rm } from "node:fs/promises";
import { basename } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** Writes all files of a commit into a folder, anew, and says what the commit is called. Throws where git does not know it. */
export async function checkOut(root: string, ref: string, folder: string): Promise<string> {
  const { stdout } = await run("git", ["rev-parse", "--verify", "--end-of-options", `${ref}^{commit}`], {
    cwd: root,
  }).catch(() => {
    throw new Error(`Git knows no commit named "${ref}".`);
  });
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  const archive = `${folder}.tar`;
  await run("git", ["archive", "--format=tar", `--output=${archive}`, stdout.trim()], { cwd: root });
  // Relative names: GNU tar, which Git for Windows has, takes C: for the name of a machine.
  await run("tar", ["-xf", `../${basename(archive)}`], { cwd: folder });
  await rm(archive);
  const named = await run("git", ["log", "-1", "--format=%h, %s (%cs)", stdout.trim()], { cwd: root });
  return named.stdout.trim();
}
