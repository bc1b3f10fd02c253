import equal from "fast-deep-equal";
import { antiForgeryCookie } from "../../shared/constants.ts";
import { toFacts } from "../../shared/matches.ts";
import { type Action, isScreenPath, resolveNext, type Screens, screenAt } from "../../shared/screens.ts";
import type { Surroundings } from "../api/surroundings.ts";
import { loadBody } from "../screens/bodies.ts";
import type { Controls } from "../shell/controls.ts";
import { type PageStore, partOf, readAddress } from "../shell/page.ts";
import { createToasts, type Toasts } from "../shell/toasts.tsx";
import { createCaptchaGate } from "../state/captcha.ts";
import { colourSchemeChosen } from "../state/preferences.ts";
import {
  errorsShown,
  timeoutShown,
  tokenReceived,
  userFetched,
  usernameRemembered,
} from "../state/session.ts";
import { createStore, type Store } from "../state/store.ts";
import { type Arrival, arrive, follow, type Shown, sayOf } from "./arrive.ts";
import { createLanguages } from "./languages.ts";
import { type CallUse, createRunner } from "./run-use.ts";

/** Moves the browser; the router gives it once it stands. */
export type Navigate = (path: string, options?: { replace?: boolean; say?: string }) => void;

export interface Address {
  pathname: string;
  search: string;
  hash: string;
}

/** The app behind the page: its state, and what happens when something is pressed or an address is followed. */
export interface Runtime {
  store: Store;
  toasts: Toasts;
  controls: Controls;
  /** Follows an address that the router has gone to; `say` is a message from the screen before. */
  arriveAt(address: Address, say?: string): Promise<void>;
  /** Says whether the page shows what an address leads to. */
  standsAt(address: Address): boolean;
  setNavigate(navigate: Navigate): void;
  /** Fetches ahead what other screens need. */
  fetchAhead(): void;
}

interface RuntimeNeeds {
  page: PageStore;
  screens: Screens;
  prepareStyles(direction: "ltr" | "rtl"): Promise<void>;
}

export function createRuntime({ page, screens, prepareStyles }: RuntimeNeeds): Runtime {
  let navigate: Navigate = (path) => location.assign(path);
  let journey = 0;
  const toasts = createToasts();
  const isScreen = (path: string) => isScreenPath(screens, path);
  const captcha = createCaptchaGate(() => store.dispatch);
  const around: Surroundings = {
    origin: location.origin,
    address: () => location.pathname + location.search + location.hash,
    // On the way to a screen, the address that turned out wrong must not stay in the history.
    go: (path, options) => navigate(path, { replace: page.get().travelling, ...options }),
    leave: (url) => location.assign(url),
    isScreen,
    cookieToken: () => readCookie(antiForgeryCookie),
    captcha,
  };
  const store = createStore(around);
  const run = createRunner(store);
  const languages = createLanguages({
    page,
    run,
    prepareStyles,
    changed: (t) => toasts.show(t("messages.languageChanged")),
  });
  store.dispatch(tokenReceived(page.get().token));
  let known = page.get();
  remember(store, known);
  page.subscribe(() => {
    const before = known;
    known = page.get();
    const { user, view, problems } = known;
    if (user !== before.user || view !== before.view || problems !== before.problems) remember(store, known);
  });
  store.subscribe(() => {
    const { token } = store.getState().session;
    if (token !== page.get().token) page.set({ token });
  });

  const travel = {
    screens,
    origin: location.origin,
    run,
    page: page.get,
    prepare: async (screen: Parameters<typeof partOf>[0], view: Record<string, unknown>) => {
      await Promise.all([languages.ready(), loadBody(partOf(screen, view))]);
    },
  };

  const show = (shown: Shown, say: string | undefined) => {
    const { timedOut } = store.getState().session;
    const now = page.get();
    const stays =
      now.screen.id === shown.screen.id && now.part.id === shown.part.id && !now.failed && !shown.failed;
    const message = timedOut ? "messages.sessionTimeout" : say;
    page.set({ ...shown, say: message, busy: false, ...(stays ? {} : { visit: now.visit + 1, values: {} }) });
    if (timedOut) store.dispatch(timeoutShown());
  };

  const settle = (arrival: Arrival, say: string | undefined): void => {
    if (arrival.kind === "go") navigate(arrival.path, { replace: true, say: arrival.say ?? say });
    else if (arrival.kind === "leave") location.assign(arrival.url);
    else if (arrival.kind === "shown") show(arrival.page, say);
  };

  const arriveAt = async (address: Address, say?: string): Promise<void> => {
    const mine = ++journey;
    captcha.cancel();
    page.set({ travelling: true });
    try {
      const arrival = await arrive(address, travel);
      // A later journey has begun: this one is of no interest any more.
      if (mine === journey) settle(arrival, say);
    } catch {
      // A part of the screen could not be fetched, as after a new deployment: a new page has it, or says why not.
      if (mine === journey) location.reload();
    } finally {
      if (mine === journey) page.set({ travelling: false });
    }
  };

  const send = async (use: CallUse, next: Action["next"], form: Record<string, unknown>): Promise<void> => {
    const { screen, query, view, user, partner, returnUrl } = page.get();
    const facts = toFacts({ query, view, user, partner, form });
    const result = await run(use, facts, form);
    if ("failure" in result) {
      if (result.failure.kind === "left") return;
      page.set({ busy: false, problems: result.failure.problems, say: undefined });
      return;
    }
    const way = resolveNext(screen.id, next, { ...facts, ...toFacts(result.data) });
    // The answer leads nowhere else: the same screen with a fresh view, which may be at another step.
    if (way === undefined || way.step !== undefined) return arriveAt(location, sayOf(way));
    const arrival = follow(way, returnUrl, screens, location.origin);
    if (arrival.kind === "go") navigate(arrival.path, { say: arrival.say });
    else settle(arrival, undefined);
  };

  const controls: Controls = {
    submit: (values) => {
      const { part } = page.get();
      if (part.submit === undefined) return;
      page.set({ busy: true, problems: {}, say: undefined });
      void send(part.submit, part.next, values);
    },
    act: (action) => {
      page.set({ busy: true, problems: {}, say: undefined });
      void send(action, action.next, {});
    },
    go: (href, options) => (isScreen(pathOf(href)) ? navigate(href, options) : location.assign(href)),
    setLanguage: (language) => void languages.change(language),
    setScheme: (scheme) => {
      page.set({ scheme });
      store.dispatch(colourSchemeChosen(scheme));
    },
  };

  return {
    store,
    toasts,
    controls,
    arriveAt,
    standsAt: ({ pathname, search }) => {
      const { screen, query } = page.get();
      return screenAt(screens, pathname).id === screen.id && equal(readAddress(search).query, query);
    },
    setNavigate: (given) => {
      navigate = given;
    },
    fetchAhead: () => {
      languages.ready().catch(() => {
        // Asked for again when another screen needs it.
      });
    },
  };
}

/** Keeps the session state in step with what stands on the page. */
function remember(store: Store, { user, view, problems }: ReturnType<PageStore["get"]>): void {
  store.dispatch(userFetched(user));
  store.dispatch(errorsShown((problems[""] ?? []).map(({ code }) => code)));
  if (typeof view.username === "string") store.dispatch(usernameRemembered(view.username));
}

function readCookie(name: string): string | undefined {
  const found = document.cookie.split("; ").find((cookie) => cookie.startsWith(`${name}=`));
  return found === undefined ? undefined : decodeURIComponent(found.slice(name.length + 1));
}

function pathOf(href: string): string {
  return href.split(/[?#]/, 1)[0] ?? "/";
}
