import type { FastifyRequest } from "fastify";
import { antiForgeryCookie, antiForgeryHeader } from "../../shared/constants.ts";
import type { CallContext } from "../call.ts";
import { type Cookies, cookieNames } from "../cookies.ts";
import { hmac, randomToken, safeEqual } from "../crypto.ts";
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
  cookies: Pick<Cookies, "get">,
  proof: "token" | "other",
): void {
  const { services } = request.server;
  if (!isOwnOrigin(services, request)) throw forged("the call came from another origin");
  if (proof === "token" && !isToken(services, cookies, request.headers[antiForgeryHeader]))
    throw forged("the anti-forgery token is missing or not this browser's");
}

/** The same for a form that the browser posted by itself; the token is in a hidden field. */
export function isTrustedPost(
  request: FastifyRequest,
  context: Pick<CallContext, "services" | "cookies">,
  token: unknown,
): boolean {
  return isOwnOrigin(context.services, request) && isToken(context.services, context.cookies, token);
}

/**
 * What the browser says about who made it send this. Only an answer of a browser without these headers, or of no
 * browser at all, is left to the token. `Origin: null` is what a strict referrer policy makes of our own pages.
 */
function isOwnOrigin(services: Services, request: FastifyRequest): boolean {
  const { origin, "sec-fetch-site": site } = request.headers;
  if (site !== undefined && site !== "same-origin") return false;
  if (origin === undefined || (origin === "null" && site !== undefined)) return true;
  const partners = Object.values(services.config().partners);
  return origin === services.settings.publicUrl || partners.some(({ origins }) => origins.includes(origin));
}

function isToken(services: Services, cookies: Pick<Cookies, "get">, token: unknown): boolean {
  if (typeof token !== "string" || binding(cookies) === undefined) return false;
  const [salt = ""] = token.split(".", 1);
  return safeEqual(token, tokenFor(services, cookies, salt));
}

function tokenFor(services: Services, cookies: Pick<Cookies, "get">, salt: string): string {
  return `${salt}.${hmac(services.settings.secretKey, purpose, `${salt} ${binding(cookies)}`)}`;
}

function binding(cookies: Pick<Cookies, "get">): string | undefined {
  const session = cookies.get(cookieNames.session);
  return session === undefined ? cookies.get(cookieNames.browser) : `session ${session}`;
}
