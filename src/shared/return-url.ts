import { defaultReturnUrl, languageParameter } from "./constants.ts";

/** Longest return address that is carried; a longer one becomes the default. */
const maxLength = 2048;

// Printable ASCII without the backslash: browsers read backslashes as slashes and skip control characters.
const plain = /^[!-[\]-~]+$/;

/** Says whether an address is a path of this site in every browser's reading (security, RD-1). */
export function isSitePath(address: string): boolean {
  if (address.length > maxLength || !plain.test(address) || !/^\/(?!\/)/.test(address)) return false;
  // Dots at its beginning may leave two slashes there.
  return !siteUrl(address).pathname.startsWith("//");
}

/** A path of this site taken apart; the origin is made up. */
export function siteUrl(path: string): URL {
  return new URL(path, "http://site.invalid");
}

/**
 * The one rule for return addresses (specification section 2; security RD-1, RD-4): a path of this site stays as it is,
 * everything else becomes `/`. Of `returnUrl` and `ReturnUrl` the first valid one of all spellings and repetitions.
 */
export function returnUrlOf(query: URLSearchParams): string {
  const values = [...query.getAll("returnUrl"), ...query.getAll("ReturnUrl")];
  return values.find(isSitePath) ?? defaultReturnUrl;
}

/** Adds `returnUrl` to a path of this site, unless it is the default. */
export function withReturnUrl(path: string, returnUrl: string): string {
  return returnUrl === defaultReturnUrl ? path : withParameter(path, "returnUrl", returnUrl);
}

/** Asks for a page of this site in the language that the page which leads there was asked for, if it was for any. */
export function withLanguage(path: string, language: string | undefined): string {
  return language === undefined ? path : withParameter(path, languageParameter, language);
}

function withParameter(path: string, name: string, value: string): string {
  const url = siteUrl(path);
  url.searchParams.set(name, value);
  return url.pathname + url.search + url.hash;
}

/**
 * Where a 209 answer leads (specification section 4, decisions 6), relative to the origin of this site.
 * `router`: a known screen; `document`: its own address in this tab; `detour`: over `/redirect`; `refused`: not http(s).
 */
export type Departure = { kind: "router" | "document" | "detour"; url: string } | { kind: "refused" };

/** Classifies the target of a 209 answer; `isScreen` says whether a path belongs to a screen. */
export function departure(target: string, origin: string, isScreen: (path: string) => boolean): Departure {
  let url: URL;
  try {
    url = new URL(target, origin);
  } catch {
    return { kind: "refused" };
  }
  if (url.protocol !== "http:" && url.protocol !== "https:") return { kind: "refused" };
  if (url.origin !== new URL(origin).origin) return { kind: "document", url: url.href };
  const path = url.pathname + url.search + url.hash;
  if (!isSitePath(path)) return { kind: "refused" };
  if (url.pathname === "/account/login/local") return { kind: "document", url: path };
  if (isScreen(url.pathname)) return { kind: "router", url: path };
  return { kind: "detour", url: path };
}
