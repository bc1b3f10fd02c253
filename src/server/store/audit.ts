import type { Selectable } from "kysely";
import { randomToken } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import { writing } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";

/** One thing that happened to an account; never holds a secret (security, LG-1). */
export interface AuditEntry {
  /** What happened, for example `signIn.failed`. */
  event: string;
  /** Whose account; left out: nobody's, for example because no account has the name that was typed. */
  userId?: string;
  /** Left out, with the support code, for what no request did. */
  address?: string;
  supportCode?: string;
  detail?: Record<string, unknown>;
}

/** An entry as it was written down. */
export interface AuditRow {
  id: string;
  /** Milliseconds since 1970. */
  at: number;
  event: string;
  userId: string | null;
  /** Name of the account; null where it is nobody's. */
  username: string | null;
  address: string | null;
  supportCode: string | null;
  detail: Record<string, unknown>;
}

/** Which entries are asked for; what is left out asks for all. */
export interface AuditFilter {
  userId?: string;
  supportCode?: string;
  /** Not before, milliseconds since 1970. */
  since?: number;
}

/** Writes down what happened at once, and is read again in this order; at most a thousand entries. */
export async function writeAudits(db: Db, entries: readonly AuditEntry[], now: number): Promise<void> {
  if (entries.length === 0) return;
  // They begin with the time, so that their index grows at its end and not everywhere; behind those of before, which are random.
  const time = `~${now.toString(36).padStart(9, "0")}`;
  const ids = entries.map(() => time + randomToken(12)).sort();
  const rows = entries.map((entry, index) => ({
    id: ids[index] ?? "",
    at: now,
    event: entry.event,
    user_id: entry.userId ?? null,
    address: entry.address ?? null,
    support_code: entry.supportCode ?? null,
    detail: toJson(entry.detail ?? {}),
  }));
  await insertAudits(db, { rows });
}

const insertAudits = writing((db, { rows }: { rows: Selectable<Tables["audit"]>[] }) =>
  db.insertInto("audit").values(rows).compile(),
);

/** Up to `limit` entries, oldest first; `after` is the last one of the page before. */
export async function readAudit(
  db: Db,
  { userId, supportCode, since }: AuditFilter,
  { limit, after }: { limit: number; after?: Pick<AuditRow, "id" | "at"> },
): Promise<AuditRow[]> {
  let query = withNames(db).orderBy("audit.at").orderBy("audit.id").limit(limit);
  if (userId !== undefined) query = query.where("audit.user_id", "=", userId);
  if (supportCode !== undefined) query = query.where("audit.support_code", "=", supportCode);
  if (since !== undefined) query = query.where("audit.at", ">=", since);
  if (after !== undefined)
    query = query
      .where("audit.at", ">=", after.at)
      .where(({ or, eb }) => or([eb("audit.at", ">", after.at), eb("audit.id", ">", after.id)]));
  return (await query.execute()).map(toRow);
}

/** One page, from 1, of the entries of an account that are of one event, newest first, and how many there are. */
export async function eventsOfUser(
  db: Db,
  { userId, event }: { userId: string; event: string },
  { page, size }: { page: number; size: number },
): Promise<{ items: AuditRow[]; total: number }> {
  const [rows, total] = await Promise.all([
    withNames(db)
      .where("audit.user_id", "=", userId)
      .where("audit.event", "=", event)
      .orderBy("audit.at", "desc")
      .orderBy("audit.id", "desc")
      .limit(size)
      .offset((page - 1) * size)
      .execute(),
    countOfUser(db, userId, [event], 0),
  ]);
  return { items: rows.map(toRow), total };
}

/** How often some events happened to an account since `from`, milliseconds since 1970. */
export async function countOfUser(
  db: Db,
  userId: string,
  events: readonly string[],
  from: number,
): Promise<number> {
  const { count } = await db
    .selectFrom("audit")
    .select((select) => select.fn.countAll<number>().as("count"))
    .where("user_id", "=", userId)
    .where("event", "in", events)
    .where("at", ">=", from)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** For some accounts, at most a thousand, when an event happened last, milliseconds since 1970; not those to which it never did. */
export async function lastOfUsers(
  db: Db,
  userIds: readonly string[],
  event: string,
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("users")
    // For each account one look at the end of its part of the index.
    .select(({ selectFrom }) => [
      "users.id",
      selectFrom("audit")
        .select(({ fn }) => fn.max("audit.at").as("at"))
        .whereRef("audit.user_id", "=", "users.id")
        .where("audit.event", "=", event)
        .as("at"),
    ])
    .where("users.id", "in", userIds)
    .execute();
  return new Map(rows.flatMap(({ id, at }) => (at === null ? [] : [[id, at]])));
}

function withNames(db: Db) {
  return db
    .selectFrom("audit")
    .leftJoin("users", "users.id", "audit.user_id")
    .selectAll("audit")
    .select("users.username");
}

function toRow(row: Selectable<Tables["audit"]> & { username: string | null }): AuditRow {
  return {
    id: row.id,
    at: Number(row.at),
    event: row.event,
    userId: row.user_id,
    username: row.username,
    address: row.address,
    supportCode: row.support_code,
    detail: fromJson<Record<string, unknown>>(row.detail),
  };
}
