import { unmatchedPath } from "../../shared/screens.ts";

/** A screen that is reached from outside of the configuration: the product leads there by itself. */
interface Entrance {
  /** Address of the specification, section 2. */
  path: string;
  /** Who leads there, for a message: `${by} leads here`. */
  by: string;
  /** Where it must lead on to, by the specification. */
  redirect?: string;
  /** Parameter by which those who lead there say what it is about. */
  parameter?: string;
  /** It works by what these bring along, so that nothing else leads there. */
  bringsAlong?: true;
  /** People open it for its own sake, so it needs no way on. */
  forItself?: true;
}

const mail = "A mail";
const application = "An application";
const provider = "A provider to sign in with";
const product = "The product itself";
const bookmark = "A bookmark";

/** Screen → how it is reached, for every screen that somebody comes to without another one (specification, sections 2, 4 and 8). */
export const entrances: Readonly<Record<string, Entrance>> = {
  home: { path: "/", by: product },
  account: { path: "/account", by: "An address typed by hand", redirect: "login" },
  login: { path: "/account/login", by: application },
  loginLocal: { path: "/account/login/local", by: application },
  loginOtt: { path: "/account/login/ott", by: mail },
  link: { path: "/account/link", by: provider, bringsAlong: true },
  logout: { path: "/account/logout", by: application },
  loggedOut: { path: "/account/loggedout", by: provider },
  redeemRecoveryCodes: { path: "/account/redeem-recoverycodes", by: mail, bringsAlong: true },
  recover: { path: "/account/recover", by: mail },
  resetPassword: { path: "/account/reset-password", by: mail, bringsAlong: true },
  select: { path: "/account/select", by: product },
  registerDevice: { path: "/account/registerdevice", by: product },
  setupTwoFactor: { path: "/account/setup-twofactor", by: product },
  changePassword: { path: "/account/change-password", by: bookmark },
  contact: { path: "/account/contact", by: bookmark },
  devops: { path: "/devops", by: "An operator", forItself: true },
  redirect: { path: "/redirect", by: product, redirect: "$returnUrl" },
  error: { path: "/error", by: application, parameter: "errorId" },
  errorAccessDenied: { path: "/error/access-denied", by: product },
  errorExpired: { path: "/error/expired", by: product },
  errorLinkExpired: { path: "/error/link-expired", by: product, parameter: "errorId" },
  errorNotFound: { path: "/error/notfound", by: product },
  errorSignIn: { path: "/error/signin", by: provider, parameter: "errorId" },
  unmatched: { path: unmatchedPath, by: "An unknown address" },
};

/** Screen → address of those that other screens lead to: whoever goes back or has a bookmark asks for it (specification, section 2). */
export const innerAddresses: Readonly<Record<string, string>> = {
  loginRecoveryCode: "/account/login/recoverycode",
  loginSecure: "/account/login/secure",
  loginTwoFactor: "/account/login/twofactor",
  loginVendor: "/account/login/vendor",
  changeExpiredPassword: "/account/change-expired-password",
  logoutUpstream: "/account/logout/upstream",
};
