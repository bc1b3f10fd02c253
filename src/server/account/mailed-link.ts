import type { CallContext } from "../call.ts";
import { randomToken } from "../crypto.ts";
import { longestLife } from "../delivery/queue-message.ts";
import type { Brought } from "../store/messages.ts";
import type { Db } from "../store/tables.ts";
import { deleteTickets, issueTicket, peekTicket, recallTicket } from "../store/tickets.ts";
import { findUser, holdAccount, type User } from "../store/users.ts";
import { ticketHolder } from "./ticket-holder.ts";

/** What a link brings that is mailed to one person, good in any browser and once. */
type LinkKind = "passwordReset" | "recoveryCodes";

/** What a mailed link stands for. */
interface LinkTicket {
  userId: string;
}

/** Whose link it is; `version` undefined: nobody's, who knows it neither. */
export type LinkOwner = Pick<User, "id"> & Partial<Pick<User, "version">>;

/**
 * Makes what a link of a person is known by, in place of the ones before; `life` in milliseconds from its mail on. It is good for
 * nothing where the account has changed since `owner` was read: its mail goes to the address of then.
 */
export async function issueMailedLink(
  { services: { store, now } }: Pick<CallContext, "services">,
  kind: LinkKind,
  { id: userId, version }: LinkOwner,
  life: number,
): Promise<Extract<Brought, { kind: unknown }>> {
  const data: LinkTicket = { userId };
  const ticket = { data, browserHash: null, life: longestLife(life) };
  const secret = await store.db.transaction().execute(async (transaction) => {
    if ((await holdAccount(transaction, userId)) !== version) return randomToken();
    await deleteTickets(transaction, kind, data);
    return issueTicket(transaction, kind, ticket, now());
  });
  return { kind, secret };
}

/** Ends the living links of a person. */
export async function endMailedLinks(db: Db, userId: string, ...kinds: LinkKind[]): Promise<void> {
  const data: LinkTicket = { userId };
  for (const kind of kinds) await deleteTickets(db, kind, data);
}

/** Whose link it is, while it is good; spends nothing. */
export async function userOfLink(
  context: CallContext,
  kind: LinkKind,
  secret: string,
  db = context.services.store.db,
): Promise<User | undefined> {
  return userOf(db, await peekTicket<LinkTicket>(db, kind, secret, ticketHolder(context)));
}

/** Whose link this browser has spent, a minute ago at most. */
export async function userOfSpentLink(
  context: CallContext,
  kind: LinkKind,
  secret: string,
): Promise<User | undefined> {
  const { db } = context.services.store;
  return userOf(db, await recallTicket<LinkTicket>(db, kind, secret, ticketHolder(context)));
}

async function userOf(db: Db, ticket: LinkTicket | undefined): Promise<User | undefined> {
  const user = ticket && (await findUser(db, ticket.userId));
  return user?.disabled ? undefined : user;
}
