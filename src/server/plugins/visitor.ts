import type { Visitor } from "../call.ts";
import { type Cookies, cookieNames } from "../cookies.ts";
import { randomToken, sha256 } from "../crypto.ts";
import type { Services } from "../services.ts";
import { findSession, findSessionByHash } from "../store/sessions.ts";
import { findUser } from "../store/users.ts";

/** Names the browser at first contact, so that attempts, tickets and tokens can be bound to it. */
export function nameBrowser(cookies: Cookies): void {
  if (cookies.get(cookieNames.browser) === undefined) cookies.set(cookieNames.browser, randomToken());
}

/**
 * Who asks, by the cookies: the browser, and the person with a living session there. Counts as use of the session,
 * unless told otherwise. A browser without a name is nobody's: nothing is bound to it.
 */
export async function readVisitor(
  services: Services,
  cookies: Pick<Cookies, "get">,
  isUse = true,
): Promise<Visitor> {
  const browserHash = sha256(cookies.get(cookieNames.browser) ?? randomToken());
  const anonymous = { browserHash, session: null, user: null };
  const id = cookies.get(cookieNames.session);
  if (id === undefined) return anonymous;
  const { db } = services.store;
  const now = services.now();
  const session = isUse
    ? await findSession(db, id, services.settings.session, now)
    : await findSessionByHash(db, sha256(id), now);
  const user = session === undefined ? undefined : await findUser(db, session.userId);
  if (session === undefined || user === undefined || user.disabled) return anonymous;
  return { browserHash, session, user };
}
