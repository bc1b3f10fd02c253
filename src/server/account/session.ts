import { nobody } from "../../shared/nobody.ts";
import { isVendor, roleId } from "../../shared/roles.ts";
import type { Handlers } from "../call.ts";
import { timedOut } from "../problem.ts";
import { issueToken } from "../request/anti-forgery.ts";
import { standingOf, viewerOf } from "../request/standing.ts";
import { findCustomer } from "../store/customers.ts";
import { touchSession } from "../store/sessions.ts";
import { redeemTicket } from "../store/tickets.ts";
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
