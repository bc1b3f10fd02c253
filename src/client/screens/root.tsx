import { screensConfig } from "virtual:screens";
import type { EmotionCache } from "@emotion/cache";
import { CacheProvider, ThemeProvider } from "@emotion/react";
import { type ReactNode, useEffect, useMemo, useSyncExternalStore } from "react";
import { languageParameter } from "../../shared/constants.ts";
import type { Direction } from "../../shared/languages.ts";
import type { PageState } from "../../shared/page-state.ts";
import { withLanguage, withReturnUrl } from "../../shared/return-url.ts";
import { textKeyOf } from "../../shared/screen-title.ts";
import { linkKey, menuOf, resolveScreens, screenAddress, toneOf } from "../../shared/screens.ts";
import { GlobalStyles } from "../look/global-styles.tsx";
import { themeOf } from "../look/theme.ts";
import { showColourScheme } from "../page/colour-scheme.ts";
import type { Controls } from "../page/controls.ts";
import { watchDoubleClicks } from "../page/double-clicks.ts";
import { followLinks } from "../page/follow-links.ts";
import {
  createPageStore,
  type DrawnPage,
  factsOf,
  firstPage,
  isHeld,
  type PageStore,
  postAddressOf,
} from "../page/page.ts";
import { type ScreenContext, ScreenProvider } from "../page/screen-context.ts";
import { report } from "../page/watch-errors.ts";
import { Guard } from "../parts/guard.tsx";
import { Frame } from "../shell/frame.tsx";
import { Screen } from "./screen.tsx";

/** Every screen of the product, written out. */
export const screens = resolveScreens(screensConfig);
const menu = menuOf(screensConfig);

/** The page that an answer of the server shows first. */
export function pageOf(state: PageState): PageStore {
  const screen = screens[state.screen];
  if (screen === undefined) throw new Error(`screens.config.json has no screen ${state.screen}`);
  return createPageStore(firstPage(state, screen));
}

interface RootProps {
  page: PageStore;
  controls: Controls;
  styles: (direction: Direction) => EmotionCache;
  /** What has no place in the first frame and stands beside it later: the app. */
  children?: ReactNode;
}

/**
 * The whole page, the same on the server and in the browser. It knows neither router nor store: whatever stands in
 * `page` is shown, so the first form stays mounted when the rest of the app arrives.
 */
export function Root({ page, controls, styles, children }: RootProps) {
  const now = useSyncExternalStore(page.subscribe, page.getDrawn, page.getDrawn);
  const context = useMemo(() => contextOf(page, now, controls), [page, now, controls]);
  useDocument(now);
  useEffect(() => followLinks(controls), [controls]);
  useEffect(watchDoubleClicks, []);
  return (
    <CacheProvider value={styles(now.direction)}>
      <ThemeProvider theme={themeOf(now.partner.themesBackgroundColor)}>
        <GlobalStyles />
        <ScreenProvider value={context}>
          <Frame>
            <Guard key={`${now.visit} ${now.failed}`} onFailure={(error) => tellFailure(page, error)}>
              <Screen />
            </Guard>
          </Frame>
          {children}
        </ScreenProvider>
      </ThemeProvider>
    </CacheProvider>
  );
}

/** Says that the screen could not be drawn, at once; and the support code as soon as the error has one. */
function tellFailure(page: PageStore, error: unknown): void {
  const notDrawn = { code: "problems.notDrawn" };
  page.set({ failed: true, problems: { "": [notDrawn] } });
  const { problems } = page.get();
  void report(error).then((code) => {
    if (code !== undefined && page.get().problems === problems)
      page.set({ problems: { "": [notDrawn, { code: "shell.supportCode", params: { code } }] } });
  });
}

/** Keeps what stands outside of the markup in step: language, direction and colours of the document. */
function useDocument(now: DrawnPage): void {
  const { language, direction } = now;
  useEffect(() => {
    Object.assign(document.documentElement, { lang: language, dir: direction });
  }, [language, direction]);
  useEffect(() => showColourScheme(now.scheme), [now.scheme]);
}

/** What screens may know and do, from what stands on the page. */
export function contextOf(page: PageStore, now: DrawnPage, controls: Controls): ScreenContext {
  const { screen, part, query, returnUrl } = now;
  const hrefOf = (id: string, parameters: Record<string, string> = {}) => {
    const target = screens[id];
    if (target === undefined) throw new Error(`screens.config.json has no screen ${id}`);
    return withReturnUrl(
      withLanguage(screenAddress(target, parameters), query[languageParameter]),
      returnUrl,
    );
  };
  return {
    ...now,
    ...controls,
    isBusy: () => isHeld(page.get()),
    subscribe: page.subscribe,
    textKey: textKeyOf(screen, part),
    postAddress: postAddressOf(now),
    facts: factsOf(now),
    menu,
    hrefOf,
    linkKeyOf: (id) => linkKey(screens, id),
    iconOf: (id) => screens[id]?.icon,
    toneOf: (key) => toneOf(screensConfig, key),
  };
}
