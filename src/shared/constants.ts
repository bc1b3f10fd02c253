/** Business constants of the specification, section 9. Times in milliseconds, widths in CSS pixels. */
export const defaultLanguage = "en-GB";
export const defaultReturnUrl = "/";
export const customerPageSize = 5;
export const toastDuration = 2000;
export const inputDebounce = 300;
export const mobileMaxWidth = 767;
export const sentinelDates = ["1901-01-01", "0001-01-01"] as const;

/** What a page says of itself with each call (specification, section 7). */
export const callHeaders = {
  accept: "application/json, application/problem+json",
  "x-requested-with": "XMLHttpRequest",
} as const;

/** The header and the readable cookie of the anti-forgery token (specification, sections 3 and 7). */
export const antiForgeryHeader = "x-xsrf-token";
export const antiForgeryCookie = "__Host-vestibule-xsrf";
/** Cookie of whoever is signed in; no script can read it. */
export const sessionCookie = "__Host-vestibule-session";
/** How the names of our cookies begin, which binds them to their host; on http there are browsers that keep them only without it. */
export const cookiePrefix = "__Host-";
/** Its name, or what is set of it, without that. */
export const withoutPrefix = (cookie: string): string => cookie.slice(cookiePrefix.length);
/** Header of a call that changes something: the person (`userId`) whose page it is made from. */
export const personHeader = "x-vestibule-person";
/** Names of the native form's own fields, beside those of its call. */
export const nativeFields = {
  /** The same token, hidden. */
  token: "__token",
  /** The wizard's step that the form stands at, hidden. */
  step: "__step",
  /** The further button that is pressed (`buttonValue`). */
  action: "__action",
  /** The button asks back, and the person has said yes; hidden. */
  confirmed: "__confirmed",
  /** The language that is chosen in the menu. */
  language: "__language",
} as const;

/** What a score of reCAPTCHA is asked for as: one for another action counts for nothing. */
export const captchaAction = "vestibule";

/** Widgets of what is typed blind or counts once: it is never sent back, nor kept in the browser. */
export const secretWidgets: readonly string[] = ["password", "new-password", "one-time-code"];

/** Where the service worker is had, for the whole site (specification, section 4, "New version"). */
export const serviceWorkerPath = "/service-worker.js";
/** Name of the pages' one Trusted Types policy, which gives that address alone. */
export const scriptPolicy = "vestibule-service-worker";

/** Query parameter by which an address asks for a language, as applications do (OpenID Connect Core, section 3.1.2.1). */
export const languageParameter = "ui_locales";

/**
 * Query parameters of this site's addresses (specification, section 2); `returnUrl` may be written `ReturnUrl` too. `link` is
 * added to them: it says that a mailed link led here, also where a page has taken the link's `state` out of its address.
 */
export const queryParameters = [
  "returnUrl",
  "vendorId",
  "logoutId",
  "errorId",
  "cid",
  "filter",
  "page",
  "size",
  "id",
  "state",
  "link",
] as const;

/** Those that hold what was mailed and counts once. */
export const mailedParameters: readonly string[] = ["state", "id"];
