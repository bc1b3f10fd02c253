/**
 * What axe cannot see, in every cell of a screen: without a mouse everything is reached, in the order in which it
 * stands, with a sign of where one is, which shows in the system's own colours too, and nothing lies over it (WCAG 2.2:
 * 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11); whoever sets lines, words and letters further apart (1.4.12), zooms the page to
 * 200 % or the text alone (1.4.4) loses nothing.
 */
import { expect, type Page } from "@playwright/test";
import { cutOff } from "../support/cut-off.ts";
import { repositoryCells, showCell } from "../support/gallery-cells.ts";
import { test } from "./gallery-page.ts";

/** How far apart WCAG 1.4.12 lets people set a text. */
const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** How people make it larger: the window that is left, and the styles that they set. */
const settings = {
  "set wide": { viewport: { width: 320, height: 740 }, styles: wideText },
  // 1280 × 1024 at 200 %.
  zoomed: { viewport: { width: 640, height: 512 }, styles: "" },
  "in letters twice as large": {
    viewport: { width: 1280, height: 1024 },
    styles: "html { font-size: 200% }",
  },
};

test("what only a mouse reaches, what shows no focus and what is covered is found", async ({
  gallery: { page },
}) => {
  await page.goto("about:blank");
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
});

test("what is cut off, too wide or covered by something else is found", async ({ gallery: { page } }) => {
  await page.goto("about:blank");
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

test.beforeAll(({ gallery: { page } }) => page.emulateMedia({ forcedColors: "active" }));
test.afterAll(({ gallery: { page } }) => page.emulateMedia({ forcedColors: "none" }));

const screens = (await repositoryCells()).filter(({ kind }) => kind === "screen");

for (const cell of screens)
  test(`${cell.id} is walked by keyboard, and read as large as people set it`, async ({
    gallery: { page },
  }) => {
    await showCell(page, cell, { language: "en-GB", scheme: "light" });
    expect.soft(await walk(page), "in the system's colours").toEqual([]);
    for (const [setting, { viewport, styles }] of Object.entries(settings)) {
      await page.setViewportSize(viewport);
      expect.soft(await misfits(page, styles), setting).toEqual([]);
    }
    await page.setViewportSize(settings["set wide"].viewport);
  });

/** Presses Tab through the page, and says what is wrong on the way; nothing: an empty list. */
async function walk(page: Page): Promise<string[]> {
  const wrong: string[] = [];
  const count = await page.evaluate(() => {
    const controls = "a[href], button, input, select, textarea, summary, [tabindex]";
    // An open dialog makes everything around it unreachable.
    const place = document.querySelector("dialog[open]") ?? document;
    const isShown = (element: HTMLElement) =>
      element.checkVisibility({ visibilityProperty: true }) && element.closest("[inert]") === null;
    const all = [...place.querySelectorAll<HTMLElement>(controls)].filter(
      (element) => element.tabIndex >= 0 && !element.matches(":disabled") && isShown(element),
    );
    // Of a group of radios one is in the order.
    const radios = new Set<string>();
    const expected = all.filter((element) => {
      if (!(element instanceof HTMLInputElement) || element.type !== "radio") return true;
      const isFirst = !radios.has(element.name);
      radios.add(element.name);
      return isFirst;
    });
    // The next Tab begins where focus was last: before everything.
    document.body.tabIndex = -1;
    document.body.focus();
    document.body.blur();
    document.body.removeAttribute("tabindex");
    Object.assign(window, { walked: { expected, reached: new Set<Element>() } });
    return expected.length;
  });
  // Twice around: a page that moves the focus while it is walked is walked on from there.
  for (let press = 0; press < 2 * count + 3; press += 1) {
    if (await page.evaluate(allReached)) break;
    await page.keyboard.press("Tab");
    const said = await page.evaluate(async () => {
      const { walked } = window as unknown as Walked;
      const element = document.activeElement;
      // A sign is a line, because the system's colours leave no others: around it or around what holds it.
      const linesAround = (inner: Element): string => {
        const holders = [inner];
        for (let each = inner.parentElement; each && holders.length < 5; each = each.parentElement)
          holders.push(each);
        const frames = holders.flatMap((each) => [each, ...each.querySelectorAll(":scope > fieldset")]);
        const lines = frames.map((each) => {
          const { outlineStyle, outlineWidth, borderTopWidth } = getComputedStyle(each);
          return [outlineStyle === "none" ? 0 : outlineWidth, borderTopWidth];
        });
        return JSON.stringify(lines);
      };
      if (!(element instanceof HTMLElement) || element === document.body || walked.reached.has(element))
        return [];
      walked.reached.add(element);
      const tag = (element.cloneNode(false) as Element).outerHTML;
      const focused = linesAround(element);
      element.blur();
      // The page hears of it first.
      await new Promise(requestAnimationFrame);
      const hasSign = linesAround(element) !== focused;
      element.focus();
      const { left, top, width, height } = element.getBoundingClientRect();
      const above = document.elementFromPoint(left + width / 2, top + height / 2);
      const own = [element, ...((element as HTMLInputElement).labels ?? [])];
      const isFree = own.some((each) => each.contains(above) || above?.contains(each) === true);
      return [
        ...(hasSign ? [] : [`shows no focus: ${tag}`]),
        ...(isFree ? [] : [`lies under something: ${tag}`]),
      ];
    });
    wrong.push(...said);
  }
  const missed = await page.evaluate(() => {
    const { walked } = window as unknown as Walked;
    const isRadioOf = (element: Element) =>
      element instanceof HTMLInputElement &&
      element.type === "radio" &&
      [...walked.reached].some((each) => each instanceof HTMLInputElement && each.name === element.name);
    return walked.expected
      .filter((element) => !walked.reached.has(element) && !isRadioOf(element))
      .map((element) => `not reached: ${(element.cloneNode(false) as Element).outerHTML}`);
  });
  return [...wrong, ...missed];
}

interface Walked {
  walked: { expected: Element[]; reached: Set<Element> };
}

const allReached = (): boolean => {
  const { walked } = window as unknown as Walked;
  return walked.expected.every((element) => walked.reached.has(element));
};

/** What does not fit where these styles are set: too wide, cut off, or over something else; nothing: an empty list. */
async function misfits(page: Page, styles: string): Promise<string[]> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets = [sheet];
    // What is shown to the focus alone is meant to lie over the page.
    (document.activeElement as HTMLElement | null)?.blur();
  }, styles);
  const found = [...(await cutOff(page)), ...(await overlaps(page))];
  await page.evaluate(() => {
    document.adoptedStyleSheets = [];
  });
  return found;
}

