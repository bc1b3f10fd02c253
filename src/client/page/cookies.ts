import { cookiePrefix, withoutPrefix } from "../../shared/constants.ts";

/** A cookie that scripts may read. */
export function readCookie(name: string): string | undefined {
  const cookies = document.cookie.split("; ");
  for (const known of namesOf(name)) {
    const found = cookies.find((cookie) => cookie.startsWith(`${known}=`));
    if (found !== undefined) return decodeURIComponent(found.slice(known.length + 1));
  }
  return undefined;
}

/** Sets a cookie of this site for so many seconds; throws where storage is blocked. */
export function writeCookie(name: string, value: string, maxAge: number): void {
  for (const known of namesOf(name)) {
    const secure = known.startsWith(cookiePrefix) ? "; Secure" : "";
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser that the pages are for has the cookie store
    document.cookie = `${known}=${value}; Path=/; SameSite=Lax; Max-Age=${maxAge}${secure}`;
  }
}

// On http there are browsers that keep no secure cookies (`plugins/plain-cookies.ts` of the server).
function namesOf(name: string): string[] {
  return location.protocol === "http:" ? [name, withoutPrefix(name)] : [name];
}
