import { sql } from "kysely";
import { randomToken } from "../crypto.ts";
import { toJson } from "./json.ts";
import type { Db } from "./tables.ts";

/** One thing that happened to an account; never holds a secret (security, LG-1). */
export interface AuditEntry {
  /** What happened, for example `signIn.failed`. */
  event: string;
  userId?: string;
  /** Folded user name as it was typed, also where there is no such account. */
  usernameFold?: string;
  address?: string;
  supportCode?: string;
  detail?: Record<string, unknown>;
}

/** How often an event happened within a minute, which begins at `minute` (milliseconds since 1970). */
export interface EventCount {
  event: string;
  minute: number;
  count: number;
}

/** Counts events by the minute since `from`, over all processes. */
export async function countEvents(db: Db, events: readonly string[], from: number): Promise<EventCount[]> {
  const rows = await eventCountQuery(db, events, from).execute();
  return rows.map(({ event, minute, count }) => ({ event, minute: Number(minute), count: Number(count) }));
}

/** The statement of `countEvents`, which reads an index alone. */
export function eventCountQuery(db: Db, events: readonly string[], from: number) {
  const begin = sql<number>`at - at % 60000`;
  return db
    .selectFrom("audit")
    .select(["event", begin.as("minute"), (select) => select.fn.countAll<number>().as("count")])
    .where("event", "in", events)
    .where("at", ">=", from)
    .groupBy(["event", begin]);
}

/** Writes down what happened. */
export async function writeAudit(db: Db, entry: AuditEntry, now: number): Promise<void> {
  await db
    .insertInto("audit")
    .values({
      id: randomToken(16),
      at: now,
      event: entry.event,
      user_id: entry.userId ?? null,
      username_fold: entry.usernameFold ?? null,
      address: entry.address ?? null,
      support_code: entry.supportCode ?? null,
      detail: toJson(entry.detail ?? {}),
    })
    .execute();
}
