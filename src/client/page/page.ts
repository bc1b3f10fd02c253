import { nativeFields } from "../../shared/constants.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import type { PageState } from "../../shared/page-state.ts";
import { returnUrlOf, withReturnUrl } from "../../shared/return-url.ts";
import { partOf, type Screen, type Step, screenAddress, unmatchedPath } from "../../shared/screens.ts";
import { type Translate, translator } from "../../shared/translate.ts";
import { type Observable, observable } from "./observable.ts";

/** What stands on the page now. The first one comes from the server; afterwards the app's navigation writes it. */
export interface Page extends Omit<PageState, "screen" | "texts"> {
  screen: Screen;
  /** The wizard's step where the person stands, else the screen itself: whose form, submit, actions and links count. */
  part: Screen | Step;
  t: Translate;
  busy: boolean;
  /** The browser asks for a device, and nothing is sent before somebody has answered it. */
  asking: boolean;
  /** Another screen is being fetched. */
  travelling: boolean;
  /** The language that was chosen and is on its way: the menu shows it already. */
  nextLanguage: string | null;
  /** The screen's view could not be fetched: problems say why, and there is a way to try again. */
  failed: boolean;
  /** Counts arrivals; 0 is the screen that the server rendered and that is never remounted. */
  visit: number;
  /** Come to by back or forward within the app. */
  returned: boolean;
}

/** What changes while calls are on their way: to draw the whole page anew for it would hold these up. */
const passing = ["busy", "asking", "travelling"] as const;

/** What screens draw of the page. That something is under way only those show that ask (`useBusy`). */
export type DrawnPage = Omit<Page, (typeof passing)[number]>;

/** The one place that what is shown is read from; who changes it need not be known to it (decisions 21). */
export interface PageStore extends Omit<Observable<Page>, "set"> {
  getDrawn(): DrawnPage;
  set(change: Partial<Page>): void;
  /** Gives the first page's `t` the whole catalogue. Draws nothing anew: what stands has its words already. */
  learn(texts: Translate): void;
}

export function createPageStore(first: Page): PageStore {
  let known = first.t;
  const { get, set, subscribe } = observable<Page>({ ...first, t: (key, params) => known(key, params) });
  let drawn = get();
  return {
    get,
    subscribe,
    getDrawn: () => drawn,
    set: (change) => {
      const page = get();
      // What stands there already draws nothing anew.
      const names = Object.keys(change) as (keyof Page)[];
      const changed = names.filter((name) => !Object.is(page[name], change[name]));
      if (changed.length === 0) return;
      const next = { ...page, ...change };
      if (changed.some((name) => !(passing as readonly string[]).includes(name))) drawn = next;
      set(next);
    },
    learn: (texts) => {
      known = texts;
    },
  };
}

/** The page that a page answer shows first. */
export function firstPage({ texts, ...state }: PageState, screen: Screen): Page {
  return {
    ...state,
    screen,
    part: partOf(screen, state.view),
    t: translator(texts, state.language),
    busy: false,
    asking: false,
    travelling: false,
    nextLanguage: null,
    failed: false,
    visit: 0,
    returned: false,
  };
}

/**
 * Whether what is pressed counts for nothing, because a call is under way. While the browser asks for a device, whoever presses
 * something else has changed their mind: not every browser's question covers the page.
 */
export function isHeld({ busy, asking }: Pick<Page, "busy" | "asking">): boolean {
  return busy && !asking;
}

/** What conditions on the page ask about; `given` is what is typed and pressed, where that is newer. */
export function factsOf(
  { query, view, user, partner, values }: Pick<Page, "query" | "view" | "user" | "partner" | "values">,
  given: { form: Record<string, unknown>; item?: unknown } = { form: values },
): Facts {
  return toFacts({ query, view, user, partner, ...given });
}

/** The address of what stands on the page. */
export function addressOf({
  screen,
  query,
  returnUrl,
}: Pick<Page, "screen" | "query" | "returnUrl">): string {
  return withReturnUrl(screenAddress(screen, query), returnUrl);
}

/** Where the page's native forms post to: its own address. An address without a screen has no forms. */
export function postAddressOf(page: Pick<Page, "screen" | "query" | "returnUrl">): string {
  return page.screen.path === unmatchedPath ? "/" : addressOf(page);
}

/** What every native form of the page carries unseen: the token, and the step that the person sees. */
export function hiddenFieldsOf({ token, screen, part }: Pick<Page, "token" | "screen" | "part">) {
  const step: Record<string, string> = part === screen ? {} : { [nativeFields.step]: part.id };
  return { [nativeFields.token]: token, ...step };
}

/** Query of an address as screens read it: the first value per name, the return address apart. */
export function readAddress(search: string): { query: Record<string, string>; returnUrl: string } {
  const parameters = new URLSearchParams(search);
  const query: Record<string, string> = {};
  parameters.forEach((value, name) => {
    if (!/^returnUrl$/i.test(name)) query[name] ??= value;
  });
  return { query, returnUrl: returnUrlOf(parameters) };
}
