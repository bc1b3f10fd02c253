import { type FSWatcher, watch } from "node:fs";
import { stat } from "node:fs/promises";

/** A folder whose entries are watched; `names`: only these; `endings`: only those whose names end so. */
export interface Folder {
  path: string;
  names?: string[];
  endings?: string[];
}

/** Editors write a file in several steps, and people save several files at once: milliseconds without a change. */
const quietTime = 100;
/** It is looked again, although nothing says that something has changed. */
const againAfter = 10_000;

/**
 * Calls `changed` after changes within some folders, one call for a burst and never two at once. What it throws, and what keeps a
 * folder from being watched, goes to `failed`, once until all is well again; meanwhile it is called every ten seconds, as where it says
 * that it waits for something else. Folders are watched, not files, so that editors that replace a file by another are seen; which
 * folders there are is asked anew after every change. Resolves when the first are watched, and gives back how to stop.
 */
export async function watchFolders(
  folders: () => Promise<Folder[]>,
  changed: () => Promise<boolean>,
  failed: (error: unknown) => void,
): Promise<() => void> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let failing = false;
  let waits = false;
  let stopped = false;

  const noticed = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(run, quietTime);
  };
  const run = async () => {
    if (running) return noticed();
    running = true;
    timer = undefined;
    // The second one although the first has failed: without watching, looking is all there is.
    const failures = [await errorOf(watchAll), await errorOf(look)];
    running = false;
    told(failures.find((failure) => failure !== undefined));
  };
  const look = async () => {
    waits = await changed();
  };
  const told = (failure: unknown) => {
    if (failure !== undefined && !failing) failed(failure);
    failing = failure !== undefined;
    if ((failing || waits) && !stopped) timer ??= setTimeout(run, againAfter);
  };
  const watchAll = async () => {
    const wanted = new Map(await Promise.all((await folders()).map(identify)));
    for (const [key, watcher] of watchers) if (!wanted.has(key)) forget(key, watcher);
    const missing = [...wanted].filter(([key]) => !stopped && !watchers.has(key));
    const failures = missing.map(([key, folder]) => add(key, folder));
    for (const failure of failures) if (failure !== undefined) throw failure;
  };
  /** Gives what keeps the folder from being watched. */
  const add = (key: string, folder: Folder): unknown => {
    try {
      const watcher = watch(folder.path, (_, name) => {
        // Mounted configuration is switched by a link whose name begins with two dots.
        if (name === null || name.startsWith("..") || counts(folder, name)) noticed();
      });
      watcher.on("error", () => forget(key, watcher));
      watchers.set(key, watcher);
    } catch (error) {
      // It is gone already; the folder above says when it comes back.
      return Object(error).code === "ENOENT" ? undefined : error;
    }
  };
  const forget = (key: string, watcher: FSWatcher) => {
    watchers.delete(key);
    watcher.close();
  };

  told(await errorOf(watchAll));
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const [key, watcher] of watchers) forget(key, watcher);
  };
}

async function errorOf(work: () => Promise<void>): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
}

function counts({ names, endings }: Folder, name: string): boolean {
  if (names === undefined && endings === undefined) return true;
  return names?.includes(name) === true || endings?.some((ending) => name.endsWith(ending)) === true;
}

/**
 * A folder that was taken away and made again is another one, though its path is the same, and on many file systems its
 * number as well; its birth is not.
 */
async function identify(folder: Folder): Promise<[string, Folder]> {
  const known = await stat(folder.path).then(
    ({ ino, birthtimeMs }) => [ino, birthtimeMs],
    () => [],
  );
  return [JSON.stringify([...known, folder]), folder];
}
