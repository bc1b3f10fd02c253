import { access } from "node:fs/promises";
import { expect, test } from "@playwright/test";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";

/** Each scheme with each direction and each width, in half of their combinations. */
const looks = {
  "light-ltr-360": { width: 360, scheme: "light", direction: "ltr" },
  "dark-rtl-360": { width: 360, scheme: "dark", direction: "rtl" },
  "light-rtl-1280": { width: 1280, scheme: "light", direction: "rtl" },
  "dark-ltr-1280": { width: 1280, scheme: "dark", direction: "ltr" },
};

const all = await repositoryCells();
// One of each screen, step and mail; the others differ by words and notices.
const chosen = process.env.VISUAL_CELLS === "all" ? all : all.filter(({ id }) => /\/(empty|html)$/.test(id));

for (const cell of chosen)
  test(`${cell.id} looks as before`, async ({ page }, info) => {
    const comparing = info.config.updateSnapshots === "none";
    for (const [look, { width, ...choice }] of Object.entries(looks)) {
      const name = `${cell.id.replaceAll("/", "--")}-${look}.png`;
      const isThere = comparing
        ? await exists(info.snapshotPath(name))
        : (await page.request.get(`/gallery/cell/${cell.id}`)).ok();
      test.skip(!isThere, "The other commit has no such cell.");
      await page.setViewportSize({ width, height: 740 });
      await showCell(page, cell, choice);
      // A drawn logo comes out by some shades otherwise now and then; a slight change of a colour is more than that.
      await expect
        .soft(page)
        .toHaveScreenshot(name, { fullPage: true, animations: "disabled", threshold: 0.05 });
    }
  });

function exists(path: string): Promise<boolean> {
  return access(path).then(
    () => true,
    () => false,
  );
}
