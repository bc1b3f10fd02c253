import { minute } from "../../../shared/durations.ts";
import { withReturnUrl } from "../../../shared/return-url.ts";
import type { CallContext } from "../../call.ts";
import { sha256 } from "../../crypto.ts";
import { longestLife } from "../../delivery/queue-message.ts";
import { foldUsername } from "../../domain/fold.ts";
import { startAddress } from "../../plugins/application-start.ts";
import { screenPath, screenUrl } from "../../screen-path.ts";
import type { Brought } from "../../store/messages.ts";
import type { Db } from "../../store/tables.ts";
import {
  deleteTickets,
  issueTicket,
  peekTicket,
  recallTicket,
  redeemLinkTicket,
} from "../../store/tickets.ts";
import { findUser, type User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { ticketHolder } from "../ticket-holder.ts";

const kind = "passwordReset";
/** Where a link leads. */
const screen = "resetPassword";

/** How long a link to a new password is good from when it was sent; minutes (security, RR-2, F5). */
export const linkMinutes = 60;

/** What a mailed link stands for. */
interface ResetTicket {
  /** Made of the typed name where there is no password to reset: nobody knows that link. */
  userId: string;
}

/** Makes the link to a new password, in place of the ones before; good in any browser. `user` undefined: none can be reset. */
export async function issueResetLink(
  context: Pick<CallContext, "services" | "target" | "language">,
  username: string,
  user: User | undefined,
  life = linkMinutes * minute,
): Promise<{ link: string; brings: Brought }> {
  const { services, target } = context;
  const { store, now } = services;
  const data: ResetTicket = { userId: user?.id ?? `? ${sha256(foldUsername(username))}` };
  await deleteTickets(store.db, kind, data);
  const ticket = { data, browserHash: null, life: longestLife(life) };
  const secret = await issueTicket(store.db, kind, ticket, now());
  const link = screenUrl(context, screen, { state: secret }, target.returnUrl);
  return { link, brings: { kind, secret } };
}

/** Whose password a link is for, while it is good; spends nothing. */
export async function userOfLink(context: CallContext, state: string): Promise<User | undefined> {
  const { db } = context.services.store;
  return userOf(db, await peekTicket<ResetTicket>(db, kind, state, ticketHolder(context)));
}

/** Whose password this browser has spent a link on, a minute ago at most. */
export async function userOfSpentLink(context: CallContext, state: string): Promise<User | undefined> {
  const { db } = context.services.store;
  return userOf(db, await recallTicket<ResetTicket>(db, kind, state, ticketHolder(context)));
}

async function userOf(db: Db, ticket: ResetTicket | undefined): Promise<User | undefined> {
  const user = ticket && (await findUser(db, ticket.userId));
  return user === undefined || user.disabled ? undefined : user;
}

/** Spends a link; of any number at once over any number of processes one gets true. */
export async function redeemResetLink(
  context: CallContext,
  transaction: Db,
  state: string,
): Promise<boolean> {
  return redeemLinkTicket(transaction, kind, state, ticketHolder(context));
}

/** Ends the living links of a person. */
export async function endResetLinks(transaction: Db, userId: string): Promise<void> {
  const data: ResetTicket = { userId };
  await deleteTickets(transaction, kind, data);
}

/**
 * Where a link has to be opened instead; undefined: here. An application's request belongs to the browser that it came
 * from; from any other the way leads to where the application starts (decisions 9).
 */
export async function resetAddressElsewhere(
  context: CallContext,
  state: string,
): Promise<string | undefined> {
  const { services, target } = context;
  if (target.request === null || (await attemptHere(context)) !== undefined) return undefined;
  const start = startAddress(services, target.client?.id ?? null);
  return withReturnUrl(screenPath(services, screen, { state }), start);
}
