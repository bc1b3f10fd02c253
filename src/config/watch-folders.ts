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

/**
 * Calls `changed` after changes within some folders, one call for a burst and never two at once; what it throws goes to
 * `failed`, and the next change calls it again. Folders are watched, not files, so that editors that replace a file by
 * another are seen; which folders there are is asked anew after every change. Resolves when the first are watched, and
 * gives back how to stop.
 */
export async function watchFolders(
  folders: () => Promise<Folder[]>,
  changed: () => Promise<void>,
  failed: (error: unknown) => void,
): Promise<() => void> {
  const watchers = new Map<string, FSWatcher>();
  let timer: NodeJS.Timeout | undefined;
  let running = false;
  let stopped = false;

  const noticed = () => {
    clearTimeout(timer);
    if (!stopped) timer = setTimeout(run, quietTime);
  };
  const run = async () => {
    if (running) return noticed();
    running = true;
    try {
      await watchAll();
      await changed();
    } catch (error) {
      failed(error);
    } finally {
      running = false;
    }
  };
  const watchAll = async () => {
    const wanted = new Map(await Promise.all((await folders()).map(identify)));
    for (const [key, watcher] of watchers) if (!wanted.has(key)) forget(key, watcher);
    for (const [key, folder] of wanted) if (!stopped && !watchers.has(key)) add(key, folder);
  };
  const add = (key: string, folder: Folder) => {
    try {
      const watcher = watch(folder.path, (_, name) => {
        // Mounted configuration is switched by a link whose name begins with two dots.
        if (name === null || name.startsWith("..") || counts(folder, name)) noticed();
      });
      watcher.on("error", () => forget(key, watcher));
      watchers.set(key, watcher);
    } catch {
      // It is gone already; the folder above says when it comes back.
    }
  };
  const forget = (key: string, watcher: FSWatcher) => {
    watchers.delete(key);
    watcher.close();
  };

  await watchAll();
  return () => {
    stopped = true;
    clearTimeout(timer);
    for (const [key, watcher] of watchers) forget(key, watcher);
  };
}

function counts({ names, endings }: Folder, name: string): boolean {
  if (names === undefined && endings === undefined) return true;
  return names?.includes(name) === true || endings?.some((ending) => name.endsWith(ending)) === true;
}

// A folder that was taken away and made again is another one, though its path is the same.
async function identify(folder: Folder): Promise<[string, Folder]> {
  const inode = await stat(folder.path).then(
    ({ ino }) => ino,
    () => 0,
  );
  return [JSON.stringify([inode, folder]), folder];
}
