import type { FastifyRequest } from "fastify";
import { antiForgeryCookie, antiForgeryHeader } from "../../shared/constants.ts";
import type { ProblemCodes } from "../../shared/problem-codes.ts";
import type { CallContext } from "../call.ts";
import { cookieNames, type HeldCookies, headerCookies } from "../cookies.ts";
import { hmac, hmacs, randomToken, type SecretKeys, safeEqual } from "../crypto.ts";
import { forged } from "../problem.ts";
import type { Services } from "../services.ts";

const purpose = "anti-forgery";
const saltLength = 12;

/**
 * A fresh anti-forgery token for the browser's session, or for the browser while nobody is signed in; also put
 * into the readable cookie (specification, section 3). Nothing is stored: the token is an HMAC over the cookie's
 * value (decisions 5), salted so that no two are alike in compressed pages.
 */
export function issueToken(context: Pick<CallContext, "services" | "cookies">): string {
  const token = tokenFor(context.services, context.cookies, randomToken(saltLength));
  context.cookies.set(antiForgeryCookie, token, { readable: true });
  return token;
}

/** Refuses a call that another site may have sent: its origin, and its token unless it has other proof. */
export function assertNotForged(
  request: FastifyRequest,
  cookies: HeldCookies,
  proof: "token" | "other",
): void {
  const { services } = request.server;
  if (!isOwnOrigin(services, request)) throw forged("the call came from another origin");
  if (proof === "token" && !isToken(services, cookies, request.headers[antiForgeryHeader]))
    throw forged("the anti-forgery token is missing or not this browser's", withoutCookies(cookies));
}

/** What to say to a browser that brought none of our cookies: perhaps it keeps none (security, F19). Undefined: it did. */
function withoutCookies(cookies: HeldCookies): ProblemCodes | undefined {
  return binding(cookies) === undefined ? { "": [{ code: "problems.cookiesNeeded" }] } : undefined;
}

/**
 * The same for a form that the browser posted by itself; the token is in a hidden field. What to say to whoever sent another,
 * or undefined where all is well.
 */
export function refusalOfPost(
  request: FastifyRequest,
  { services, cookies }: Pick<CallContext, "services" | "cookies">,
  token: unknown,
): ProblemCodes | undefined {
  if (isOwnOrigin(services, request) && isToken(services, cookies, token)) return undefined;
  // The browser has been named meanwhile.
  return withoutCookies(headerCookies(request.headers.cookie)) ?? { "": [{ code: "problems.timeout" }] };
}

/**
 * What the browser says about who made it send this. Only an answer of a browser without these headers, or of no
 * browser at all, is left to the token. `Origin: null` is what a strict referrer policy makes of our own pages.
 */
function isOwnOrigin(services: Services, request: FastifyRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || (origin === "null" && site !== undefined)) return true;
  return isKnownOrigin(services, origin);
}

/** Whether pages of ours have this origin. */
export function isKnownOrigin({ settings, config }: Services, origin: string): boolean {
  if (origin === settings.publicUrl) return true;
  return Object.values(config().partners).some(({ origins }) => origins.includes(origin));
}

function isToken(services: Services, cookies: HeldCookies, token: unknown): boolean {
  const holder = binding(cookies);
  if (typeof token !== "string" || holder === undefined) return false;
  const { secretKeys } = services.settings;
  const known = tokensKnown.get(secretKeys) ?? new Map<string, string>();
  tokensKnown.set(secretKeys, known);
  const before = known.get(holder);
  if (before !== undefined && safeEqual(token, before)) return true;
  const [salt = ""] = token.split(".", 1);
  const signatures = hmacs(secretKeys, purpose, signedText(holder, salt));
  const isGood = signatures.some((signature) => safeEqual(token, `${salt}.${signature}`));
  if (isGood && known.size >= mostKnown) known.clear();
  if (isGood) known.set(holder, token);
  return isGood;
}

const mostKnown = 1000;

/** The last good token of each holder, because a page sends the same one with every call. */
const tokensKnown = new WeakMap<SecretKeys, Map<string, string>>();

function tokenFor(services: Services, cookies: HeldCookies, salt: string): string {
  return `${salt}.${hmac(services.settings.secretKeys, purpose, signedText(String(binding(cookies)), salt))}`;
}

function signedText(holder: string, salt: string): string {
  return `${salt} ${holder}`;
}

function binding(cookies: HeldCookies): string | undefined {
  const session = cookies.get(cookieNames.session);
  return session === undefined ? cookies.get(cookieNames.browser) : `session ${session}`;
}
