import { expect, type Page } from "@playwright/test";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";
import { narrowest, test } from "./gallery-page.ts";
import { walk } from "./keyboard-walk.ts";
import { misfits, settings } from "./misfits.ts";
import { tornWords } from "./torn-words.ts";
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

/** Whose words alone are looked at: they are longer than in English. */
const furtherLanguages = ["es", "fr-CA"];

for (const language of furtherLanguages)
  test(`no screen tears a word in ${language}`, async ({ gallery: { page, heard } }) => {
    test.slow();
    // What a page comes with is enough, and its script takes longer than the page.
    const scripts = "**/assets/**";
    await page.route(scripts, (route) => route.abort());
    const seen = new Set<string>();
    const torn: string[] = [];
    for (const { id, kind } of await repositoryCells()) {
      const path = `/gallery/cell/${id}?${new URLSearchParams({ language, partner: "northwind" })}`;
      if (kind !== "screen" || !showsMore(await (await page.request.get(path)).text(), seen)) continue;
      await page.goto(path);
      for (const found of await tornWords(page)) torn.push(`${id} ${found}`);
    }
    await page.unroute(scripts);
    // The browser complains that they are not there.
    heard.splice(0);
    expect(torn).toEqual([]);
  });

/** Says whether a page shows something that has words of its own and was not seen yet: most states only add a message. */
function showsMore(html: string, seen: Set<string>): boolean {
  const shown = html.match(/<(h[1-3]|a|button|label|legend|summary|dt|th|td)\b.*?<\/\1>/gs) ?? [];
  const before = seen.size;
  for (const each of shown) seen.add(each);
  return seen.size > before;
}

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
