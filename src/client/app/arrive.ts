import type { User } from "../../generated/calls.ts";
import type { CallUse } from "../../generated/config.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import { departure, withReturnUrl } from "../../shared/return-url.ts";
import {
  isScreenPath,
  partOf,
  resolveNext,
  type Screen,
  type Screens,
  screenAddress,
  screenAt,
  type Way,
} from "../../shared/screens.ts";
import type { CallFailure } from "../api/call-failure.ts";
import { mailedOf } from "../page/mailed-values.ts";
import { type Page, readAddress } from "../page/page.ts";
import type { Address } from "./router.ts";
import type { RunUse } from "./run-use.ts";

/** What following an address leads to. */
export type Arrival =
  | { kind: "shown"; page: Shown }
  | { kind: "go"; path: string; say?: string }
  | { kind: "leave"; url: string }
  | { kind: "left" };

/** What of the page an arrival sets. */
export type Shown = Pick<
  Page,
  "screen" | "part" | "query" | "returnUrl" | "view" | "list" | "user" | "problems" | "failed"
>;

/** What an address asks for, and the person who asks. */
type Asked = Pick<Shown, "screen" | "query" | "returnUrl" | "user">;

/** What arriving needs of the app. */
export interface Travel {
  screens: Screens;
  origin: string;
  run: RunUse;
  /** Fetches what draws the screen: its form or panel, and the texts. */
  prepare(screen: Screen, view: Record<string, unknown>): Promise<void>;
  page(): Page;
}

/**
 * Follows an address: the user decides first, then redirect and guard, then `enter`, `load` and `list` (specification,
 * section 2). Decides only; what it decides is done by the caller.
 */
export async function arrive(address: Address, through: Travel): Promise<Arrival> {
  const { screens } = through;
  const screen = screenAt(screens, address.pathname);
  const { query, returnUrl } = askedFor(address, screen, through);
  prepareEarly(screen, through.prepare);
  const fetching = through.run({ call: "User" }, {});
  const travel = {
    ...through,
    run: askedAhead({ screen, query, returnUrl, user: through.page().user }, through),
  };
  const fetched = await fetching;
  if ("failure" in fetched) {
    const { user } = travel.page();
    return failedArrival(fetched.failure, { screen, query, returnUrl, user }, travel);
  }
  const user = fetched.data as unknown as User;
  if (screen.redirect !== undefined)
    return follow({ screen: screen.redirect, query }, returnUrl, screens, travel.origin);
  if (screen.access === "authenticated" && !user.isAuthenticated) {
    const denied = screens.errorAccessDenied;
    const full = address.pathname + address.search + address.hash;
    if (denied !== undefined) return { kind: "go", path: withReturnUrl(denied.path, full) };
  }
  const facts = toFacts({ query, user, partner: travel.page().partner });
  const before = { screen, query, returnUrl, user };
  const turned = await enter(screen, facts, returnUrl, travel);
  return turned ?? look(before, facts, travel);
}

/**
 * Runs calls, those of a screen for everybody from now on: beside the user and each other, so that the screen comes some
 * round trips sooner. Only what the address alone says, and not who comes; such calls change nothing, and an answer that
 * nobody needs is let go.
 */
function askedAhead(asked: Asked, { run, page }: Travel): RunUse {
  const { screen, query } = asked;
  if (screen.access === "authenticated") return run;
  const uses = [screen.enter, listAlone(page(), asked) ? undefined : screen.load, screen.list];
  const answers = new Map<CallUse, ReturnType<RunUse>>();
  for (const use of uses) {
    if (use !== undefined && asksByAddress(use)) answers.set(use, run(use, toFacts({ query })));
  }
  return (use, facts, options) => answers.get(use) ?? run(use, facts, options);
}

function asksByAddress(use: CallUse): boolean {
  return Object.values(use.with ?? {}).every((source) => /^(query\.|=)/.test(source));
}

/** Fetches what draws a screen as it begins, before it is certain that it will be shown. */
export function prepareEarly(screen: Screen, prepare: Travel["prepare"]): void {
  // Whoever needs it asks again, and says what is missing.
  prepare(screen, {}).catch(() => undefined);
}

/** What an address asks for. Of the screen that stands it is also what was mailed, which no address shows any more. */
function askedFor({ search }: Address, screen: Screen, { page }: Travel): Pick<Page, "query" | "returnUrl"> {
  const now = page();
  const { query, returnUrl } = readAddress(search);
  const stays = now.screen.id === screen.id && now.returnUrl === returnUrl;
  return { query: stays ? { ...mailedOf(now.query), ...query } : query, returnUrl };
}