/** What lies over something else; nothing: an empty list. */
async function overlaps(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const tagOf = (element: Element) => (element.cloneNode(false) as Element).outerHTML;
    const shown = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      // What only a screen reader is told has no size of its own.
      (element) => element.checkVisibility({ opacityProperty: true }) && element.clientWidth !== 1,
    );
    // A dialog lies over the page; within each of both nothing does.
    const place = document.querySelector("dialog[open]") ?? document.body;
    const parts = shown.filter(
      (element) =>
        place.contains(element) &&
        element.matches(
          "a, button, input:not([type=checkbox], [type=radio]), select, label, h1, h2, p, li",
        ) &&
        element.closest("[aria-hidden=true], #toasts") === null,
    );
    const boxes = parts.map((element) => ({ element, box: element.getBoundingClientRect() }));
    return boxes.flatMap(({ element, box }, index) =>
      boxes.slice(index + 1).flatMap((other) => {
        if (element.contains(other.element) || other.element.contains(element)) return [];
        const across = Math.min(box.right, other.box.right) - Math.max(box.left, other.box.left);
        const down = Math.min(box.bottom, other.box.bottom) - Math.max(box.top, other.box.top);
        return across > 1 && down > 1
          ? [`lie over each other: ${tagOf(element)} ${tagOf(other.element)}`]
          : [];
      }),
    );
  });
}
