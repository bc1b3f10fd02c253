import { fastifyCookie } from "@fastify/cookie";
import type { FastifyReply, FastifyRequest } from "fastify";

/** Names of our cookies. `__Host-` binds them to this host, also on http://localhost (decisions 29). */
export const cookieNames = {
  browser: "__Host-vestibule-browser",
  session: "__Host-vestibule-session",
  username: "__Host-vestibule-username",
  language: "__Host-vestibule-language",
  device: "__Host-vestibule-device",
  flash: "__Host-vestibule-flash",
  /** Followed by what names the attempt. */
  attempt: "__Host-vestibule-attempt",
  signedOut: "__Host-vestibule-signed-out",
} as const;

/** Cookies of one request, and those that its answer sets. */
export interface Cookies {
  /** What the browser holds once this answer has reached it. */
  get(name: string): string | undefined;
  /** Names of those that begin so, of what the browser holds then. */
  names(prefix: string): string[];
  /** `maxAge` in seconds; none: until the browser closes. */
  set(name: string, value: string, options?: { maxAge?: number; readable?: boolean }): void;
  clear(name: string): void;
}

// Every cookie here is a token, a sealed value or a language tag; anything else was not set by us.
const valuePattern = /^[A-Za-z0-9._~-]{1,4096}$/;

/** The cookies of a request. A value that we cannot have set counts as missing. */
export function requestCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  const sent = headerCookies(request.headers.cookie);
  const changed = new Map<string, string | undefined>();
  const attributes = { path: "/", secure: true, sameSite: "lax" } as const;
  const get = (name: string) => (changed.has(name) ? changed.get(name) : sent.get(name));
  return {
    get,
    names: (prefix) => {
      const names = new Set([...sent.names(prefix), ...changed.keys()]);
      return [...names].filter((name) => name.startsWith(prefix) && get(name) !== undefined);
    },
    set: (name, value, { maxAge, readable = false } = {}) => {
      changed.set(name, value);
      reply.setCookie(name, value, {
        ...attributes,
        httpOnly: !readable,
        ...(maxAge === undefined ? {} : { maxAge }),
      });
    },
    clear: (name) => {
      changed.set(name, undefined);
      reply.clearCookie(name, { ...attributes, httpOnly: true });
    },
  };
}

/** The cookies of a raw header, for what is answered outside of our routes. */
export function headerCookies(header: string | undefined): Pick<Cookies, "get" | "names"> {
  const values = header === undefined ? {} : fastifyCookie.parse(header);
  const get = (name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    return value !== undefined && valuePattern.test(value) ? value : undefined;
  };
  return {
    get,
    names: (prefix) =>
      Object.keys(values).filter((name) => name.startsWith(prefix) && get(name) !== undefined),
  };
}
