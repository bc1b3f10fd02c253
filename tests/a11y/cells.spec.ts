import { expect, type Page } from "@playwright/test";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";
import { narrowest, test } from "./gallery-page.ts";
import { walk } from "./keyboard-walk.ts";
import { misfits, settings } from "./misfits.ts";
import { colours, everything, whatIsWrong } from "./what-is-wrong.ts";

/** How every cell is looked at: in both schemes and directions, in the longest words, at a partner that has all there is. */
const looks = {
  light: { language: "de", scheme: "light", partner: "northwind" },
  dark: { language: "ar", scheme: "dark" },
};

/** A mail is read within a page of the mail program. */
const ofAPage = { "landmark-one-main": { enabled: false }, region: { enabled: false } };

for (const cell of await repositoryCells())
  test(`${cell.id} fits, is accessible and silent`, async ({ gallery }) => {
    const rules = cell.kind === "html" ? { rules: ofAPage } : {};
    await showCell(gallery.page, cell, looks.light);
    expect.soft(await whatIsWrong(gallery, { runOnly: everything, ...rules }), "light in German").toEqual([]);
    if (cell.kind === "screen") await expectUsableBySettings(gallery.page);
    await showCell(gallery.page, cell, looks.dark);
    expect.soft(await whatIsWrong(gallery, { runOnly: colours }), "dark in Arabic").toEqual([]);
  });

/** Walks the page by keyboard, and makes it as large as people set it, all in the system's own colours. */
async function expectUsableBySettings(page: Page): Promise<void> {
  await page.emulateMedia({ forcedColors: "active" });
  expect.soft(await walk(page), "by keyboard").toEqual([]);
  for (const [setting, { viewport, styles }] of Object.entries(settings)) {
    await page.setViewportSize(viewport);
    expect.soft(await misfits(page, styles), setting).toEqual([]);
  }
  await page.setViewportSize(narrowest);
  await page.emulateMedia({ forcedColors: "none" });
}
