import { readdir, rm, stat, utimes } from "node:fs/promises";
import { join } from "node:path";
import { day } from "../../shared/durations.ts";

/** Pages of the build before may still ask for their scripts this long, in milliseconds (decisions 23). */
const keptFor = 2 * day;

/**
 * Starts the time of the files that were current until now, however long ago they were built; `current` undefined: nobody
 * knows which were, as where they were carried over from another folder, so each may have been.
 */
export async function becomeEarlier(
  folder: string,
  current: ReadonlySet<string> | undefined,
  now: number,
): Promise<void> {
  const before = (await readdir(folder)).filter((file) => current?.has(withoutPacking(file)) ?? true);
  await Promise.all(before.map((file) => utimes(join(folder, file), now / 1000, now / 1000)));
}

/** Removes what is not current and whose time is over. */
export async function removeEarlier(
  folder: string,
  current: ReadonlySet<string>,
  now: number,
): Promise<void> {
  for (const file of await readdir(folder)) {
    if (current.has(withoutPacking(file))) continue;
    const { mtimeMs } = await stat(join(folder, file));
    if (mtimeMs < now - keptFor) await rm(join(folder, file));
  }
}

function withoutPacking(file: string): string {
  return file.replace(/\.br$/, "");
}
