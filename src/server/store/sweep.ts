import { sql } from "kysely";
import { plannedEachTime } from "./kept-plans.ts";
import { spendValue } from "./spent-values.ts";
import type { Db } from "./tables.ts";

// Small, so that no statement holds others up for long.
const batch = 500;

/** Tables whose rows end, each with what names a row. What a session gave ends with it, so sessions are not swept. */
const ending = [
  { table: "attempts", key: ["id"] },
  { table: "authorization_requests", key: ["uid"] },
  { table: "tickets", key: ["kind", "hash"] },
  { table: "throttle", key: ["key"] },
  { table: "oidc_records", key: ["model", "id_hash"] },
  { table: "grant_customers", key: ["grant_id"] },
  { table: "sent_codes", key: ["purpose", "owner"] },
  { table: "messages", key: ["id"] },
  { table: "sign_out_notices", key: ["id"] },
  { table: "remembered_devices", key: ["id_hash"] },
  { table: "spent_values", key: ["kind", "hash"] },
  { table: "captcha_passes", key: ["browser_hash"] },
  { table: "minute_counts", key: ["minute", "name"] },
] as const;

/**
 * Deletes what has expired, and what the audit has had for longer than `auditLife` (milliseconds), in small batches with room
 * for others between them; gives the number of rows deleted.
 */
export async function sweep(db: Db, auditLife: number, now: number): Promise<number> {
  let deleted = 0;
  for (const { table, key } of ending)
    deleted += await deleteUntil(db, { table, key, time: "expires_at" }, now);
  return deleted + (await deleteUntil(db, { table: "audit", key: ["id"], time: "at" }, now - auditLife));
}

/** Sweeps once in a time, over any number of processes: those that come later would only wait for the same rows. */
export async function sweepOnce(
  db: Db,
  { auditLife, every }: { auditLife: number; every: number },
  now: number,
): Promise<number> {
  const turn = Math.floor(now / every);
  const isOurs = await spendValue(db, "sweep", String(turn), (turn + 1) * every);
  return isOurs ? sweep(db, auditLife, now) : 0;
}

/** Rows of a table, what names one, and the time by which they are deleted. */
interface Ageing {
  table: string;
  key: readonly string[];
  time: string;
}

async function deleteUntil(db: Db, ageing: Ageing, end: number): Promise<number> {
  let deleted = 0;
  let last: number;
  do {
    last = await deleteBatch(db, ageing, end);
    deleted += last;
  } while (last === batch);
  return deleted;
}

async function deleteBatch(db: Db, { table, key, time }: Ageing, end: number): Promise<number> {
  const name = sql.table(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`${plannedEachTime}
    delete from ${name} where (${columns}) in (
      select ${columns} from ${name} where ${sql.ref(time)} <= ${end} limit ${sql.lit(batch)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
