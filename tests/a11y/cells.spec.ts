import { expect } from "@playwright/test";
import type { AxeResults, RunOnly, RunOptions } from "axe-core";
import { axeScript } from "../support/axe-script.ts";
import { cutOff } from "../support/cut-off.ts";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";
import { type Gallery, test } from "./gallery-page.ts";

/** WCAG 2.2 AA and what axe holds for good practice. Without the tags, axe would leave out the size of targets. */
const everything = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];
/** What colours alone can make wrong. */
const colours: RunOnly = { type: "rule", values: ["color-contrast", "link-in-text-block"] };

/** A mail is read within a page of the mail program. */
const ofAPage = { "landmark-one-main": { enabled: false }, region: { enabled: false } };

/** How every cell is looked at: in both schemes and directions, in the longest words, at a partner that has all there is. */
const looks = {
  "light in German": {
    choice: { language: "de", scheme: "light", partner: "northwind" },
    runOnly: everything,
  },
  "dark in Arabic": { choice: { language: "ar", scheme: "dark" }, runOnly: colours },
};

/** The worker's page knows axe, whatever it shows. */
test.beforeAll(async ({ gallery: { page, heard } }) => {
  await page.addInitScript(axeScript);
  heard.length = 0;
});

test("what is wrong with a page is found", async ({ gallery }) => {
  await gallery.page.goto("about:blank");
  await gallery.page.setContent(`<!doctype html><html lang="en"><title>Broken</title><main><h1>Broken</h1>
    <p style="color:#999;background:#fff">Faint</p><input><p style="width:400px">Wide</p>
    <button style="width:9px;height:9px;padding:0">x</button><button style="width:9px;height:9px;padding:0">y</button>
    <p role="status" style="display:none"></p>
    <script>console.error("oh")</script></main></html>`);
  const found = await whatIsWrong(gallery, { runOnly: everything });
  const kinds = found.map((each) => each.split(":")[0]).sort();
  expect(kinds).toEqual([
    "88 px wider than its window",
    "announces nothing",
    "color-contrast",
    "error",
    "label",
    "target-size",
  ]);
  expect(await whatIsWrong(gallery, { runOnly: colours })).toEqual([
    "88 px wider than its window",
    'announces nothing: <p role="status" style="display:none"></p>',
    expect.stringMatching(/^color-contrast: .*Faint/),
  ]);
});

for (const cell of await repositoryCells())
  test(`${cell.id} fits, is accessible and silent`, async ({ gallery }) => {
    for (const [look, { choice, runOnly }] of Object.entries(looks)) {
      await showCell(gallery.page, cell, choice);
      const found = await whatIsWrong(gallery, { runOnly, ...(cell.kind === "html" && { rules: ofAPage }) });
      expect.soft(found, look).toEqual([]);
    }
  });

/** What is heard of the page, what does not fit on it, what announces nothing, and what axe finds; nothing: an empty list. */
async function whatIsWrong({ page, heard }: Gallery, rules: RunOptions): Promise<string[]> {
  const options: RunOptions = { ...rules, resultTypes: ["violations"] };
  const seen = await page.evaluate(
    async ([exclude, options]) => {
      const { axe } = window as unknown as {
        axe: { run(context: { exclude: string }, options: RunOptions): Promise<AxeResults> };
      };
      // Screen readers pass over what comes into a place that was not there.
      const silent = [...document.querySelectorAll("[role=status], [role=alert]")].filter(
        (place) => getComputedStyle(place).display === "none",
      );
      const { violations } = await axe.run({ exclude }, options);
      return [
        ...silent.map((place) => `announces nothing: ${(place.cloneNode(false) as Element).outerHTML}`),
        ...violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`),
      ];
    },
    // The bar at the top stands beside the landmarks for as long as something is under way.
    ["body > #root > [role=progressbar]", options] as const,
  );
  return [...heard.splice(0), ...(await cutOff(page)), ...seen];
}
