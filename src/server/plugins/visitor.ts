import type { FastifyRequest } from "fastify";
import { Visitor } from "../call.ts";
import { attemptCookie, type Cookies, cookieNames, type HeldCookies, headerCookies } from "../cookies.ts";
import { randomToken, sha256 } from "../crypto.ts";
import type { Services } from "../services.ts";
import { findSignedIn, type Session } from "../store/sessions.ts";

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
  { cookies = headerCookies(headers.cookie), isUse = true }: { cookies?: HeldCookies; isUse?: boolean } = {},
): Promise<Visitor> {
  const id = cookies.get(cookieNames.session);
  if (id === undefined) return new CookieVisitor(host, cookies, nobody);
  const life = isUse ? services.settings.session : null;
  const found = await findSignedIn(services.store.db, id, life, services.now());
  return new CookieVisitor(host, cookies, found === undefined || found.user.disabled ? nobody : found);
}

const nobody = { session: null, user: null };

class CookieVisitor extends Visitor {
  readonly host: string;
  readonly session: Visitor["session"];
  readonly user: Visitor["user"];
  readonly #cookies: HeldCookies;
  readonly #browser: string;
  #browserHash: string | undefined;

  constructor(
    host: string,
    cookies: HeldCookies,
    { session, user }: Pick<Visitor, "session" | "user">,
    browser = cookies.get(cookieNames.browser) ?? randomToken(),
  ) {
    super();
    this.host = host;
    this.session = session;
    this.user = user;
    this.#cookies = cookies;
    this.#browser = browser;
  }

  // Most requests bind nothing to their browser.
  get browserHash(): string {
    this.#browserHash ??= sha256(this.#browser);
    return this.#browserHash;
  }

  attemptHash(returnKey: string): string {
    const secret = this.#secretOf(returnKey);
    return secret === undefined ? this.browserHash : sha256(secret);
  }

  holdsProof(returnKey: string): boolean {
    return this.#secretOf(returnKey) !== undefined;
  }

  withSession(session: Session): Visitor {
    return new CookieVisitor(this.host, this.#cookies, { session, user: this.user }, this.#browser);
  }

  #secretOf(returnKey: string): string | undefined {
    return this.#cookies.get(attemptCookie(returnKey));
  }
}
