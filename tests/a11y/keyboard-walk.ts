import type { Page } from "@playwright/test";

/**
 * Presses Tab through the page, and says what is wrong on the way; nothing: an empty list. It is what axe cannot see: without a
 * mouse everything is reached, in the order in which it stands, with a sign of where one is, and nothing lies over it (WCAG 2.2:
 * 2.1.1, 2.1.2, 2.4.3, 2.4.7, 2.4.11).
 */
export async function walk(page: Page): Promise<string[]> {
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
    await page.keyboard.press("Tab");
    const { found, isDone } = await page.evaluate(async () => {
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
        return { found: [], isDone: false };
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
      const found = [
        ...(hasSign ? [] : [`shows no focus: ${tag}`]),
        ...(isFree ? [] : [`lies under something: ${tag}`]),
      ];
      return { found, isDone: walked.expected.every((each) => walked.reached.has(each)) };
    });
    wrong.push(...found);
    if (isDone) break;
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
