import { withReturnUrl } from "../../../shared/return-url.ts";
import type { CallContext } from "../../call.ts";
import { longestLife } from "../../delivery/queue-message.ts";
import { startAddress } from "../../request/start-address.ts";
import { screenPath, screenUrl } from "../../screen-path.ts";
import { findSentCode, redeemSentCode, type SentCode } from "../../store/sent-codes.ts";
import { issueTicket, peekTicket } from "../../store/tickets.ts";
import { findUser, type User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { codeLife } from "../messages/sent-code.ts";
import { ticketHolder } from "../ticket-holder.ts";

const purpose = "oneTimeToken";
/** Where a link leads. */
const screen = "loginOtt";

/**
 * What a mailed link stands for: the token that was mailed beside it. Only the token is ever spent, so that using one
 * of the two ends the other, and a newer token ends both.
 */
interface LinkTicket {
  owner: string;
  codeHash: string;
  /** Null: the account does not exist, and nobody knows the link. */
  userId: string | null;
  /** The account's version: a change of what its sign-ins rest on ends the link. */
  accountVersion: number | null;
  /** The application that the sign-in was begun for. */
  clientId: string | null;
}

/** A link that is still good. */
export interface SignInLink extends LinkTicket {
  user: User;
}

/** Makes the link that is mailed with a token; good for as long, in any browser. */
export async function issueLink(
  context: CallContext,
  { owner, codeHash }: SentCode,
  user: User | undefined,
): Promise<string> {
  const { services, target } = context;
  const data: LinkTicket = {
    owner,
    codeHash,
    userId: user?.id ?? null,
    accountVersion: user?.version ?? null,
    clientId: target.client?.id ?? null,
  };
  const ticket = { data, browserHash: null, life: longestLife(codeLife) };
  const secret = await issueTicket(services.store.db, "signInLink", ticket, services.now());
  return screenUrl(context, screen, queryOf(secret), target.returnUrl);
}

/** The link of a secret, while it is good; spends nothing. */
export async function findLink(context: CallContext, secret: string): Promise<SignInLink | undefined> {
  const { db } = context.services.store;
  const holder = ticketHolder(context);
  const ticket = await peekTicket<LinkTicket>(db, "signInLink", secret, holder);
  if (ticket === undefined || ticket.userId === null) return undefined;
  const sent = await findSentCode(db, purpose, ticket.owner, holder.now);
  const user = sent?.codeHash === ticket.codeHash ? await findUser(db, ticket.userId) : undefined;
  if (user === undefined || user.disabled || user.version !== ticket.accountVersion) return undefined;
  return { ...ticket, user };
}

/** Spends a link, and with it the token; of any number at once over any number of processes one gets true. */
export async function redeemLink(
  { services }: CallContext,
  { owner, codeHash }: SignInLink,
): Promise<boolean> {
  return redeemSentCode(services.store.db, { purpose, owner, codeHash }, services.now());
}

/**
 * Where a link has to be opened instead; undefined: here. An application's request belongs to the browser that it came
 * from. In any other the sign-in begins for itself and ends where the application starts (decisions 9).
 */
export async function properAddress(
  context: CallContext,
  { owner, clientId }: SignInLink,
  secret: string,
): Promise<string | undefined> {
  const { services, target } = context;
  const here = await attemptHere(context);
  if (here !== undefined && owner.startsWith(`${here.id} `)) return undefined;
  const returnUrl = startAddress(services, clientId);
  if (target.returnUrl === returnUrl) return undefined;
  return withReturnUrl(screenPath(services, screen, queryOf(secret)), returnUrl);
}

/** The query of a link, which tells of it also once its secret is no longer in it. */
function queryOf(secret: string): Record<string, string> {
  return { state: secret, link: "mailed" };
}
