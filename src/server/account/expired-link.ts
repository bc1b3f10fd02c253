import { withReturnUrl } from "../../shared/return-url.ts";
import { type CallContext, Leave } from "../call.ts";
import { screenPath } from "./screen-path.ts";

/**
 * Mailed links that are late, spent or made up, by what they were for; keys below `errors.` of the texts. Nothing more is to
 * tell, so each is an identifier of an error by itself, and none is stored for it.
 */
export const expiredLinks = [
  "passwordLinkExpired",
  "signInLinkExpired",
  "recoveryCodesLinkExpired",
  "invitationExpired",
] as const;

/** Leads to the page of such a link, which says how to come by another of its kind. */
export function expiredLink(
  { services, target }: CallContext,
  errorId: (typeof expiredLinks)[number],
): Leave {
  const page = `${screenPath(services, "errorLinkExpired")}?${new URLSearchParams({ errorId })}`;
  return new Leave(withReturnUrl(page, target.returnUrl));
}
