import { fileURLToPath } from "node:url";
import type { Page } from "@playwright/test";
import { pageMarks } from "../../src/client/page/page-marks.ts";
import { type Cell, cellsOf } from "../../src/config/gallery/cells.ts";
import { readConfig } from "../../src/config/read-config.ts";
import { ownFiles } from "../../src/config/sources.ts";

export type { Cell };

/** Every cell of the repository's own gallery, known before any server runs. */
export async function repositoryCells(): Promise<Cell[]> {
  const root = fileURLToPath(new URL("../..", import.meta.url));
  const { config } = await readConfig(root, ownFiles);
  if (config === undefined) throw new Error("The configuration has errors. Run: npm run check");
  return cellsOf(config.workspace);
}

/** Shows a cell, and waits until it is as its state wants it. */
export async function showCell(
  page: Page,
  { id, kind }: Cell,
  choice: Record<string, string>,
): Promise<void> {
  await page.goto(`/gallery/cell/${id}?${new URLSearchParams(choice)}`);
  if (kind !== "screen") return;
  await page.waitForFunction((mark) => performance.getEntriesByName(mark).length > 0, pageMarks.appReady);
}
