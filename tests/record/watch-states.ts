import type { Page } from "@playwright/test";
import { type PageState, pageStateId } from "../../src/shared/page-state.ts";
import { partOf, type Screens, screenAt } from "../../src/shared/screens.ts";

const headingElement = /<h1[^>]*>(.*?)<\/h1>/s;
const stateElement = new RegExp(`id="${pageStateId}"[^>]*>([^<]*)<`);

/** How long nothing is answered before a page shows what it leads to; one that is about to be left is not looked at. */
const settledAfter = 500;

/**
 * Notes what the pages of a walk show: once it is quiet after an answer, the page that is open is asked for once more,
 * which changes nothing, and counts where it shows the same heading: what only a sent form leads to is no more than that.
 * Gives the last state of each screen and step, once all answers are in.
 */
export function watchStates(page: Page, origin: string, screens: Screens): () => Promise<PageState[]> {
  const states = new Map<string, PageState>();
  let looking = Promise.resolve();
  let due: NodeJS.Timeout | undefined;
  const look = async () => {
    const { origin: own, pathname, href } = new URL(page.url());
    if (own !== origin || screenAt(screens, pathname).redirect !== undefined) return;
    const [html, heading] = await Promise.all([
      page.request.get(href, { headers: { accept: "text/html" } }).then((answer) => answer.text()),
      page.locator("h1").first().innerHTML({ timeout: 1000 }),
      // A browser that is closed meanwhile has nothing more to tell.
    ]).catch(() => ["", ""]);
    const [, json] = stateElement.exec(html) ?? [];
    if (json === undefined || wordsOf(heading) !== wordsOf(headingElement.exec(html)?.[1])) return;
    const state: PageState = JSON.parse(json);
    const screen = screens[state.screen];
    if (screen !== undefined) states.set(`${screen.id}/${partOf(screen, state.view).id}`, state);
  };
  const lookAtOnce = () => {
    clearTimeout(due);
    due = undefined;
    looking = looking.then(look);
  };
  page.on("response", (response) => {
    const { origin: own, pathname } = new URL(response.url());
    const moves = response.request().isNavigationRequest() || pathname.startsWith("/api/");
    if (due === undefined && !(own === origin && moves)) return;
    clearTimeout(due);
    due = setTimeout(lookAtOnce, settledAfter);
  });
  return async () => {
    if (due !== undefined) lookAtOnce();
    await looking;
    return [...states.values()];
  };
}

/** What stands in an element, whichever way its markup is written. */
function wordsOf(html = ""): string {
  return html.replace(/<[^>]*>|&#?\w+;|["'&<>]/g, "");
}
