import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { projectRoot as root } from "../../src/server/project-root.ts";

const dataFiles = [
  "schemas",
  "locales",
  "partners",
  "states",
  "screens.config.json",
  "clients.config.json",
  "vendors.config.json",
];

/** A copy of the data files that a test may break; whole, so that a server over it takes them for those that the build has proven. */
export async function copyDataFiles(): Promise<{ folder: string; remove(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "vestibule-root-"));
  for (const file of dataFiles) await cp(join(root, file), join(folder, file), { recursive: true });
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
