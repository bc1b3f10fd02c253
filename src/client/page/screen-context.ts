import { createContext, use, useSyncExternalStore } from "react";
import type { PartnerMetadata, User } from "../../generated/calls.ts";
import type { MenuEntry, ScreenConfig } from "../../generated/config.ts";
import type { ScreenButton } from "../../shared/buttons.ts";
import type { ColourScheme } from "../../shared/colour-scheme.ts";
import type { Facts } from "../../shared/matches.ts";
import type { PageState } from "../../shared/page-state.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import type { Screen, Step, Tone } from "../../shared/screens.ts";
import type { Translate } from "../../shared/translate.ts";

/**
 * Everything that a screen, a form field or a panel may know and do (decisions 21). It is the same before and after
 * the router, the store and the translations have arrived, so none of them knows what has.
 */
export interface ScreenContext {
  screen: Screen;
  /** The wizard's step where the person stands, else the screen itself: whose form, submit, actions and links count. */
  part: Screen | Step;
  /** Key of this screen's or step's texts: `screens.login`, `screens.setupTwoFactor.choose`. */
  textKey: string;
  /** Answers of the screen's `load` and `list`. */
  view: Record<string, unknown>;
  list: Record<string, unknown> | null;
  query: Record<string, string>;
  returnUrl: string;
  user: User;
  partner: PartnerMetadata;
  hasLogo: boolean;
  /** Path of the partner's image, where one is shown. */
  background: string | null;
  language: string;
  /** The language that was chosen and is on its way. */
  nextLanguage: string | null;
  direction: "ltr" | "rtl";
  languages: { tag: string; name: string }[];
  scheme: ColourScheme;
  t: Translate;
  /** What conditions of links, actions and fields ask about. */
  facts: Facts;
  /** What the form starts with: the view's values of the same names, and what was typed before. */
  values: Record<string, unknown>;
  /** What the server refused, by field; the empty name holds what is wrong in general. */
  problems: ProblemCodes;
  /** What asks back on a page of its own, because no script was there to ask when it was pressed. */
  asked?: PageState["asked"];
  /** Name of a message (`messages.<say>`) from the screen before. */
  say?: string;
  /** Come to by back or forward within the app. */
  returned: boolean;
  /** Whether a call of this screen is under way now, and not only the browser asking for a device; what shows it asks `useBusy`. */
  isBusy(): boolean;
  /** Calls `listener` whenever what stands on the page, or is under way for it, has changed. */
  subscribe(listener: () => void): () => void;
  /** Anti-forgery token, for the hidden field of native forms. */
  token: string;
  /** Address that this screen's native forms post to. */
  postAddress: string;
  /** Sends the screen's `submit` call; what it answers leads on. */
  submit(values: Record<string, unknown>): void;
  /** Runs one of the screen's further buttons. The call is given what it knows of `values`. */
  act(button: ScreenButton, values?: Record<string, unknown>): void;
  /** Goes to an address of this site without a new page. */
  go(href: string, options?: { replace?: boolean }): void;
  /** Loads the view anew, for a panel that keeps itself new; says whether there is a new one. */
  reload(): Promise<boolean>;
  setLanguage(language: string): void;
  setScheme(scheme: ColourScheme): void;
  /** Address of a screen; the return address is carried along. */
  hrefOf(screen: string, query?: Record<string, string>): string;
  /** The menu of somebody signed in. */
  menu: readonly MenuEntry[];
  /** Key of the words that lead to a screen. */
  linkKeyOf(screen: string): string;
  /** Picture of a screen. */
  iconOf(screen: string): ScreenConfig["icon"];
  /** How a message looks, by its text key. */
  toneOf(message: string): Tone;
}

const Context = createContext<ScreenContext | null>(null);

export const ScreenProvider = Context.Provider;

/** The context of the screen that stands; only inside of `Root`. */
export function useScreen(): ScreenContext {
  const context = use(Context);
  if (context === null) throw new Error("useScreen stands outside of Root");
  return context;
}

/** Whether a call of this screen is under way. Draws who asks anew, and nothing else: what was pressed waits for it. */
export function useBusy(): boolean {
  const { subscribe, isBusy } = useScreen();
  return useSyncExternalStore(subscribe, isBusy, () => false);
}

/** The texts of a panel, `panels.<panel>.`; the check knows by it which of them it shows. */
export function usePanelTexts(panel: string): Translate {
  const { t } = useScreen();
  return (key, params) => t(`panels.${panel}.${key}`, params);
}
