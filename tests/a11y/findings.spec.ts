/** What a look at a cell is worth: each way of looking finds what is wrong with a page made for it. */
import { expect } from "@playwright/test";
import { test } from "./gallery-page.ts";
import { walk } from "./keyboard-walk.ts";
import { misfits, wideText } from "./misfits.ts";
import { colours, everything, whatIsWrong } from "./what-is-wrong.ts";

test.beforeEach(({ gallery: { page } }) => page.goto("about:blank"));

test("what is wrong with a page is found", async ({ gallery }) => {
  await gallery.page.setContent(`<!doctype html><html lang="en"><title>Broken</title><main><h1>Broken</h1>
    <h2 style="width:100px;overflow-wrap:anywhere">Unbreakable</h2><h2 style="width:100px;overflow-wrap:anywhere">Un&shy;break&shy;able</h2>
    <table style="width:1px"><tr><th style="overflow-wrap:anywhere">Torn<td style="overflow-wrap:anywhere"><bdi>Name</bdi></table>
    <p style="color:#999;background:#fff">Faint</p><input><p style="width:400px">Wide</p>
    <button style="width:9px;height:9px;padding:0">x</button><button style="width:9px;height:9px;padding:0">y</button>
    <p role="status" style="display:none"></p><ul></ul>
    <script>console.error("oh")</script></main></html>`);
  const found = await whatIsWrong(gallery, { runOnly: everything });
  const kinds = found.map((each) => each.split(":")[0]).sort();
  expect(kinds).toEqual([
    "88 px wider than its window",
    "announces nothing",
    "color-contrast",
    "error",
    "label",
    "lists nothing",
    "target-size",
    "tears a word",
    "tears a word",
  ]);
  expect(await whatIsWrong(gallery, { runOnly: colours })).toEqual([
    "88 px wider than its window",
    "tears a word: Unbreakable",
    "tears a word: Torn",
    'announces nothing: <p role="status" style="display:none"></p>',
    "lists nothing: <ul></ul>",
    expect.stringMatching(/^color-contrast: .*Faint/),
  ]);
});

test("what only a mouse reaches, what shows no focus and what is covered is found", async ({
  gallery: { page },
}) => {
  await page.emulateMedia({ forcedColors: "active" });
  await page.setContent(`<!doctype html><html lang="en"><title>Broken</title><main>
    <button id="plain">plain</button><button id="ringless" style="outline:none">ringless</button>
    <div style="position:relative"><button id="covered">covered</button>
      <p style="position:absolute;inset:0;margin:0;background:#fff">over it</p></div>
    <button id="skipped" onfocus="this.blur()">skipped</button></main>`);
  expect(await walk(page)).toEqual([
    'shows no focus: <button id="ringless" style="outline:none"></button>',
    'lies under something: <button id="covered"></button>',
    'not reached: <button id="skipped" onfocus="this.blur()"></button>',
  ]);
  await page.emulateMedia({ forcedColors: "none" });
});

test("what is cut off, too wide or covered by something else is found", async ({ gallery: { page } }) => {
  await page.setContent(`<p style="width:80px;height:1.2em;overflow:hidden;white-space:nowrap" id="cut">just fits</p>
    <p>free</p><p id="under">under</p><button style="position:relative;top:-3em" id="over">over</button>`);
  expect(await misfits(page, wideText)).toEqual([
    'cut off: <p style="width:80px;height:1.2em;overflow:hidden;white-space:nowrap" id="cut"></p>',
    'lie over each other: <p id="under"></p> <button style="position:relative;top:-3em" id="over"></button>',
  ]);
  await page.setContent(`<p style="width:25rem">wide</p>`);
  expect(await misfits(page, "html { font-size: 200% }")).toEqual([
    expect.stringMatching(/^\d+ px wider than its window$/),
  ]);
});
