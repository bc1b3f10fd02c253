import { defaultReturnUrl } from "../../shared/constants.ts";
import { type Facts, toFacts } from "../../shared/matches.ts";
import { departure, withReturnUrl } from "../../shared/return-url.ts";
import {
  isScreenPath,
  resolveNext,
  type Screen,
  screenAt,
  unmatchedPath,
  type Way,
  wayBack,
} from "../../shared/screens.ts";
import { type CallContext, Leave } from "../call.ts";
import { Problem } from "../problem.ts";
import { requestUid } from "../request/authorization-request.ts";
import { startAddress } from "../request/start-address.ts";
import { screenPath } from "../screen-path.ts";
import { addressFacts, pageQuery, runUse } from "./page-facts.ts";
import type { PageResult } from "./page-result.ts";

/**
 * Answers the address of a screen: guard, `enter`, `load`, `list`, in this order (specification, section 2; design,
 * "Usable at first paint"). `url` is path and query as asked for.
 */
export async function pageAnswer(context: CallContext, url: string, rawQuery: unknown): Promise<PageResult> {
  const { screens } = context.services.config();
  const screen = screenAt(screens, pathOf(url));
  const query = pageQuery(rawQuery);
  const facts = addressFacts(context, query);
  if (screen.redirect !== undefined) return wayResult(context, { screen: screen.redirect, query });
  if (screen.access === "authenticated" && context.visitor.session === null)
    return accessDenied(context, url);
  try {
    const elsewhere = await enterResult(context, screen, facts);
    return elsewhere ?? (await contentResult(context, screen, query, facts));
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const isQueryRefused = error.status === 400 && error.options.codes !== undefined;
    // An address with a page of letters is no reason to show nothing: the same screen without them.
    if (isQueryRefused && Object.keys(query).length > 0)
      return { kind: "redirect", location: withReturnUrl(screen.path, context.target.returnUrl) };
    return refusedResult(context, url, error);
  }
}

/**
 * Where whoever opens the sign-in page of a request that is over, and is signed in nowhere here, is led instead: to where its
 * application starts, which asks anew. Else the password would lead back to an application that knows nothing of the answer any more.
 * Not part of `pageAnswer`: what was typed on a page that stood open is taken, and no other tab leads anybody away from it. A redirect
 * of a native post may lead to the page as well, so it is left as after one.
 */
export function beyondSignIn(context: CallContext, url: string): PageResult | undefined {
  const { services, target, visitor } = context;
  const { request, client, returnUrl } = target;
  if (visitor.session !== null || requestUid(returnUrl) === undefined) return undefined;
  if (request !== null && !request.isEnding) return undefined;
  if (screenAt(services.config().screens, pathOf(url)).submit?.call !== "Login") return undefined;
  const location = startAddress(services, client?.id ?? null);
  return location === defaultReturnUrl ? undefined : leaveResult(context, location, true);
}

/** Runs the screen's `load` and `list`; either may lead away instead. */
async function contentResult(
  context: CallContext,
  screen: Screen,
  query: Record<string, string>,
  facts: Facts,
): Promise<PageResult> {
  const view = screen.load === undefined ? {} : await runUse(context, screen.load, facts);
  if (view instanceof Leave) return leaveResult(context, view.redirect);
  const list =
    screen.list === undefined ? null : await runUse(context, screen.list, { ...facts, ...toFacts({ view }) });
  if (list instanceof Leave) return leaveResult(context, list.redirect);
  const status = screen.path === unmatchedPath ? 404 : 200;
  return { kind: "screen", content: { screen, query, view, list, values: {}, problems: {}, status } };
}

/**
 * Leads to an address that a call answered with 209. The one-use state is not needed: the next page brings a token.
 * After a native post only a screen is reached by a redirect, because any other address may redirect to another
 * origin and `form-action 'self'` refuses the whole chain (decisions 19).
 */
export function leaveResult(context: CallContext, target: string, afterPost = false): PageResult {
  const { screens } = context.services.config();
  const origin = context.services.settings.publicUrl;
  const way = departure(target, origin, (path) => isScreenPath(screens, path));
  if (way.kind === "refused")
    return { kind: "redirect", location: screenPath(context.services, "errorNotFound") };
  const isHere = way.url.startsWith("/");
  return isHere && !(afterPost && way.kind === "detour")
    ? { kind: "redirect", location: way.url }
    : { kind: "leave", url: way.url };
}

/** Leads to where a row of `next` or a `redirect` goes, with the return address carried along. */
export function wayResult(context: CallContext, way: Way): PageResult {
  const { returnUrl } = context.target;
  if (way.screen === "$returnUrl") return { kind: "redirect", location: returnUrl };
  const location = withReturnUrl(screenPath(context.services, way.screen, way.query), returnUrl);
  return { kind: "redirect", location, say: way.say };
}

/** What follows from a call that refused (specification, sections 4 and 8), where no form can show it. */
export function refusedResult(context: CallContext, url: string, problem: Problem): PageResult {
  const { screens } = context.services.config();
  if (problem.status === 401) return { kind: "redirect", location: withReturnUrl("/", url) };
  if (problem.status === 403) return accessDenied(context, url);
  if (problem.status === 400 && problem.options.codes === undefined) {
    const location = withReturnUrl(screenPath(context.services, "login"), wayBack(screens, url));
    return { kind: "redirect", location, say: "sessionTimeout" };
  }
  throw problem;
}

async function enterResult(
  context: CallContext,
  screen: Screen,
  facts: Facts,
): Promise<PageResult | undefined> {
  if (screen.enter === undefined) return undefined;
  const answer = await runUse(context, screen.enter, facts);
  if (answer instanceof Leave) return leaveResult(context, answer.redirect);
  const way = resolveNext(screen.id, screen.enter.next, { ...facts, ...toFacts({ view: answer }) });
  return way === undefined ? undefined : wayResult(context, way);
}

function accessDenied({ services }: CallContext, url: string): PageResult {
  return { kind: "redirect", location: withReturnUrl(screenPath(services, "errorAccessDenied"), url) };
}

/** The path of an address as it was asked for. */
export function pathOf(url: string): string {
  return url.split(/[?#]/, 1)[0] ?? "/";
}
