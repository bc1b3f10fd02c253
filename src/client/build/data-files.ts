import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

/** The data files that modules are made from, by their path relative to the root. */
export interface DataFiles {
  /** Text of a file; undefined: there is none. */
  read(path: string): string | undefined;
  /** Names of the files in a folder. */
  list(folder: string): string[];
}

/** The files as they are on the disk. */
export function filesBelow(root: string): DataFiles {
  return {
    read(path) {
      try {
        return readFileSync(join(root, path), "utf8");
      } catch {
        return undefined;
      }
    },
    list: (folder) => readdirSync(join(root, folder)),
  };
}
