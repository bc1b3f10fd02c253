import type { FastifyRequest } from "fastify";
import { attemptCookie, type Cookies, cookieNames, type HeldCookies, headerCookies } from "../cookies.ts";
import { randomToken, sha256 } from "../crypto.ts";
import type { Services } from "../services.ts";
import { findSignedIn, type Session } from "../store/sessions.ts";
import type { User } from "../store/users.ts";

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
  if (id === undefined) return new Visitor(host, cookies, nobody);
  const life = isUse ? services.settings.session : null;
  const found = await findSignedIn(services.store.db, id, life, services.now());
  return new Visitor(host, cookies, found === undefined || found.user.disabled ? nobody : found);
}

const nobody = { session: null, user: null };

/** Who asks: a browser by its cookie, and the person signed in there. A class, so that none that was spread passes for one. */
export class Visitor {
  /** Host of the address that it is at, as the trusted proxies tell it; no address is made from it. */
  readonly host: string;
  readonly session: Session | null;
  readonly user: User | null;
  readonly #cookies: HeldCookies;
  readonly #browser: string;
  #browserHash: string | undefined;

  constructor(
    host: string,
    cookies: HeldCookies,
    { session, user }: Pick<Visitor, "session" | "user">,
    browser = cookies.get(cookieNames.browser) ?? randomToken(),
  ) {
    this.host = host;
    this.session = session;
    this.user = user;
    this.#cookies = cookies;
    this.#browser = browser;
  }

  /** Hash of the browser's name; binds tickets, tokens and attempts without a proof to this browser. */
  get browserHash(): string {
    // Most requests bind nothing to their browser.
    this.#browserHash ??= sha256(this.#browser);
    return this.#browserHash;
  }

  /** Hash of what this browser holds the attempt of a return key by: its own secret since a proof, else the name. */
  attemptHash(returnKey: string): string {
    const secret = this.#secretOf(returnKey);
    return secret === undefined ? this.browserHash : sha256(secret);
  }

  /** Something may be proven in the attempt of a return key: this browser holds a secret for it. */
  holdsProof(returnKey: string): boolean {
    return this.#secretOf(returnKey) !== undefined;
  }

  /** The same visitor, whose session has changed. */
  withSession(session: Session): Visitor {
    return new Visitor(this.host, this.#cookies, { session, user: this.user }, this.#browser);
  }

  #secretOf(returnKey: string): string | undefined {
    return this.#cookies.get(attemptCookie(returnKey));
  }
}
