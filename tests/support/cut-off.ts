import type { Page } from "@playwright/test";

/**
 * What does not fit: how much the page is wider than its window, and each element that shows less than it holds; nothing: an
 * empty list. The card clips what is wider than itself, so its window alone would tell nothing.
 */
export async function cutOff(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    // A picture that is drawn for its own sake may be larger than what shows it.
    const pictures = [...document.querySelectorAll<HTMLElement>('[aria-hidden=true], img[alt=""]')]
      .filter((element) => ["absolute", "fixed"].includes(getComputedStyle(element).position))
      .map((element) => ({ element, display: element.style.display }));
    for (const { element } of pictures) element.style.display = "none";
    const beyond = document.documentElement.scrollWidth - innerWidth;
    const isCut = (element: HTMLElement) => {
      const { overflowX, overflowY } = getComputedStyle(element);
      const hides = (overflow: string) => overflow === "hidden" || overflow === "clip";
      const wide = hides(overflowX) && element.scrollWidth > element.clientWidth + 1;
      const high = hides(overflowY) && element.scrollHeight > element.clientHeight + 1;
      // What only a screen reader is told has no size of its own.
      return element.clientWidth > 1 && (wide || high);
    };
    const cut = [...document.querySelectorAll<HTMLElement>("body *")].filter(
      (element) =>
        element.checkVisibility({ opacityProperty: true }) && element.textContent?.trim() && isCut(element),
    );
    for (const { element, display } of pictures) element.style.display = display;
    return [
      ...(beyond > 0 ? [`${beyond} px wider than its window`] : []),
      ...cut.map((element) => `cut off: ${(element.cloneNode(false) as Element).outerHTML}`),
    ];
  });
}
