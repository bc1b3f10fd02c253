import type { Direction } from "../../shared/languages.ts";
import { isScreenPath, partOf, type Screen, type Screens, screenAt } from "../../shared/screens.ts";
import { rememberColourScheme } from "../page/colour-scheme.ts";
import type { Controls } from "../page/controls.ts";
import type { PageStore } from "../page/page.ts";
import { createToasts, type Toasts } from "../parts/toasts.tsx";
import { loadBody } from "../screens/bodies.ts";
import { type CaptchaGate, createCaptchaGate } from "../state/captcha.ts";
import { createStore, type Store } from "../state/store.ts";
import { prepareEarly, type Travel } from "./arrive.ts";
import { type Autofill, createAutofill } from "./autofill.ts";
import { browserSurroundings } from "./browser-surroundings.ts";
import { createIdleWatch, type IdleWatch } from "./idle-watch.ts";
import { keepInStep } from "./keep-in-step.ts";
import { createLanguages, type Languages } from "./languages.ts";
import { createRouter, type Router } from "./router.ts";
import { createRunner, type RunUse } from "./run-use.ts";
import { createSender, type Send, type SenderNeeds } from "./sender.ts";
import { createSignOut, type SignOut } from "./sign-out.ts";
import { createTabs, type Tabs } from "./tabs.ts";
import { createTraveller, type Traveller } from "./traveller.ts";

/** The app behind the page: its state, and what happens when something is pressed or an address is followed. */
export interface Runtime {
  store: Store;
  router: Router;
  traveller: Traveller;
  controls: Controls;
  toasts: Toasts;
  languages: Languages;
  autofill: Autofill;
  /** Holds the call that waits for a challenge. */
  captcha: CaptchaGate;
  /** Warns before the session ends, and ends one that nobody uses. */
  idle: IdleWatch;
  /** Keeps this tab in step with the others. */
  tabs: Tabs;
  run: RunUse;
  signOut: SignOut;
}

export interface RuntimeNeeds {
  page: PageStore;
  screens: Screens;
  /** Makes styles of a writing direction available. */
  prepareStyles(direction: Direction): Promise<void>;
}

/** Puts the app together. */
export function createRuntime({ page, screens, prepareStyles }: RuntimeNeeds): Runtime {
  const router = createRouter(page);
  const toasts = createToasts();
  const captcha = createCaptchaGate(() => store.dispatch);
  const identityChanged = (call: string) => tabs.identityChanged(call);
  const store = createStore(browserSurroundings(page, screens, router, captcha, identityChanged));
  keepInStep(page, store);
  const run = createRunner(store);
  const languages = createLanguages({
    page,
    run,
    prepareStyles,
    changed: () => toasts.show("messages.languageChanged"),
  });
  const prepare = async (screen: Screen, view: Record<string, unknown>) => {
    await Promise.all([languages.ready(), loadBody(partOf(screen, view))]);
  };
  const travel: Travel = { screens, origin: location.origin, run, page: page.get, prepare };
  const traveller = createTraveller({ page, store, router, captcha, travel });
  const needs = { page, screens, router, run, traveller, prepare };
  const send = createSender(needs);
  const controls = createControls({ ...needs, languages, send });
  const autofill = createAutofill({ page, run, send });
  const idle = createIdleWatch({ page, run, leave: () => tabs.endedIdle() });
  const tabs = createTabs({ ...needs, idle });
  return {
    store,
    router,
    traveller,
    controls,
    toasts,
    languages,
    autofill,
    captcha,
    idle,
    tabs,
    run,
    signOut: createSignOut(needs),
  };
}

interface ControlsNeeds extends SenderNeeds, Pick<Runtime, "languages"> {
  send: Send;
}

function createControls({
  page,
  screens,
  router,
  languages,
  send,
  traveller,
  prepare,
}: ControlsNeeds): Controls {
  return {
    submit: (values) => {
      const { part } = page.get();
      if (part.submit !== undefined || part.form !== undefined) void send(part.submit, part.next, values);
    },
    act: (button, values = {}) => void send(button, button.next, values),
    go: (href, options) => {
      const [path = "/"] = href.split(/[?#]/, 1);
      if (isScreenPath(screens, path)) router.navigate(href, options);
      else location.assign(href);
    },
    expect: (path) => {
      if (isScreenPath(screens, path)) prepareEarly(screenAt(screens, path), prepare);
    },
    reload: traveller.reload,
    setLanguage: (language) => void languages.change(language),
    setScheme: (scheme) => {
      page.set({ scheme });
      rememberColourScheme(scheme);
    },
  };
}
