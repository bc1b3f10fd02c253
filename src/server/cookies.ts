import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sessionCookie } from "../shared/constants.ts";
import { sha256 } from "./crypto.ts";
import { keptWith } from "./kept-with.ts";

/** Names of our cookies. `__Host-` binds them to this host, also on http://localhost (decisions 29) in the browsers that keep them there. */
export const cookieNames = {
  browser: "__Host-vestibule-browser",
  session: sessionCookie,
  username: "__Host-vestibule-username",
  language: "__Host-vestibule-language",
  device: "__Host-vestibule-device",
  known: "__Host-vestibule-known",
  flash: "__Host-vestibule-flash",
  /** Followed by what names the attempt. */
  attempt: "__Host-vestibule-attempt",
  signedOut: "__Host-vestibule-signed-out",
} as const;

/** Name of the cookie that holds the secret of the attempt of a return key. */
export function attemptCookie(returnKey: string): string {
  return `${cookieNames.attempt}-${sha256(returnKey).slice(0, 16)}`;
}

/** Cookies that a browser holds. */
export interface HeldCookies {
  get(name: string): string | undefined;
  /** Names of those that begin so. */
  names(prefix: string): string[];
}

/** Cookies of one request, and those that its answer sets: what the browser holds once that has reached it. */
export interface Cookies extends HeldCookies {
  /** `maxAge` in seconds; none: until the browser closes. */
  set(name: string, value: string, options?: { maxAge?: number; readable?: boolean }): void;
  clear(name: string): void;
}

// Every cookie here is a token, a sealed value or a language tag; anything else was not set by us.
const valuePattern = /^[A-Za-z0-9._~-]{1,4096}$/;

const known = keptWith<FastifyRequest, Cookies>();
const attributes = { path: "/", secure: true, sameSite: "lax" } as const;

/** The cookies of a request, read once. A value that we cannot have set counts as missing. */
export function requestCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  const before = known.get(request);
  if (before !== undefined) return before;
  const cookies = new RequestCookies(request.headers.cookie, reply);
  known.set(request, cookies);
  return cookies;
}

class RequestCookies implements Cookies {
  readonly #sent: HeldCookies;
  readonly #reply: FastifyReply;
  #changed: Map<string, SetCookie> | undefined;

  constructor(header: string | undefined, reply: FastifyReply) {
    this.#sent = headerCookies(header);
    this.#reply = reply;
  }

  get(name: string): string | undefined {
    const change = this.#changed?.get(name);
    return change === undefined ? this.#sent.get(name) : change.value;
  }

  names(prefix: string): string[] {
    const names = new Set([...this.#sent.names(prefix), ...(this.#changed?.keys() ?? [])]);
    return [...names].filter((name) => name.startsWith(prefix) && this.get(name) !== undefined);
  }

  set(
    name: string,
    value: string,
    { maxAge, readable = false }: { maxAge?: number; readable?: boolean } = {},
  ) {
    const life = maxAge === undefined ? {} : { maxAge };
    this.#change(name, value, { name, value, ...attributes, httpOnly: !readable, ...life });
  }

  clear(name: string): void {
    const over = { expires: new Date(0), maxAge: 0 };
    this.#change(name, undefined, { name, value: "", ...attributes, httpOnly: true, ...over });
  }

  #change(name: string, value: string | undefined, cookie: Parameters<typeof stringifySetCookie>[0]): void {
    this.#changed ??= new Map();
    this.#changed.set(name, { value, header: stringifySetCookie(cookie) });
    const headers = Array.from(this.#changed.values(), ({ header }) => header);
    // Another one of the same name would be added, not put in its place.
    this.#reply.removeHeader("set-cookie").header("set-cookie", headers);
  }
}

/** What an answer says of one cookie: its new value, undefined: none any more, and the header that says so. */
interface SetCookie {
  value: string | undefined;
  header: string;
}

/** What a cookie keeps for each of up to `most` people who share the browser, joined by dots. */
export function eachKept(cookies: HeldCookies, name: string, most: number): string[] {
  return (cookies.get(name) ?? "").split(".", most).filter((value) => value !== "");
}

/** The cookies of a raw header, for what is answered outside of our routes. */
export function headerCookies(header: string | undefined): HeldCookies {
  return new SentCookies(header === undefined ? {} : parseCookie(header));
}

class SentCookies implements HeldCookies {
  readonly #values: Record<string, string | undefined>;

  constructor(values: Record<string, string | undefined>) {
    this.#values = values;
  }

  get(name: string): string | undefined {
    const value = Object.hasOwn(this.#values, name) ? this.#values[name] : undefined;
    return value !== undefined && valuePattern.test(value) ? value : undefined;
  }

  names(prefix: string): string[] {
    return Object.keys(this.#values).filter(
      (name) => name.startsWith(prefix) && this.get(name) !== undefined,
    );
  }
}
