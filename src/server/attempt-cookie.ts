import { cookieNames } from "./cookies.ts";
import { sha256 } from "./crypto.ts";

/** Name of the cookie that holds the secret of the attempt of a return key. */
export function attemptCookie(returnKey: string): string {
  return `${cookieNames.attempt}-${sha256(returnKey).slice(0, 16)}`;
}
