import { isOperator } from "../../shared/roles.ts";
import type { Handlers } from "../call.ts";
import { resumeAddress } from "../oidc/authorization-request.ts";
import type { StoredError } from "../oidc/tickets.ts";
import { overallStatus, runChecks } from "../operations/checks.ts";
import { systemDetails } from "../operations/details.ts";
import { peekTicket } from "../store/tickets.ts";
import { clientView } from "./client-view.ts";
import { isNamedError, namedErrors } from "./named-error.ts";
import { ticketHolder } from "./ticket-holder.ts";

/** Whether the service works; how it does is for those who run it (decisions 12; security, OPS-1). */
export const systemStatus: Handlers["SystemStatus"] = async ({ services, visitor }) => {
  const checks = await runChecks(services);
  const status = overallStatus(checks);
  if (!isOperator(visitor.user?.roles ?? [])) return { status };
  return { status, ...(await systemDetails(services, checks)) };
};

/** What went wrong, by the identifier of a stored error; nothing of it comes from the address (security, RD-6). */
export const error: Handlers["Error"] = async (context, { query }) => {
  const { services, target, supportCode } = context;
  const { errorId } = query;
  const holder = ticketHolder(context);
  const stored =
    errorId === "" ? undefined : await peekTicket<StoredError>(services.store.db, "error", errorId, holder);
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
