import type { Handlers } from "../call.ts";
import { findStoredError } from "../oidc/stored-errors.ts";
import { resumeAddress } from "../request/authorization-request.ts";
import { clientView } from "./client-view.ts";
import { isNamedError, namedErrors } from "./named-error.ts";

/** What went wrong, by the identifier of a stored error; nothing of it comes from the address (security, RD-6). */
export const error: Handlers["Error"] = async ({ services, visitor, target, supportCode }, { query }) => {
  const { errorId } = query;
  const stored = errorId === "" ? undefined : await findStoredError(services, errorId, visitor.browserHash);
  const named = isNamedError(errorId) ? errorId : undefined;
  // Its page leads to a new link, and with the sign-in to the request.
  const isOldLink = named !== undefined && namedErrors[named] === "errorLinkExpired";
  const client = stored?.clientId ? services.config().clients[stored.clientId] : target.client;
  return {
    errorId: stored === undefined ? (named ?? null) : errorId,
    code: stored?.code ?? named ?? "unknown",
    client: clientView(client),
    // The request itself: a page in between may be the one that was refused.
    retryUrl: target.request && !isOldLink ? resumeAddress(target.request.uid) : null,
    homeUrl: (!isOldLink && client?.startUrl) || null,
    // Where no error is stored, the code of this page itself is what the log knows.
    supportCode: stored?.supportCode ?? supportCode,
    details:
      services.settings.environment === "development" ? (stored?.details?.slice(0, 2000) ?? null) : null,
  };
};
