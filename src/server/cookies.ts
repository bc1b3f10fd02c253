import { parseCookie, stringifySetCookie } from "cookie";
import type { FastifyReply, FastifyRequest } from "fastify";
import { keptWith } from "./kept-with.ts";

/** Names of our cookies. `__Host-` binds them to this host, also on http://localhost (decisions 29) in the browsers that keep them there. */
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

const known = keptWith<FastifyRequest, Cookies>();
const attributes = { path: "/", secure: true, sameSite: "lax" } as const;

/** The cookies of a request, read once. A value that we cannot have set counts as missing. */
export function requestCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  const before = known.get(request);
  if (before !== undefined) return before;
  const cookies = readCookies(request, reply);
  known.set(request, cookies);
  return cookies;
}

function readCookies(request: FastifyRequest, reply: FastifyReply): Cookies {
  const sent = headerCookies(request.headers.cookie);
  const changed = new Map<string, SetCookie>();
  const get = (name: string) => {
    const change = changed.get(name);
    return change === undefined ? sent.get(name) : change.value;
  };
  const change = (name: string, value: string | undefined, header: string) => {
    changed.set(name, { value, header });
    // Another one of the same name would be added, not put in its place.
    reply.removeHeader("set-cookie").header(
      "set-cookie",
      Array.from(changed.values(), ({ header }) => header),
    );
  };
  return {
    get,
    names: (prefix) => {
      const names = new Set([...sent.names(prefix), ...changed.keys()]);
      return [...names].filter((name) => name.startsWith(prefix) && get(name) !== undefined);
    },
    set: (name, value, { maxAge, readable = false } = {}) => {
      const life = maxAge === undefined ? {} : { maxAge };
      change(name, value, stringifySetCookie({ name, value, ...attributes, httpOnly: !readable, ...life }));
    },
    clear: (name) => {
      const over = { expires: new Date(0), maxAge: 0 };
      change(
        name,
        undefined,
        stringifySetCookie({ name, value: "", ...attributes, httpOnly: true, ...over }),
      );
    },
  };
}

/** What an answer says of one cookie: its new value, undefined: none any more, and the header that says so. */
interface SetCookie {
  value: string | undefined;
  header: string;
}

/** The cookies of a raw header, for what is answered outside of our routes. */
export function headerCookies(header: string | undefined): Pick<Cookies, "get" | "names"> {
  const values = header === undefined ? {} : parseCookie(header);
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
