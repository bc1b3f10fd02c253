/**
 * What the specification names, written out a second time on purpose: the product is held against this list, so nothing
 * can go missing by being removed in one place. `specification.test.ts` finds each in the configuration;
 * `compare-reached.ts` finds a test that reached it in the running product.
 */

/** Section 2: path and whether a signed-in user is needed. `*` is any unmatched path. */
export const routes: Record<string, "anonymous" | "authenticated"> = {
  "/": "anonymous",
  "*": "anonymous",
  "/account": "anonymous",
  "/account/change-expired-password": "anonymous",
  "/account/link": "anonymous",
  "/account/loggedout": "anonymous",
  "/account/login": "anonymous",
  "/account/login/local": "anonymous",
  "/account/login/ott": "anonymous",
  "/account/login/recoverycode": "anonymous",
  "/account/login/secure": "anonymous",
  "/account/login/twofactor": "anonymous",
  "/account/login/vendor": "anonymous",
  "/account/logout": "anonymous",
  "/account/logout/upstream": "anonymous",
  "/account/recover": "anonymous",
  "/account/redeem-recoverycodes": "anonymous",
  "/account/registerdevice": "authenticated",
  "/account/reset-password": "anonymous",
  "/account/select": "authenticated",
  "/account/setup-twofactor": "anonymous",
  "/devops": "anonymous",
  "/error": "anonymous",
  "/error/access-denied": "anonymous",
  "/error/expired": "anonymous",
  "/error/link-expired": "anonymous",
  "/error/notfound": "anonymous",
  "/error/signin": "anonymous",
  "/redirect": "anonymous",
};

/** Section 2: query parameters of the addresses; the first may be written in two ways. */
export const addressParameters = [
  "returnUrl",
  "ReturnUrl",
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

export interface SpecifiedCall {
  method: "GET" | "POST";
  query: readonly string[];
  /** The specification says "yes"; `undefined` where it shows nothing. */
  body?: true;
}

const post = (...query: string[]): SpecifiedCall => ({ method: "POST", query });
const posted = (...query: string[]): SpecifiedCall => ({ method: "POST", query, body: true });
const get = (...query: string[]): SpecifiedCall => ({ method: "GET", query });

/** Section 7. */
export const calls: Record<string, SpecifiedCall> = {
  LoginView: post("returnUrl"),
  Login: posted(),
  Exchange: posted(),
  EexLink: post(),
  VendorLogin: posted(),
  Link: posted(),
  IsRemoteAuthentication: post("returnUrl"),
  ProfileImage: get(),
  Next: posted("button"),
  User: post("returnUrl"),
  ExternalUser: get(),
  SelectCustomerView: get("returnUrl", "cid"),
  Customers: get("filter", "page", "size", "returnUrl"),
  SelectCustomer: posted(),
  LoginWith2FAView: post(),
  VerifyCaptcha: posted(),
  Recover: posted(),
  RedeemState: post("state"),
  LoginWithOTT: posted(),
  SendOTP: posted(),
  PinReference: post(),
  GeneratePin: post("forced"),
  GeneratePhoneVerification: posted(),
  Validate2faSetupCode: posted(),
  LoginWith2FA: posted(),
  LoginWithRecoveryCode: posted(),
  Setup2FAView: post(),
  EnableTwoFactor: post("returnUrl"),
  LoginWithRecoveryCodeView: post(),
  Error: post("errorId"),
  VendorLoginView: post("vendorId"),
  RedeemRecoveryCode: post("id"),
  PasswordRules: post(),
  ChangeExpiredPassword: posted(),
  ResetPassword: posted(),
  AssertionOptions: post(),
  CredentialOptions: post("displayName"),
  RegisterCredential: posted(),
  SecureLogin: posted("returnUrl"),
  LogoutView: post("logoutId"),
  Logout: posted(),
  SilentLogout: posted(),
  SilentLogin: posted(),
  SkipFido: posted(),
  UpstreamLogout: posted("button"),
  LocalAllowed: post("returnUrl"),
  SetLanguage: post("language"),
  SystemStatus: post(),
  GetPartnerMetaData: get(),
  GetPartnerLogo: get("partnerId"),
};

/** Section 7, "other calls". */
export const otherPaths = ["/api/account/exchange"] as const;

/** Sections 2, 4, 5 and 8. N stands for a number, a name in braces for what is filled in. */
export const messages = [
  "{field} is required.",
  "This field is required.",
  "Current password is required.",
  "New password is required.",
  "Password does not meet the requirements.",
  "Passwords must match.",
  "Password must be at least N characters.",
  "Password must be at most N characters.",
  "Must have at least one upper case character, one lower case character, one number and one special character.",
  "Must not contain more than N consecutive characters.",
  "Must not contain invalid characters.",
  "Must be a valid email address.",
  "Email is a required field.",
  "Please enter digits",
  "There was a problem registering your device. Please try again later.",
  "One or more validations errors occurred.",
  "Your session had timed out. Please try again.",
  "Your password has expired and you are not allowed to login. Change your password to continue.",
  "You are logged out.",
  "You have been logged out due to inactivity.",
  "Warning: CAPS LOCK is on!",
  "Your password has been reset successfully.",
  "Congratulations! You have completed the two-factor authentication (2FA) setup wizard.",
  "A new version of the app is available, click on reload button to update.",
  "{resource} has been created.",
  "{resource} has been updated.",
  "{resource} has been deleted.",
  "Employee has been updated.",
] as const;

/** A message that no screen lets one come to, because the challenge covers the form. */
export const coveredMessage = "Captcha challenge is in progress!";

/** Section 9 and parts of 2, each with the title of the test that proves it in the running product. */
export const constants: readonly { name: string; provenBy: string }[] = [
  {
    name: coveredMessage,
    provenBy:
      "holds further calls of its kind back while a challenge is in progress, and lets others through",
  },
  {
    name: "customer list: page size 5, page 1",
    provenBy: "five customers of the first page are shown where the address says nothing",
  },
  {
    name: "toasts last 2000 ms, bottom right",
    provenBy: "a toast stands bottom right and leaves after two seconds",
  },
  {
    name: "date picker: first day of the week is Monday",
    provenBy: "asks Northwind's people for their date of birth, from a calendar with Monday first",
  },
  {
    name: "input debounce 300 ms",
    provenBy: "typing in the customer filter asks the server once, 300 ms after the last letter",
  },
  {
    name: "mobile breakpoint 767 px",
    provenBy: "the page turns into the phone's at 767 px and not at 768 px",
  },
  { name: "default locale en-GB", provenBy: "speaks en-GB where nobody asks for another language" },
  { name: "sentinel date 1901-01-01", provenBy: "asks for it again where it is 1901-01-01" },
  { name: "sentinel date 0001-01-01", provenBy: "asks for it again where it is 0001-01-01" },
  { name: "return URL defaults to /", provenBy: "a sign-in without a return address ends at /" },
  {
    name: "excluded from telemetry: /account and any path containing -oidc",
    provenBy: "leaves out /account and every path that contains -oidc",
  },
  {
    name: "captcha version 1",
    provenBy: "is solved by the keyboard alone, and the sign-in goes on by itself",
  },
  {
    name: "right-to-left languages",
    provenBy: "exactly the twelve languages are written from right to left",
  },
  {
    name: "colour scheme: auto by default",
    provenBy: "is known before the first paint, follows the system and remembers a choice",
  },
];
