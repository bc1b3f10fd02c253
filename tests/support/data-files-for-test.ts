import { onTestFinished } from "vitest";
import { copyDataFiles } from "./copy-data-files.ts";

/** A folder with the repository's data files, for a test to change; it goes when the test ends. */
export async function dataFilesForTest(): Promise<string> {
  const { folder, remove } = await copyDataFiles();
  onTestFinished(remove);
  return folder;
}
