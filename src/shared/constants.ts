/** Business constants of the specification, section 9. Times in milliseconds, widths in CSS pixels. */
export const defaultLanguage = "en-GB";
export const defaultReturnUrl = "/";
export const customerPageSize = 5;
export const toastDuration = 2000;
export const inputDebounce = 300;
export const mobileMaxWidth = 767;
export const sentinelDates = ["1901-01-01", "0001-01-01"] as const;

/** The header and the readable cookie of the anti-forgery token (specification, sections 3 and 7). */
export const antiForgeryHeader = "x-xsrf-token";
export const antiForgeryCookie = "__Host-vestibule-xsrf";
/** Hidden field of a native form post that carries the same token. */
export const antiForgeryField = "__token";
/** Hidden field of a native form post: the wizard's step that the form stands at. */
export const stepField = "__step";

/** Query parameters of this site's addresses (specification, section 2); `returnUrl` may be written `ReturnUrl` too. */
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
] as const;