/** The way of a row of `next` as an arrival; the return address is carried along. */
export function follow(way: Way, returnUrl: string, screens: Screens, origin: string): Arrival {
  if (way.screen === "$returnUrl") return depart(returnUrl, screens, origin);
  const screen = screens[way.screen];
  if (screen === undefined) throw new Error(`screens.config.json has no screen ${way.screen}`);
  const path = withReturnUrl(screenAddress(screen, way.query), returnUrl);
  return { kind: "go", path, say: sayOf(way) };
}

/** Key of the message that a way carries to its target. */
export function sayOf(way: Way | undefined): string | undefined {
  return way?.say === undefined ? undefined : `messages.${way.say}`;
}

async function enter(
  screen: Screen,
  facts: Facts,
  returnUrl: string,
  { run, screens, origin }: Travel,
): Promise<Arrival | undefined> {
  if (screen.enter === undefined) return undefined;
  const result = await run(screen.enter, facts);
  // A door that cannot answer turns nobody away; the calls behind it check again.
  if ("failure" in result) return result.failure.kind === "left" ? { kind: "left" } : undefined;
  const way = resolveNext(screen.id, screen.enter.next, { ...facts, ...toFacts({ view: result.data }) });
  return way === undefined ? undefined : follow(way, returnUrl, screens, origin);
}

async function look(before: Asked, facts: Facts, travel: Travel): Promise<Arrival> {
  const { screen } = before;
  const { run, page } = travel;
  const onlyList = listAlone(page(), before);
  const loaded = onlyList || screen.load === undefined ? undefined : await run(screen.load, facts);
  if (loaded !== undefined && "failure" in loaded) return failedArrival(loaded.failure, before, travel);
  const view = loaded?.data ?? (onlyList ? page().view : {});
  const [listed] = await Promise.all([
    screen.list === undefined ? undefined : run(screen.list, { ...facts, ...toFacts({ view }) }),
    travel.prepare(screen, view),
  ]);
  if (listed !== undefined && "failure" in listed) return failedArrival(listed.failure, before, travel);
  const list = listed?.data ?? null;
  const part = partOf(screen, view);
  return { kind: "shown", page: { ...before, part, view, list, problems: {}, failed: false } };
}

/**
 * Says whether only the list of the screen that stands must be fetched again: the same screen and person, and the
 * address differs in nothing but what the list asks for (filter, page, size).
 */
export function listAlone(now: Page, next: Asked): boolean {
  if (now.screen.id !== next.screen.id || now.failed || now.returnUrl !== next.returnUrl) return false;
  if (now.user.userId !== next.user.userId) return false;
  const asked = Object.values(next.screen.list?.with ?? {}).map((fact) => fact.replace(/^query\./, ""));
  const names = new Set([...Object.keys(now.query), ...Object.keys(next.query)]);
  const changed = [...names].filter((name) => now.query[name] !== next.query[name]);
  return changed.length > 0 && changed.every((name) => asked.includes(name));
}

/**
 * A screen whose calls gave no answer still stands: it says why and offers to try again. Where only its list was asked
 * for, that stands too, and what is typed beside it.
 */
async function failedArrival(failure: CallFailure, asked: Asked, travel: Travel): Promise<Arrival> {
  if (failure.kind === "left") return { kind: "left" };
  const { problems } = failure;
  const now = travel.page();
  if (listAlone(now, asked)) {
    // Of the list that stands, not of the one that was asked for, which can be asked for again.
    const { part, query, view, list } = now;
    return { kind: "shown", page: { ...asked, part, query, view, list, problems, failed: false } };
  }
  // What cannot be fetched now is not needed to say so.
  await travel.prepare(asked.screen, {}).catch(() => undefined);
  const page = { ...asked, part: asked.screen, view: {}, list: null, problems, failed: true };
  return { kind: "shown", page };
}

/** The detour is over: a path that is no screen is left for by a new page. */
function depart(returnUrl: string, screens: Screens, origin: string): Arrival {
  const way = departure(returnUrl, origin, (path) => isScreenPath(screens, path));
  if (way.kind === "refused") return { kind: "go", path: "/" };
  return way.kind === "router" ? { kind: "go", path: way.url } : { kind: "leave", url: way.url };
}
