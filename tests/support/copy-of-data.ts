import { cp, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";

const parts = [
  "schemas",
  "locales",
  "partners",
  "states",
  "screens.config.json",
  "clients.config.json",
  "vendors.config.json",
];

/** A folder with the repository's data files, for a test to change; it goes when the test ends. */
export async function copyOfData(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), "vestibule-data-"));
  onTestFinished(() => rm(root, { recursive: true }));
  for (const part of parts) await cp(part, join(root, part), { recursive: true });
  return root;
}
