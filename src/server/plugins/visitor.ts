import type { FastifyRequest } from "fastify";
import { attemptCookie } from "../attempt-cookie.ts";
import type { Visitor } from "../call.ts";
import { type Cookies, cookieNames, headerCookies } from "../cookies.ts";
import { randomToken, sha256 } from "../crypto.ts";
import type { Services } from "../services.ts";
import { findSignedIn } from "../store/sessions.ts";

/** Names the browser at first contact, so that tickets, tokens and what begins here can be bound to it. */
export function nameBrowser(cookies: Cookies): void {
  if (cookies.get(cookieNames.browser) === undefined) cookies.set(cookieNames.browser, randomToken());
}

/**
 * Who asks, by the cookies: the browser, and the person with a living session there. Counts as use of the session,
 * unless told otherwise. A browser without a name is nobody's: nothing is bound to it. `cookies` are those of the
 * request, where they are known to say more than its header.
 */
export async function readVisitor(
  services: Services,
  { headers, host }: Pick<FastifyRequest, "headers" | "host">,
  {
    cookies = headerCookies(headers.cookie),
    isUse = true,
  }: { cookies?: Pick<Cookies, "get">; isUse?: boolean } = {},
): Promise<Visitor> {
  const browserHash = sha256(cookies.get(cookieNames.browser) ?? randomToken());
  const secretOf = (returnKey: string) => cookies.get(attemptCookie(returnKey));
  const attemptHash = (returnKey: string) => {
    const secret = secretOf(returnKey);
    return secret === undefined ? browserHash : sha256(secret);
  };
  const holdsProof = (returnKey: string) => secretOf(returnKey) !== undefined;
  const anonymous = { browserHash, attemptHash, holdsProof, host, session: null, user: null };
  const id = cookies.get(cookieNames.session);
  if (id === undefined) return anonymous;
  const life = isUse ? services.settings.session : null;
  const found = await findSignedIn(services.store.db, id, life, services.now());
  return found === undefined || found.user.disabled ? anonymous : { ...anonymous, ...found };
}
