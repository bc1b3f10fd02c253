import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";

/**
 * Writes files below a root, by path relative to it: all of them, or none. Folders are made where they are missing.
 * Throws what the disk says, after everything is as it was before.
 */
export async function writeFiles(root: string, texts: ReadonlyMap<string, string>): Promise<void> {
  const undo: (() => Promise<unknown>)[] = [];
  try {
    for (const [path, text] of texts) {
      const file = join(root, path);
      const before = await readFile(file).catch(() => undefined);
      const made = await mkdir(dirname(file), { recursive: true });
      if (before !== undefined) undo.unshift(() => writeFile(file, before));
      else undo.unshift(() => rm(made ?? file, { recursive: true, force: true }));
      await writeFile(file, text);
    }
  } catch (error) {
    for (const step of undo) await step();
    throw error;
  }
}
