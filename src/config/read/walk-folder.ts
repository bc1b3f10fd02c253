import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";

/** Absolute paths of what is below a folder. */
export interface Below {
  files: string[];
  /** The folder itself is the first. */
  folders: string[];
}

/**
 * Everything below a folder, in which a link counts as what it leads to, because configuration is often mounted as links. Left out
 * are names that begin with a dot, which the tools that mount, edit and copy files keep for themselves, and links that lead nowhere.
 */
export async function walkFolder(folder: string): Promise<Below> {
  const entries = await readdir(folder, { withFileTypes: true });
  const paths = entries.filter(({ name }) => !name.startsWith("."));
  const inner = await Promise.all(
    paths.map(async (entry): Promise<Below> => {
      const path = join(folder, entry.name);
      const kind = entry.isSymbolicLink() ? await stat(path).catch(leadsNowhere) : entry;
      if (kind?.isDirectory()) return walkFolder(path);
      return { files: kind?.isFile() ? [path] : [], folders: [] };
    }),
  );
  return {
    files: inner.flatMap(({ files }) => files),
    folders: [folder, ...inner.flatMap(({ folders }) => folders)],
  };
}

function leadsNowhere(error: unknown): undefined {
  if (Object(error).code !== "ENOENT") throw error;
}
