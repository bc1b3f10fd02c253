import type { Dispatch } from "@reduxjs/toolkit";
import type { BaseQueryFn } from "@reduxjs/toolkit/query";
import { callTable } from "../../generated/call-table.ts";
import { antiForgeryHeader, callHeaders, languageParameter, personHeader } from "../../shared/constants.ts";
import { callPath } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";
import { problemTypes } from "../../shared/problem-codes.ts";
import { departure, returnUrlOf, withReturnUrl } from "../../shared/return-url.ts";
import { fetchInTime, type WholeAnswer } from "../page/fetch-in-time.ts";
import { untilStaying } from "../page/leaving.ts";
import type { CaptchaState } from "../state/captcha.ts";
import { type SessionState, sessionTimedOut, tokenReceived } from "../state/session.ts";
import { type CallFailure, generalProblem, left } from "./call-failure.ts";
import { problemsOf, readProblem } from "./problem-answer.ts";
import type { Surroundings } from "./surroundings.ts";
import { disownToldBy } from "./unknown-credential.ts";

export interface CallRequest {
  call: keyof typeof callTable;
  query?: Record<string, unknown>;
  body?: unknown;
  /** Nobody asked for it: whatever goes wrong leads nowhere. */
  quiet?: boolean;
  /** Asked for above the screens: it is not over when another one has come. */
  outlives?: boolean;
}

interface State {
  session: SessionState;
  captcha: CaptchaState;
}

interface Caller {
  around: Surroundings;
  dispatch: Dispatch;
  state: () => State;
  signal: AbortSignal;
  /** The screen that the call is sent from, as its arrival is counted; undefined: it belongs to none. */
  visit: number | undefined;
}

type CallResult = { data: unknown } | { error: CallFailure };

/** Where people sign in, and where it is said that they may not (specification, sections 4 and 8). */
const loginPath = "/account/login";
const accessDeniedPath = "/error/access-denied";
const exchangePath = "/api/account/exchange";

const jsonHeader = { "content-type": "application/json" };

/**
 * Sends a call and does everything that follows from its answer for every call alike (specification, sections 4, 7
 * and 8): the anti-forgery token, leaving by 209, time-outs, 401, 403, the captcha and the texts of what went wrong.
 */
export const baseQuery: BaseQueryFn<CallRequest, unknown, CallFailure> = async (request, api) => {
  const caller: Caller = {
    around: api.extra as Surroundings,
    dispatch: api.dispatch,
    state: () => api.getState() as State,
    signal: api.signal,
    visit: request.outlives === true ? undefined : (api.extra as Surroundings).visit(),
  };
  if (callTable[request.call].captcha && caller.state().captcha.show) {
    return { error: generalProblem("problems.captchaInProgress") };
  }
  try {
    return await send(request, caller, true);
  } catch {
    await untilStaying();
    return { error: generalProblem("problems.offline") };
  }
};

async function send(request: CallRequest, caller: Caller, mayRenew: boolean): Promise<CallResult> {
  const { answer, text } = await fetchCall(request, caller);
  if (answer.status >= 200 && answer.status <= 208) return success(request, text, caller);
  if (answer.status === 209) return leaveFor(request, answer, text, caller);
  const problem = readProblem(text);
  disownToldBy(problem);
  if (answer.status === 400 && problem?.type === problemTypes.antiForgery && mayRenew) {
    await fetchToken(caller);
    return send(request, caller, false);
  }
  if (request.quiet === true || isOver(caller)) return { error: left };
  if (answer.status === 400 && problem?.errors === undefined && problem?.codes === undefined) {
    return timedOut(caller);
  }
  if (answer.status === 401) return leadTo("/", "problems.unauthorized", caller);
  if (answer.status === 403 && problem?.type === problemTypes.captchaRequired) {
    const { version } = problem;
    const solved = await caller.around.captcha.challenge({ target: request.call, version });
    return solved ? send(request, caller, mayRenew) : { error: left };
  }
  if (answer.status === 403 && problem?.errors === undefined)
    return leadTo(accessDeniedPath, "problems.forbidden", caller);
  return { error: { kind: "refused", problems: problemsOf(answer, text) } };
}

async function fetchCall({ call, query, body }: CallRequest, caller: Caller): Promise<WholeAnswer> {
  const { method, kind } = callTable[call];
  const headers: Record<string, string> = { ...callHeaders };
  if (method !== "GET") headers[antiForgeryHeader] = await tokenOf(caller);
  const { user } = caller.state().session;
  if (kind === "mutation" && user?.userId) headers[personHeader] = user.userId;
  if (body !== undefined) Object.assign(headers, jsonHeader);
  const content = body === undefined ? null : JSON.stringify(body);
  return fetchInTime(
    addressOf(callPath(call), caller, query),
    { method, headers, body: content },
    caller.signal,
  );
}

