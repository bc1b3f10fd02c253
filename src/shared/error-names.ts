/**
 * Every error that a page of its own tells of (decisions 18). The texts below `errors.<name>` are judged by it, and who
 * stores or names an error is.
 */
export const errorNames = [
  "unknown",
  // An application's request that cannot be answered to the application.
  "invalidRequest",
  "unknownClient",
  "redirectNotAllowed",
  "serverError",
  // A sign-in at a provider that came to nothing.
  "signIn",
  "vendorDenied",
  "vendorUnreachable",
  "vendorUnknown",
  "vendorExpired",
  // A mailed link that is good no more.
  "passwordLinkExpired",
  "signInLinkExpired",
  "recoveryCodesLinkExpired",
  "invitationExpired",
] as const;

export type ErrorName = (typeof errorNames)[number];
