import type { Page } from "@playwright/test";

/** What people find their way by: nothing of it is long, and each stands in a place of its own. */
const signposts = "h1, h2, h3, a, button, label, legend, summary, dt, th, td:not([role=presentation] td)";

/**
 * The headings, buttons, links, labels and cells of tables whose words go on in the next line without a hyphen; none: an empty
 * list. Names (`bdi`) and addresses are as long as they are.
 */
export async function tornWords(page: Page): Promise<string[]> {
  return page.evaluate((signposts) => {
    const rangeOf = (text: Text, from: number, to: number) => {
      const range = document.createRange();
      range.setStart(text, from);
      range.setEnd(text, to);
      return [...range.getClientRects()];
    };
    // The first letter after a hyphen that is drawn has the hyphen's place before its own.
    const topOf = (text: Text, at: number) => rangeOf(text, at, at + 1).at(-1)?.top;
    const isTorn = (text: Text) =>
      // To look at letters takes long, and most texts have one line.
      rangeOf(text, 0, text.length).length > 1 &&
      [...text.data.matchAll(/\p{L}(?=\p{L})/gu)].some(
        ({ index }) => topOf(text, index) !== topOf(text, index + 1),
      );
    const texts: Text[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode()) texts.push(walker.currentNode as Text);
    return (
      texts
        .filter(({ parentElement: parent }) => parent?.closest(signposts) && !parent.closest("bdi"))
        .filter(({ data }) => !URL.canParse(data))
        // What only a screen reader is told has no size of its own.
        .filter(({ parentElement: parent }) => parent?.checkVisibility() && parent.clientWidth !== 1)
        .filter(isTorn)
        .map(({ data }) => `tears a word: ${data}`)
    );
  }, signposts);
}