function addressOf(path: string, caller: Caller, query: Record<string, unknown> = {}): URL {
  const url = new URL(path, caller.around.origin);
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined && value !== null) url.searchParams.set(name, String(value));
  }
  const { searchParams } = new URL(caller.around.address(), caller.around.origin);
  url.searchParams.set("returnUrl", returnUrlOf(searchParams));
  const language = searchParams.get(languageParameter);
  if (language !== null) url.searchParams.set(languageParameter, language);
  return url;
}

/** The token: of the page answer, else of the cookie, else fetched. */
async function tokenOf(caller: Caller): Promise<string> {
  return caller.state().session.token || caller.around.cookieToken() || (await fetchToken(caller));
}

async function fetchToken(caller: Caller): Promise<string> {
  const { answer, text } = await fetchCall({ call: "Token" }, caller);
  return answer.ok ? remember(text, caller) : "";
}

function remember(text: string, { dispatch }: Caller): string {
  const token = stringOf(JSON.parse(text), "token") ?? "";
  if (token !== "") dispatch(tokenReceived(token));
  return token;
}

async function success({ call }: CallRequest, text: string, caller: Caller): Promise<CallResult> {
  const data: unknown = text === "" ? null : JSON.parse(text);
  disownToldBy(data);
  const state = stringOf(data, "state");
  if (state !== undefined) await exchange(call, state, caller);
  return { data };
}

/**
 * Trades the one-use state of a call for the token of the new identity; where that fails, a token is fetched (decisions 5),
 * and where the line breaks, the call is answered all the same. A screen that has come meanwhile may show the identity
 * before: it is looked at anew.
 */
async function exchange(call: string, state: string, caller: Caller): Promise<void> {
  try {
    const { answer, text } = await fetchInTime(addressOf(exchangePath, caller), {
      method: "POST",
      headers: { ...callHeaders, ...jsonHeader },
      body: JSON.stringify({ state }),
    });
    if (answer.ok) remember(text, caller);
    else await fetchToken(caller);
  } catch {
    // The token of before is renewed where it is refused.
    await untilStaying();
  }
  caller.around.identityChanged(call);
  if (hasAnotherCome(caller)) caller.around.go(caller.around.address(), { replace: true });
}

async function leaveFor(
  { call }: CallRequest,
  answer: Response,
  text: string,
  caller: Caller,
): Promise<CallResult> {
  const body = readProblem(text);
  const state = answer.headers.get("state") ?? stringOf(body, "state");
  if (state !== undefined) await exchange(call, state, caller);
  if (isOver(caller)) return { error: left };
  const { around } = caller;
  const target = answer.headers.get("redirect") ?? stringOf(body, "redirect") ?? "";
  const way = departure(target, around.origin, around.isScreen);
  if (way.kind === "refused") return { error: generalProblem("problems.badGateway") };
  if (way.kind === "router") around.go(way.url);
  else if (way.kind === "document") around.leave(way.url);
  else around.go(withReturnUrl("/redirect", way.url));
  return { error: left };
}

/** The attempt or the session is gone: sign in again, with the message (specification, section 4). */
function timedOut(caller: Caller): CallResult {
  if (pathNow(caller) !== loginPath) caller.dispatch(sessionTimedOut());
  return leadTo(loginPath, "problems.timeout", caller, caller.around.wayBack());
}

/** Leads to a screen, and from there back; where it stands already, what is wrong is only said, so nothing turns in a circle. */
function leadTo(
  path: string,
  code: string,
  caller: Caller,
  back: string = caller.around.address(),
): CallResult {
  if (pathNow(caller) === path) return { error: generalProblem(code) };
  caller.around.go(withReturnUrl(path, back));
  return { error: left };
}

/** Another screen has come, or is on its way: the answer of a call of the one before leads nobody away from it. */
function isOver(caller: Caller): boolean {
  return caller.signal.aborted || hasAnotherCome(caller);
}

function hasAnotherCome({ around, visit }: Caller): boolean {
  return visit !== undefined && around.visit() !== visit;
}

function pathNow({ around }: Caller): string {
  return new URL(around.address(), around.origin).pathname;
}

function stringOf(value: unknown, name: string): string | undefined {
  const found = isObject(value) ? value[name] : undefined;
  return typeof found === "string" ? found : undefined;
}
