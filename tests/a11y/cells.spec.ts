import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { test as base, expect, type Page } from "@playwright/test";
import type { AxeResults, RunOptions } from "axe-core";
import { type Cell, repositoryCells, showCell } from "../support/gallery-cells.ts";

/** How every cell is looked at: each look finds what the others cannot. */
const looks = {
  "light in English on a phone": { width: 360, language: "en-GB", scheme: "light" },
  "dark in German on the narrowest phone": { width: 320, language: "de", scheme: "dark" },
  "from right to left on the narrowest phone": { width: 320, language: "ar", scheme: "light" },
};

interface WorkerFixtures {
  /** One page for all cells of a worker, which knows axe: a new one for each would take longer than to look. */
  gallery: Page;
}

const test = base.extend<Record<never, never>, WorkerFixtures>({
  gallery: [
    async ({ browser }, use, { project }) => {
      const { baseURL, contextOptions } = project.use;
      const context = await browser.newContext({ ...contextOptions, ...(baseURL && { baseURL }) });
      const axe = createRequire(import.meta.url).resolve("axe-core/axe.min.js");
      await context.addInitScript(await readFile(axe, "utf8"));
      await use(await context.newPage());
      await context.close();
    },
    { scope: "worker" },
  ],
});

const groups = Map.groupBy(await repositoryCells(), ({ group }) => group);

for (const [look, { width, ...choice }] of Object.entries(looks))
  for (const [group, cells] of groups)
    test(`${look}: ${group} fits and is accessible`, async ({ gallery: page }) => {
      await page.setViewportSize({ width, height: 740 });
      const found: Record<string, string[]> = {};
      for (const cell of cells) {
        await showCell(page, cell, choice);
        const wrong = [...(await tooWide(page)), ...(await violations(page, cell))];
        if (wrong.length > 0) found[cell.id] = wrong;
      }
      expect(found).toEqual({});
    });

async function tooWide(page: Page): Promise<string[]> {
  const beyond = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  return beyond > 0 ? [`${beyond} px wider than its window`] : [];
}

/** What axe finds, by rule. */
async function violations(page: Page, { kind }: Cell): Promise<string[]> {
  const options: RunOptions = {
    resultTypes: ["violations"],
    // A mail is read within a page of the mail program.
    ...(kind === "html" && {
      rules: { "landmark-one-main": { enabled: false }, region: { enabled: false } },
    }),
  };
  return page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: { exclude: string }, options: RunOptions): Promise<AxeResults> };
      };
      const { violations } = await axe.run({ exclude }, options);
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
    },
    // The bar at the top stands beside the landmarks for as long as something is under way.
    ["body > #root > [role=progressbar]", options] as const,
  );
}
