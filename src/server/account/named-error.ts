import type { ErrorName } from "../../shared/error-names.ts";
import { withReturnUrl } from "../../shared/return-url.ts";
import { type CallContext, Leave } from "../call.ts";
import { screenPath } from "../screen-path.ts";

/**
 * Errors of which no more is to tell than their name, with the screen that tells it. The name is the identifier too, so nothing is
 * stored for one: a view may lead there.
 */
export const namedErrors = {
  passwordLinkExpired: "errorLinkExpired",
  signInLinkExpired: "errorLinkExpired",
  recoveryCodesLinkExpired: "errorLinkExpired",
  invitationExpired: "errorLinkExpired",
  vendorUnknown: "errorSignIn",
  vendorExpired: "errorSignIn",
} as const satisfies Partial<Record<ErrorName, string>>;

type NamedError = keyof typeof namedErrors;

/** Says whether an identifier is the name of such an error. */
export function isNamedError(errorId: string): errorId is NamedError {
  return Object.hasOwn(namedErrors, errorId);
}

/** The page of such an error, which leads on to where all was to lead. */
export function namedErrorPath({ services, target }: CallContext, errorId: NamedError): string {
  const page = screenPath(services, namedErrors[errorId], { errorId });
  return withReturnUrl(page, target.returnUrl);
}

/** Leads there. */
export function leaveForError(context: CallContext, errorId: NamedError): Leave {
  return new Leave(namedErrorPath(context, errorId));
}
