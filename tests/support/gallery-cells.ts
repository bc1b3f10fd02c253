import type { Page } from "@playwright/test";
import { pageMarks } from "../../src/client/page/page-marks.ts";
import { type Cell, cellsOf } from "../../src/config/gallery/cells.ts";
import { ownFiles, readSources } from "../../src/config/read/sources.ts";
import { configOf } from "../../src/config/read-config.ts";
import { projectRoot } from "../../src/server/project-root.ts";
import { readBuilt } from "../../src/server/read-built.ts";

export type { Cell };

/** Every cell of the repository's own gallery, known before any server runs. */
export async function repositoryCells(): Promise<Cell[]> {
  // Each process of a run reads them: proving the configuration again is five sixths of what that would take.
  const built = await readBuilt();
  const { config } = configOf(await readSources(projectRoot, ownFiles, built), built.proven);
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
  await page.evaluate(untilMarked, pageMarks.appReady);
}

/** Waits in the page for a mark; Playwright's own way would bring its whole library into the page for it. */
function untilMarked(mark: string): Promise<void> {
  return new Promise((resolve) => {
    const observer = new PerformanceObserver(() => {
      if (performance.getEntriesByName(mark).length === 0) return;
      observer.disconnect();
      resolve();
    });
    observer.observe({ type: "mark", buffered: true });
  });
}
