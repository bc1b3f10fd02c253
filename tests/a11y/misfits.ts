import type { Page } from "@playwright/test";
import { cutOff } from "../support/cut-off.ts";
import { narrowest } from "./gallery-page.ts";

/** How far apart WCAG 1.4.12 lets people set a text. */
export const wideText = `* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
  p { margin-bottom: 2em !important }`;

/** How people make a page larger (WCAG 2.2: 1.4.12, 1.4.4): the window that is left, and the styles that they set. */
export const settings = {
  "set wide": { viewport: narrowest, styles: wideText },
  // 1280 × 1024 at 200 %.
  zoomed: { viewport: { width: 640, height: 512 }, styles: "" },
  "in letters twice as large": {
    viewport: { width: 1280, height: 1024 },
    styles: "html { font-size: 200% }",
  },
};

/** What does not fit where these styles are set: too wide, cut off, or over something else; nothing: an empty list. */
export async function misfits(page: Page, styles: string): Promise<string[]> {
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
