import { withReturnUrl } from "../../../shared/return-url.ts";
import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { endSessionUrl, openSignOut } from "../../oidc/upstream-sign-out.ts";
import { recordEvent } from "../../record-event.ts";
import { findLogoutRequest, type LogoutRequest, logoutLife } from "../../request/logout-requests.ts";
import { screenPath } from "../../screen-path.ts";
import { issueTicket, recallTicket, redeemTicket, rewriteTicket } from "../../store/tickets.ts";
import { ticketHolder } from "../ticket-holder.ts";
import { detailsOf } from "./refuse-sign-in.ts";

/** Data of a ticket of the kind `vendorSignOut`: somebody was sent to a provider's own sign-out. */
interface SignOutTicket {
  vendorId: string;
  logoutId: string;
  returnUrl: string;
}

/**
 * Leaves the provider too, or stays signed in there. Our session has ended before, so whatever the provider does or does
 * not, the person is signed out here.
 */
export const upstreamLogout: Handlers["UpstreamLogout"] = async (context, { query, body }) => {
  const { services, visitor, language, target, supportCode } = context;
  const { logoutId } = body;
  const request = await findLogoutRequest(services, logoutId, visitor.browserHash);
  const upstream = openSignOut(services, request?.upstream);
  if (request === undefined || upstream === undefined) return { outcome: "signedOut" };
  if (query.button === "stay") {
    await leaveOut(context, logoutId, request);
    return { outcome: "signedOut" };
  }
  const data: SignOutTicket = { vendorId: upstream.vendor.id, logoutId, returnUrl: target.returnUrl };
  const ticket = { data, browserHash: visitor.browserHash, life: logoutLife };
  const state = await issueTicket(services.store.db, "vendorSignOut", ticket, services.now());
  try {
    return new Leave(await endSessionUrl(services, upstream, { state, ui_locales: language }));
  } catch (error) {
    const line = { supportCode, vendorId: upstream.vendor.id, details: detailsOf(error) };
    services.log.warn(line, "the sign-out of a provider cannot be reached");
    return { outcome: "unreachable" };
  }
};

/** Where somebody goes who comes back from a provider's sign-out: the logged-out page, whatever comes with them. */
export async function afterVendorSignOut(
  context: CallContext,
  vendorId: string,
  state: string,
): Promise<string> {
  const { services, visitor, supportCode } = context;
  const { db } = services.store;
  const holder = ticketHolder(context);
  const ticket = await redeemTicket<SignOutTicket>(db, "vendorSignOut", state, holder);
  const begun = ticket ?? (await recallTicket<SignOutTicket>(db, "vendorSignOut", state, holder));
  if (begun === undefined || begun.vendorId !== vendorId) {
    services.log.warn({ supportCode, vendorId }, "an answer to no sign-out at this provider");
    return screenPath(services, "loggedOut");
  }
  const request = await findLogoutRequest(services, begun.logoutId, visitor.browserHash);
  if (ticket !== undefined && request !== undefined) {
    await leaveOut(context, begun.logoutId, request);
    await recordEvent(context, { event: "signOut.vendor", detail: { vendorId } });
  }
  return withReturnUrl(screenPath(services, "loggedOut", { logoutId: begun.logoutId }), begun.returnUrl);
}

/** The provider is not asked about any more, and its token is forgotten. */
async function leaveOut(context: CallContext, logoutId: string, request: LogoutRequest): Promise<void> {
  const { db } = context.services.store;
  await rewriteTicket(db, "logout", logoutId, ticketHolder(context), { ...request, upstream: null });
}
