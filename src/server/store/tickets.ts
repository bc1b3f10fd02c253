import { type ExpressionBuilder, type Selectable, sql } from "kysely";
import { minute } from "../../shared/durations.ts";
import { randomToken, sha256 } from "../crypto.ts";
import { clockTolerance } from "../domain/freshness.ts";
import { fromJson, toJson } from "./json.ts";
import { writing } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";

/** What one-use values are for. */
export type TicketKind =
  | "exchange"
  | "error"
  | "logout"
  | "assertion"
  | "attestation"
  | "vendor"
  | "vendorSignOut"
  | "signInLink"
  | "recoveryCodes"
  | "passwordReset"
  | "postedRequest";

export interface NewTicket {
  data: unknown;
  /** Only this browser may use it; null: any. */
  browserHash: string | null;
  /** Milliseconds. */
  life: number;
}

/** Who presents a ticket, and when. */
export interface TicketHolder {
  /** Hash of the presenting browser; null: unknown, so that bound tickets are refused. */
  browserHash: string | null;
  now: number;
}

/** Makes a one-use value. The store keeps its hash; the secret is known to the holder alone. */
export async function issueTicket(db: Db, kind: TicketKind, ticket: NewTicket, now: number): Promise<string> {
  const secret = randomToken();
  await insertTicket(db, {
    kind,
    hash: sha256(secret),
    browser_hash: ticket.browserHash,
    data: toJson(ticket.data),
    created_at: now,
    expires_at: now + ticket.life,
    used_at: null,
  });
  return secret;
}

const insertTicket = writing((db, row: Selectable<Tables["tickets"]>) =>
  db.insertInto("tickets").values(row).compile(),
);

/** The data of a ticket that is still good, without spending it. */
export async function peekTicket<Data>(
  db: Db,
  kind: TicketKind,
  secret: string,
  holder: TicketHolder,
): Promise<Data | undefined> {
  const row = await db
    .selectFrom("tickets")
    .select("data")
    .where(isGood(kind, secret, holder))
    .executeTakeFirst();
  return row && fromJson<Data>(row.data);
}

/** The data of a ticket of this browser, also of a spent one: for the way on, never to act on. */
export async function recallTicket<Data>(
  db: Db,
  kind: TicketKind,
  secret: string,
  holder: TicketHolder,
): Promise<Data | undefined> {
  const row = await db
    .selectFrom("tickets")
    .select("data")
    .where("kind", "=", kind)
    .where("hash", "=", sha256(secret))
    .where("expires_at", ">", holder.now)
    .where("browser_hash", "=", holder.browserHash)
    .executeTakeFirst();
  return row && fromJson<Data>(row.data);
}

/**
 * Spends a ticket and gives its data; undefined where it is unknown, late, spent or another browser's. From then on it is the
 * presenting browser's. One conditional statement, so that of any number of presenters over any number of processes one succeeds.
 */
export async function redeemTicket<Data>(
  db: Db,
  kind: TicketKind,
  secret: string,
  holder: TicketHolder,
): Promise<Data | undefined> {
  const row = await db
    .updateTable("tickets")
    .set({ used_at: holder.now, browser_hash: holder.browserHash })
    .where(isGood(kind, secret, holder))
    .returning("data")
    .executeTakeFirst();
  return row && fromJson<Data>(row.data);
}

/** For how long a browser may recall what it has spent a link on, because the answer may have been lost; milliseconds. */
const recallLife = minute;

/** Spends a mailed link; its browser can recall it for a minute. False where it is not good. */
export async function redeemLinkTicket(
  db: Db,
  kind: TicketKind,
  secret: string,
  holder: TicketHolder,
): Promise<boolean> {
  if ((await redeemTicket(db, kind, secret, holder)) === undefined) return false;
  await endTicketAt(db, kind, secret, holder.now + recallLife);
  return true;
}

/** Gives a ticket other data, as long as it is good. */
export async function rewriteTicket(
  db: Db,
  kind: TicketKind,
  secret: string,
  holder: TicketHolder,
  data: unknown,
): Promise<void> {
  await db
    .updateTable("tickets")
    .set({ data: toJson(data) })
    .where(isGood(kind, secret, holder))
    .execute();
}

/** Ends a ticket at `until`, because its message is under way now. Never lengthens a life. */
export async function endTicketAt(db: Db, kind: TicketKind, secret: string, until: number): Promise<void> {
  await db
    .updateTable("tickets")
    .set({ expires_at: until })
    .where("kind", "=", kind)
    .where("hash", "=", sha256(secret))
    .where("expires_at", ">", until)
    .execute();
}

/** Ends all good tickets of a kind that were issued with the same data, because a newer one counts. */
export async function deleteTickets(db: Db, kind: TicketKind, data: unknown): Promise<void> {
  await db
    .deleteFrom("tickets")
    // Written out, as in the index that has some kinds alone.
    .where("kind", "=", sql.lit(kind))
    .where("data", "=", toJson(data))
    .where("used_at", "is", null)
    .execute();
}

/** The ticket of a secret while it is neither late nor spent, nor of before the clock was set back, for who may present it. */
function isGood(kind: TicketKind, secret: string, { browserHash, now }: TicketHolder) {
  return ({ and, or, eb }: ExpressionBuilder<Tables, "tickets">) =>
    and([
      eb("kind", "=", kind),
      eb("hash", "=", sha256(secret)),
      eb("used_at", "is", null),
      eb("expires_at", ">", now),
      eb("created_at", "<=", now + clockTolerance),
      or([eb("browser_hash", "is", null), eb("browser_hash", "=", browserHash)]),
    ]);
}
