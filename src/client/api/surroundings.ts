import type { CaptchaGate } from "../state/captcha.ts";

/** What a call may do to the page that it is sent from; the app gives it, tests give their own. */
export interface Surroundings {
  /** Origin that calls are sent to and addresses are judged by. */
  origin: string;
  /** Path, query and hash of the page now. */
  address(): string;
  /** Goes to a screen of this site by the router. */
  go(path: string, options?: { replace?: boolean }): void;
  /** Leaves for an address by a new page. */
  leave(url: string): void;
  /** Says whether a path belongs to a screen. */
  isScreen(path: string): boolean;
  /** Where signing in anew leads from the page now. */
  wayBack(): string;
  /** The readable anti-forgery cookie's value, where there is one. */
  cookieToken(): string | undefined;
  /** Counts the screens that have come to stand on the page. */
  visit(): number;
  captcha: CaptchaGate;
  /** Told when a call has changed who is signed in here, as soon as the new token is there. */
  identityChanged(call: string): void;
}
