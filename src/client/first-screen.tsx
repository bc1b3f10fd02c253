import type { EmotionCache } from "@emotion/cache";
import {
  type ComponentType,
  type ReactNode,
  startTransition,
  useEffect,
  useLayoutEffect,
  useState,
} from "react";
import type { hydrateRoot, Root as ReactRoot } from "react-dom/client";
import type { Direction } from "../shared/languages.ts";
import type { PageState } from "../shared/page-state.ts";
import type { AppProps } from "./app/app.tsx";
import { makeStyleCache } from "./look/style-cache.ts";
import { themeOf } from "./look/theme.ts";
import { carryInput } from "./page/carry-input.ts";
import { type Controls, waitingControls } from "./page/controls.ts";
import { pageMarks } from "./page/page-marks.ts";
import { goWithout } from "./page/start-feature.ts";
import { Guard } from "./parts/guard.tsx";
import { loadBody } from "./screens/bodies.ts";
import { pageOf, Root, screens } from "./screens/root.tsx";

/**
 * Takes over the page that the server rendered, without changing anything in it: what is typed, focused or scrolled
 * stays. The app is fetched when that is done.
 */
export type TakeOver = (container: Element, hydrate: typeof hydrateRoot) => Promise<ReactRoot>;

/** Makes everything that taking over a page needs, except for React's renderer. */
export async function prepare(state: PageState, nonce: string | undefined): Promise<TakeOver> {
  const page = pageOf(state);
  const caches = new Map<Direction, EmotionCache>();
  const prepareStyles = async (direction: Direction) => {
    if (!caches.has(direction)) caches.set(direction, await makeStyleCache(direction, nonce));
  };
  // Remembered, so that hydration finds it made.
  themeOf(state.partner.themesBackgroundColor);
  await Promise.all([loadBody(page.get().part), prepareStyles(state.direction)]);
  // Without `Promise.withResolvers`, which not every browser has that the pages are for.
  let onReady: (controls: Controls) => void = () => undefined;
  let onFailure: (reason: unknown) => void = () => undefined;
  const app = new Promise<Controls>((resolve, reject) => {
    onReady = resolve;
    onFailure = reject;
  });
  // Whoever presses something asks for the app; that it is missing is no error before.
  app.catch(() => undefined);
  const controls = waitingControls(page, () => app);
  return (container, hydrate) => {
    const onTakenOver = carryInput(container);
    const tree = (
      <Root page={page} controls={controls} styles={(direction) => cacheOf(caches, direction)}>
        <Later {...{ page, prepareStyles, onTakenOver, onReady, onFailure }} />
      </Root>
    );
    return hydrateAsTransition(container, tree, hydrate);
  };
}

/** In pieces that give way to keys and taps, unlike a plain hydration. */
function hydrateAsTransition(
  container: Element,
  tree: ReactNode,
  hydrate: typeof hydrateRoot,
): Promise<ReactRoot> {
  return new Promise((resolve) => {
    startTransition(() => resolve(hydrate(container, tree, { onRecoverableError: sayDrawnAnew })));
  });
}

/** No error of ours, and nothing is lost: translators and password managers change pages as they arrive. */
function sayDrawnAnew(reason: unknown): void {
  console.warn("The page is drawn anew: it was changed before its script arrived", reason);
}

interface LaterProps extends Omit<AppProps, "screens"> {
  onTakenOver(): void;
  onFailure(reason: unknown): void;
}

/** The place of the app beside the screen; empty until the screen stands and the app has arrived. */
function Later({ onTakenOver, onFailure, ...props }: LaterProps) {
  const [App, setApp] = useState<ComponentType<AppProps>>();
  // Before anything is painted, but once React listens to what is filled in.
  useLayoutEffect(() => queueMicrotask(onTakenOver), [onTakenOver]);
  useEffect(() => {
    performance.mark(pageMarks.takenOver);
    loadApp().then(
      // Gives way to what is typed, as the take-over does.
      (app) => startTransition(() => setApp(() => app)),
      (error: unknown) => {
        void goWithout("app", error).then(() => onFailure(error));
      },
    );
  }, [onFailure]);
  return (
    App && (
      <Guard onFailure={onFailure}>
        <App {...props} screens={screens} />
      </Guard>
    )
  );
}

/** All on the line at once; the libraries that the app needs are evaluated each in a task of its own. */
async function loadApp(): Promise<ComponentType<AppProps>> {
  const libraries = [import("./slices/state.ts"), import("./slices/router.ts")];
  const app = import("./app/app.tsx").then(({ App }) => App);
  const [App] = await Promise.all([app, ...libraries]);
  return App;
}

function cacheOf(caches: Map<Direction, EmotionCache>, direction: Direction): EmotionCache {
  const cache = caches.get(direction);
  if (cache === undefined) throw new Error(`The styles of ${direction} are not prepared`);
  return cache;
}
