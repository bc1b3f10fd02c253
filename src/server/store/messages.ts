import { type Selectable, sql } from "kysely";
import type { Channel } from "../../shared/message-values.ts";
import { open, openIfKnown, randomToken, type SecretKeys, seal } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import { type CodeKey, endSentCodeAt } from "./sent-codes.ts";
import type { Db, Tables } from "./tables.ts";
import { endTicketAt, type TicketKind } from "./tickets.ts";

/** What its column is sealed for. */
export const messagePurpose = "message";

/** What a person needs a message for: a sent code, or the ticket of a link by the secret that the link has. */
export type Brought = CodeKey | { kind: TicketKind; secret: string };

/** A mail or text message as it is handed to a gateway. Holds codes: never logged. */
export interface Message {
  channel: Channel;
  /** One address or number. */
  to: string;
  text: string;
  /** Of a mail: one line, and the text as HTML. */
  subject?: string;
  html?: string;
  /** Who a mail says that it is from, and where answers go. */
  sender?: { name: string; replyTo?: string };
  /** Partner whose logo the HTML shows. */
  logoOf?: string;
  /** What begins to live when it is taken. */
  brings?: Brought;
  /** Tag of the language that it is written in. */
  language: string;
}

/** A message that is this process's to hand over, until its claim ends. */
export interface ClaimedMessage {
  id: string;
  channel: Channel;
  /** Sealed; see `openMessage`. */
  content: string;
  /** This one counted. */
  tries: number;
  createdAt: number;
  expiresAt: number;
}

/** What the log may tell of a message. */
export type MessageTrace = Pick<ClaimedMessage, "id" | "channel" | "tries">;

/** No content: sent, given up, or to nobody. No code stays in the store longer than it is on its way. */
const wiped = "";
/** The same written out, as in the index of those that wait. */
const noContent = sql.lit(wiped);

/**
 * Puts a message in line and gives its id; `life` in milliseconds: later than that it is of no use any more. One to
 * nobody costs the same work and is never due.
 */
export async function addMessage(
  db: Db,
  secretKeys: SecretKeys,
  message: Omit<Message, "to"> & { to: string | null },
  life: number,
  now: number,
): Promise<string> {
  const id = randomToken(16);
  const content = seal(secretKeys, messagePurpose, toJson(message));
  await db
    .insertInto("messages")
    .values({
      id,
      channel: message.channel,
      content: message.to === null ? wiped : content,
      created_at: now,
      due_at: now,
      tries: 0,
      sent_at: null,
      expires_at: now + life,
      waits_for_recipient: 0,
    })
    .execute();
  return id;
}

/** The message of a claimed row. */
export function openMessage(secretKeys: SecretKeys, content: string): Message {
  return fromJson<Message>(open(secretKeys, messagePurpose, content));
}

/**
 * Takes up to `limit` messages of a channel that are due, for `claim` milliseconds, in one conditional statement: of any number of
 * processes one has each. A process that dies meanwhile leaves its messages to whoever comes after the claim.
 */
export async function claimMessages(
  db: Db,
  { channel, limit, claim }: { channel: Channel; limit: number; claim: number },
  now: number,
): Promise<ClaimedMessage[]> {
  const due = db
    .selectFrom("messages")
    .select("id")
    .where("channel", "=", channel)
    .where("due_at", "<=", now)
    .where("sent_at", "is", null)
    .where("expires_at", ">", now)
    .where("content", "!=", noContent)
    .orderBy("due_at")
    .limit(limit);
  const rows = await db
    .updateTable("messages")
    .set((update) => ({ due_at: now + claim, tries: update("tries", "+", 1) }))
    .where("id", "in", due)
    // Again, because another process may have claimed it between the two halves of the statement.
    .where("due_at", "<=", now)
    .where("sent_at", "is", null)
    .where("content", "!=", noContent)
    .returningAll()
    .execute();
  return rows.map(toClaimed);
}

/** The messages to some addresses and numbers that wait, oldest first, as far as a key of the server opens them. */
export async function messagesTo(
  db: Db,
  secretKeys: SecretKeys,
  recipients: readonly unknown[],
): Promise<Pick<ClaimedMessage, "channel" | "createdAt" | "expiresAt">[]> {
  const rows = await db
    .selectFrom("messages")
    .selectAll()
    .where("sent_at", "is", null)
    .where("content", "!=", noContent)
    .orderBy("created_at")
    .execute();
  const isTo = ({ content }: ClaimedMessage) => {
    const opened = openIfKnown(secretKeys, messagePurpose, content);
    return opened !== undefined && recipients.includes(fromJson<Message>(opened).to);
  };
  return rows.map(toClaimed).filter(isTo);
}

/** How many messages wait, and since when the oldest does, but for those whose recipient cannot be reached; null: none waits. */
export async function waitingMessages(
  db: Db,
  now: number,
): Promise<{ waiting: number; oldestAt: number | null }> {
  return db
    .selectFrom("messages")
    .select((select) => [
      select.fn.countAll<number>().as("waiting"),
      select.fn.min<number | null>("created_at").filterWhere("waits_for_recipient", "=", 0).as("oldestAt"),
    ])
    .where("sent_at", "is", null)
    .where("expires_at", ">", now)
    .where("content", "!=", noContent)
    .executeTakeFirstOrThrow();
}

/**
 * Notes that a message was taken by the gateway, and forgets what it said. What it brought lives from now on for as long as
 * the message was of use; of several processes that hand over the same one, by the first.
 */
export async function markSent(
  db: Db,
  { id, createdAt, expiresAt }: Pick<ClaimedMessage, "id" | "createdAt" | "expiresAt">,
  brings: Brought | undefined,
  now: number,
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable("messages")
      .set({ sent_at: now, content: wiped })
      .where("id", "=", id)
      .where("sent_at", "is", null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n || brings === undefined) return;
    const until = now + expiresAt - createdAt;
    if ("kind" in brings) await endTicketAt(transaction, brings.kind, brings.secret, until);
    else await endSentCodeAt(transaction, brings, until);
  });
}

/** Puts a message that was not taken back in line; `waitsForRecipient`: the gateway takes others. */
export async function postponeMessage(
  db: Db,
  id: string,
  dueAt: number,
  waitsForRecipient: boolean,
): Promise<void> {
  await db
    .updateTable("messages")
    .set({ due_at: dueAt, waits_for_recipient: waitsForRecipient ? 1 : 0 })
    .where("id", "=", id)
    .where("sent_at", "is", null)
    .execute();
}

/**
 * Gives up the messages that will not be of use at `dueAt` any more, and forgets what they said; all of them, or `id`
 * alone. Tells each to one caller only.
 */
export async function giveUpMessages(db: Db, dueAt: number, id?: string): Promise<MessageTrace[]> {
  let query = db
    .updateTable("messages")
    .set({ content: wiped })
    .where("expires_at", "<=", dueAt)
    .where("sent_at", "is", null)
    .where("content", "!=", noContent);
  if (id !== undefined) query = query.where("id", "=", id);
  return query.returning(["id", "channel", "tries"]).execute();
}

function toClaimed(row: Selectable<Tables["messages"]>): ClaimedMessage {
  return {
    id: row.id,
    channel: row.channel,
    content: row.content,
    tries: row.tries,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
