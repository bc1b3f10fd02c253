import type {
  ActionConfig,
  CallUse,
  EnterUse,
  LinkConfig,
  MenuEntry,
  NextRow,
  ScreenConfig,
  ScreensConfig,
  StepConfig,
} from "../generated/config.ts";
import { defaultReturnUrl } from "./constants.ts";
import { type Facts, matches } from "./matches.ts";
import { returnUrlOf, siteUrl } from "./return-url.ts";

/** A further button, with its own rows of `next` or those of its screen. */
export interface Action extends Omit<ActionConfig, "next"> {
  next: NextRow[];
}

/** What a screen and a wizard's step have in common, written out. */
interface Written {
  links: LinkConfig[];
  next: NextRow[];
  actions: Action[];
}

/** A wizard's step, written out as a screen is. */
export type Step = Omit<StepConfig, keyof Written> & Written;

/** A screen as the renderer and the server use it: extensions taken over, defaults filled, short forms written out. */
export interface Screen extends Omit<ScreenConfig, keyof Written | "extends" | "steps" | "enter">, Written {
  id: string;
  /** Whose texts it shows: its own id, or the id of the screen that it extends. */
  textId: string;
  access: "anonymous" | "authenticated";
  layout: "card" | "bare" | "empty";
  steps: Step[];
  enter?: Omit<EnterUse, "next"> & { next: NextRow[] };
}

export type Screens = Record<string, Screen>;

/** A use of a call. */
type Use = Pick<CallUse, "call" | "ceremony">;

/** The screen that shows every address that no other screen has (specification, section 2). */
export const unmatchedPath = "*";

/** Says whether a screen is a sign-in page: one that shows the ways in. */
export function isSignIn(screen: Pick<Screen, "load"> | undefined): boolean {
  return screen?.load?.call === "LoginView";
}

/** Writes the configuration out. Expects a checked one: an unknown `extends` is an error of the check. */
export function resolveScreens(config: ScreensConfig): Screens {
  const journey: NextRow[] = Object.entries(config.journey).map(([outcome, go]) => ({
    when: { outcome },
    go,
  }));
  const rows = (next: ScreenConfig["next"]): NextRow[] =>
    (next ?? []).flatMap((row) => (row === "$journey" ? journey : [row]));
  const write = (part: ScreenConfig | StepConfig): Written => {
    const next = rows(part.next);
    const actions = (part.actions ?? []).map((action) => ({
      ...action,
      next: action.next ? rows(action.next) : next,
    }));
    const links = (part.links ?? []).map((link) => (typeof link === "string" ? { to: link } : link));
    return { next, actions, links };
  };
  const resolve = ([id, own]: [string, ScreenConfig]): [string, Screen] => {
    const base = own.extends === undefined ? {} : config.screens[own.extends];
    const { extends: _, enter, ...entries } = { ...base, ...own };
    const steps = (entries.steps ?? []).map((step) => ({ ...step, ...write(step) }));
    const door = enter === undefined ? {} : { enter: { ...enter, next: rows(enter.next) } };
    const defaults = { access: "anonymous", layout: "card" } as const;
    return [
      id,
      { ...defaults, ...entries, ...write(entries), ...door, steps, id, textId: own.extends ?? id },
    ];
  };
  return Object.fromEntries(Object.entries(config.screens).map(resolve));
}

/** The menu of somebody signed in, on every screen, its short forms written out (decisions 24). */
export function menuOf({ menu = [] }: ScreensConfig): MenuEntry[] {
  return menu.map((entry) => (typeof entry === "string" ? { to: entry } : entry));
}

/** Key of the words that lead to a screen, where a link has none of its own. */
export function linkKey(screens: Screens, to: string): string {
  return `screens.${screens[to]?.textId ?? to}.link`;
}

/** How a notice looks: what everybody should know, what went well, what needs care. */
export type Tone = "info" | "success" | "warning";

/** The tone of a message, by its text key (`messages.<name>`). */
export function toneOf({ tones = {} }: ScreensConfig, key: string): Tone {
  return tones[key.replace(/^messages\./, "")] ?? "info";
}

/** The screen of an address; a trailing slash is ignored, an address that no screen has gives the unmatched screen. */
export function screenAt(screens: Screens, path: string): Screen {
  const clean = path.length > 1 && path.endsWith("/") ? path.slice(0, -1) : path;
  const all = Object.values(screens);
  const found =
    all.find((screen) => screen.path === clean) ?? all.find((screen) => screen.path === unmatchedPath);
  if (found === undefined) throw new Error("screens.config.json has no screen with the path *");
  return found;
}

/**
 * Where signing in anew leads from the address of a page: where the page itself would lead, or back to the page where
 * that is for signed-in people and leads nowhere else (specification, section 4).
 */
export function wayBack(screens: Screens, address: string): string {
  const { pathname, search, searchParams } = siteUrl(address);
  const onward = returnUrlOf(searchParams);
  const isGoal = onward === defaultReturnUrl && screenAt(screens, pathname).access === "authenticated";
  return isGoal ? pathname + search : onward;
}

/** The step where the person stands, as the server's view says, else the screen (design, "The screen language"). */
export function partOf(screen: Screen, view: Record<string, unknown>): Screen | Step {
  return screen.steps.find(({ id }) => id === view.step) ?? screen;
}

/** Every use of a call that a screen and its steps make. */
export function usesOf({ enter, load, list, autofill, steps, ...screen }: Screen): Use[] {
  const ofParts = [screen, ...steps].flatMap(({ submit, actions }) => [submit, ...actions]);
  return [enter, load, list, autofill, ...ofParts].filter((use) => use !== undefined);
}

/** Says whether an address belongs to a screen of its own. */
export function isScreenPath(screens: Screens, path: string): boolean {
  return screenAt(screens, path).path !== unmatchedPath;
}

/** Property → value of a `with`: facts are looked up, `=text` is fixed, what is missing is left out. */
export function valuesOf(mapping: Record<string, string> | undefined, facts: Facts): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [property, source] of Object.entries(mapping ?? {})) {
    const value = source.startsWith("=") ? source.slice(1) : facts[source];
    if (value !== undefined && value !== null) values[property] = value;
  }
  return values;
}

/** Where an answer leads: a screen with its query, or a step of the same screen. */
export interface Way {
  screen: string;
  step?: string;
  query: Record<string, string>;
  say?: string;
  /** The answer is the view of the step. */
  show?: boolean;
}

/**
 * The first row of `next` that matches (design, "The screen language"); none: undefined. The same resolver serves
 * the client and the native post on the server (decisions 19).
 */
export function resolveNext(screenId: string, next: readonly NextRow[], facts: Facts): Way | undefined {
  const row = next.find(({ when }) => matches(when, facts));
  if (row === undefined) return undefined;
  const values = Object.entries(valuesOf(row.with, facts)).map(([name, value]) => [name, String(value)]);
  const target = row.go.startsWith("#") ? { screen: screenId, step: row.go.slice(1) } : { screen: row.go };
  return {
    ...target,
    query: Object.fromEntries(values),
    say: row.say,
    show: row.show,
  };
}

/** The view that an answer is for the step which a row shows it at. Its one-use ticket is for the script alone. */
export function shownView(
  answer: Record<string, unknown>,
  step: string | undefined,
): Record<string, unknown> {
  const { state: _, ...view } = answer;
  return { ...view, step };
}

/** Address of a screen with its query; `returnUrl` is carried like any other parameter. */
export function screenAddress(screen: Screen, query: Record<string, string>): string {
  const text = new URLSearchParams(query).toString();
  return text === "" ? screen.path : `${screen.path}?${text}`;
}
