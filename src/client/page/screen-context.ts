import { createContext, use, useSyncExternalStore } from "react";
import type { MenuEntry, ScreenConfig } from "../../generated/config.ts";
import type { AnswerOf, CallName } from "../../shared/contract.ts";
import type { Facts } from "../../shared/matches.ts";
import type { Tone } from "../../shared/screens.ts";
import type { Translate } from "../../shared/translate.ts";
import type { Controls } from "./controls.ts";
import type { DrawnPage } from "./page.ts";

/**
 * Everything that a screen, a form field or a panel may know and do (decisions 21). It is the same before and after
 * the router, the store and the translations have arrived, so none of them knows what has.
 */
export interface ScreenContext<Load extends CallName = never> extends Omit<DrawnPage, "view">, Controls {
  /** What the screen's `load` answered. */
  view: [Load] extends [never] ? DrawnPage["view"] : AnswerOf<Load>;
  /** Key of this screen's or step's texts: `screens.login`, `screens.setupTwoFactor.choose`. */
  textKey: string;
  /** What conditions of links, actions and fields ask about. */
  facts: Facts;
  /** Whether a call of this screen is under way now, and not only the browser asking for a device; what shows it asks `useBusy`. */
  isBusy(): boolean;
  /** Calls `listener` whenever what stands on the page, or is under way for it, has changed. */
  subscribe(listener: () => void): () => void;
  /** Address that this screen's native forms post to. */
  postAddress: string;
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

/**
 * The context of the screen that stands; only inside of `Root`. A panel names the call that its screens load, which the compiler
 * believes: that each of them does is checked by `panel-view`, that the answer always has what the panel takes to be there by
 * `panel-answer` (docs/rules.md).
 */
export function useScreen<Load extends CallName = never>(): ScreenContext<Load> {
  const context = use(Context);
  if (context === null) throw new Error("useScreen stands outside of Root");
  return context as ScreenContext<Load>;
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
