import * as oidc from "openid-client";
import type { ErrorName } from "../../../shared/error-names.ts";
import { withReturnUrl } from "../../../shared/return-url.ts";
import type { CallContext } from "../../call.ts";
import { storeError } from "../../oidc/stored-errors.ts";
import { InnerAddress } from "../../outgoing/guarded-fetch.ts";
import { noteEvent, recordEvent } from "../../record-event.ts";
import { screenPath } from "../../screen-path.ts";
import { namedErrorPath } from "../named-error.ts";

/** Why a sign-in at a provider came to nothing. */
export type SignInRefusal = Extract<
  ErrorName,
  /** The person, or the provider for them, said no. */
  | "vendorDenied"
  /** The provider did not answer, or not in time. */
  | "vendorUnreachable"
  /** There is no such provider any more. */
  | "vendorUnknown"
  /** Spent in this browser already. */
  | "vendorExpired"
  /** The answer cannot be believed. */
  | "signIn"
  /** Our own fault. */
  | "serverError"
>;

/**
 * Stores why a sign-in at a provider is refused and gives the page that tells it (decisions 18). `vendorId` is one of ours,
 * never what was sent; `details` hold no secret and go to the log alone, because nobody who signs in can do anything with them.
 * Only what is refused to an account is in the audit: the rest anybody may cause as often as they like.
 */
export async function refuseSignIn(
  context: CallContext,
  code: SignInRefusal,
  vendorId: string,
  { details, userId }: { details: string; userId?: string },
): Promise<string> {
  const { services, target, supportCode, visitor } = context;
  services.log.warn({ supportCode, vendorId, code, details }, "a sign-in at a provider was refused");
  const event = { event: "signIn.vendorRefused", detail: { vendorId, code } } as const;
  if (userId === undefined) noteEvent(context, event);
  else await recordEvent(context, { ...event, userId });
  const stored = { code, clientId: target.client?.id ?? null, supportCode };
  const errorId = await storeError(services, stored, visitor.browserHash);
  return withReturnUrl(screenPath(services, "errorSignIn", { errorId }), target.returnUrl);
}

/**
 * The page that tells of a sign-in at a provider of which this browser knows nothing: never begun, long ago, or another
 * browser's. Anybody may ask for as many as they like, so nothing is stored of one.
 */
export function refuseUnknown(context: CallContext): string {
  const code = "vendorExpired";
  noteEvent(context, { event: "signIn.vendorRefused", detail: { vendorId: null, code } });
  return namedErrorPath(context, code);
}

const denials = ["access_denied", "consent_required", "login_required", "interaction_required"];
const ownFaults = ["invalid_client", "unauthorized_client", "invalid_scope", "unsupported_response_type"];
const unreached = [
  "OAUTH_TIMEOUT",
  "OAUTH_ABORT",
  "OAUTH_RESPONSE_IS_NOT_CONFORM",
  "OAUTH_RESPONSE_IS_NOT_JSON",
];

/** What an error of the exchange with a provider means to the person. */
export function refusalOf(error: unknown): SignInRefusal {
  if (error instanceof oidc.AuthorizationResponseError) {
    if (denials.includes(error.error)) return "vendorDenied";
    if (["temporarily_unavailable", "server_error"].includes(error.error)) return "vendorUnreachable";
    return ownFaults.includes(error.error) ? "serverError" : "signIn";
  }
  if (error instanceof oidc.ResponseBodyError)
    return ownFaults.includes(error.error) ? "serverError" : "signIn";
  return chainOf(error).some(isUnreached) ? "vendorUnreachable" : "signIn";
}

/** What an operator may read of such an error: codes and message, never what was sent or came back. */
export function detailsOf(error: unknown): string {
  const told = chainOf(error).flatMap((one) => {
    // Quotes the JSON that is none.
    if (one instanceof SyntaxError) return [];
    return ["error" in one ? String(one.error) : codeOf(one), one.message];
  });
  return told.filter(Boolean).join(": ").slice(0, 300);
}

function isUnreached(error: Error): boolean {
  const isTimeout = error.name === "TimeoutError" || error.name === "AbortError";
  const code = codeOf(error);
  return (
    error instanceof InnerAddress ||
    isTimeout ||
    unreached.includes(code) ||
    // Of the system, and of an answer that is no HTTP.
    /^(E[A-Z]+(_AGAIN)?|HPE_[A-Z_]+)$/.test(code)
  );
}

/** The libraries put the error that they met into the one that they throw. */
function chainOf(error: unknown): Error[] {
  return error instanceof Error ? [error, ...chainOf(error.cause)] : [];
}

function codeOf(error: Error): string {
  return "code" in error && typeof error.code === "string" ? error.code : "";
}
