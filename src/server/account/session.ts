import type { Journey } from "../../generated/calls.ts";
import { nobody } from "../../shared/nobody.ts";
import { isVendor, roleId } from "../../shared/roles.ts";
import type { CallContext, Handlers } from "../call.ts";
import { Leave } from "../call.ts";
import { cancelAddress } from "../oidc/authorization-request.ts";
import { issueToken } from "../plugins/anti-forgery.ts";
import { timedOut } from "../problem.ts";
import { screenWithReturn } from "../screen-path.ts";
import { standingOf, viewerOf } from "../standing.ts";
import { deleteAttempt } from "../store/attempts.ts";
import { findCustomer } from "../store/customers.ts";
import { touchSession } from "../store/sessions.ts";
import { redeemTicket } from "../store/tickets.ts";
import { attemptHere } from "./attempt-here.ts";
import { advance, leaveSession } from "./journey.ts";
import { declineDevice } from "./secure-credential/register-device.ts";
import { leaveSetup, setupBack } from "./set-up/two-factor-setup-ways.ts";
import { issueState } from "./state.ts";
import { ticketHolder } from "./ticket-holder.ts";

/** The current user, and what the sign-in still owes. */
export const user: Handlers["User"] = async (context) => {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target);
  const pending = standing === null || standing.stage === "done" ? null : standing.stage;
  const { session, user: person } = visitor;
  if (session === null || person === null) return { ...nobody, pending };
  const customer =
    session.customerId === null
      ? undefined
      : await findCustomer(services.store.db, viewerOf(person), session.customerId);
  return {
    isAuthenticated: true,
    userId: person.id,
    username: person.username,
    displayName: person.displayName,
    email: person.email,
    // Browsers keep what a page shows under its address: another person's picture needs another.
    picture: `/api/Account/ProfileImage?userId=${encodeURIComponent(person.id)}`,
    language: person.language,
    roles: person.roles.map((name) => ({ id: roleId(name), name })),
    isVendor: isVendor(person.roles),
    customer: customer ?? null,
    // While another person proves to be there, nothing is looked up for it about this one.
    hasCustomerChoice: standing?.user.id === person.id && standing.hasCustomerChoice,
    sessionExpiresAt: session.expiresAt,
    sessionExpiresIn: session.expiresAt - services.now(),
    sessionEndsAt: session.endsAt,
    pending,
  };
};

/** Somebody who was warned of the end of the session is still there. */
export const extendSession: Handlers["ExtendSession"] = async ({ services, visitor }) => {
  const { store, settings } = services;
  const idHash = visitor.session?.idHash ?? "";
  const session = await touchSession(store.db, idHash, settings.session, services.now());
  if (session === undefined) throw timedOut("the session has just ended");
  const { expiresAt } = session;
  return { sessionExpiresAt: expiresAt, sessionExpiresIn: expiresAt - services.now() };
};

/** The anti-forgery token for pages that brought none. */
export const token: Handlers["Token"] = async (context) => ({ token: issueToken(context) });

/** Trades the ticket of a sign-in or sign-out for the token of the new identity; once. */
export const exchange: Handlers["Exchange"] = async (context, { body }) => {
  const { db } = context.services.store;
  const data = await redeemTicket(db, "exchange", body.state, ticketHolder(context));
  if (data === undefined) throw timedOut("the state is spent, late or another browser's");
  return { token: issueToken(context) };
};

/** Goes on from an in-between page. A step that is owed stays owed, whatever the button says (security, TF-4). */
export const next: Handlers["Next"] = async (context, { query }) => {
  const { target } = context;
  switch (query.button) {
    case "cancel":
      await forgetAttempt(context);
      return new Leave(target.request === null ? target.returnUrl : cancelAddress(target.request));
    case "switch":
      await leaveSession(context);
      return new Leave(screenWithReturn(context, "login"), await issueState(context));
    case "back": {
      const before = await setupBack(context);
      if (before !== undefined) return before;
      await forgetAttempt(context);
      return new Leave(screenWithReturn(context, "login"));
    }
    case "skip":
      return leaveSetup(context, true, () => skip(context));
    default:
      return leaveSetup(context, false, () => advance(context));
  }
};

/**
 * Only what is offered can be skipped: a stage that is owed stays where it is (decisions 9). A device is offered once
 * the session is written; before that the button was that of another page.
 */
async function skip(context: CallContext): Promise<Journey | Leave> {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target);
  const isOffered = standing?.stage === "deviceOffered" && standing.unwritten === undefined;
  return isOffered ? declineDevice(context) : advance(context);
}

async function forgetAttempt(context: CallContext): Promise<void> {
  const attempt = await attemptHere(context);
  if (attempt !== undefined) await deleteAttempt(context.services.store.db, attempt);
}
