import type { Page } from "@playwright/test";
import { type PageState, pageStateId } from "../../src/shared/page-state.ts";
import { partOf, type Screens, screenAt } from "../../src/shared/screens.ts";

const stateElement = new RegExp(`id="${pageStateId}"[^>]*>([^<]*)<`);

/**
 * Notes what the pages of a walk show: after each answer the page that is open is asked for once more, which changes
 * nothing. Gives the last state of each screen and step, once all answers are in.
 */
export function watchStates(page: Page, origin: string, screens: Screens): () => Promise<PageState[]> {
  const states = new Map<string, PageState>();
  let looking = Promise.resolve();
  const look = async () => {
    const { origin: own, pathname, href } = new URL(page.url());
    if (own !== origin || screenAt(screens, pathname).redirect !== undefined) return;
    // A browser that is closed meanwhile has nothing more to tell.
    const html = await page.request
      .get(href, { headers: { accept: "text/html" } })
      .then((answer) => answer.text())
      .catch(() => "");
    const [, json] = stateElement.exec(html) ?? [];
    if (json === undefined) return;
    const state: PageState = JSON.parse(json);
    const screen = screens[state.screen];
    if (screen !== undefined) states.set(`${screen.id}/${partOf(screen, state.view).id}`, state);
  };
  page.on("response", (response) => {
    const { origin: own, pathname } = new URL(response.url());
    const moves = response.request().isNavigationRequest() || pathname.startsWith("/api/");
    if (own === origin && moves) looking = looking.then(look);
  });
  return async () => {
    await looking;
    return [...states.values()];
  };
}
