import { sql } from "kysely";
import { inBatches } from "../in-batches.ts";
import { plannedEachTime } from "./kept-plans.ts";
import { spendValue } from "./spent-values.ts";
import type { Db } from "./tables.ts";

// Small, so that no statement holds others up for long: on SQLite everybody waits for it, and five times as many take no less time in all.
const batch = 100;

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
 * for others between them; gives the number of rows deleted. Forgets addresses that wait for a code which has ended. Begins no further batch once it is to end (`stopping`).
 */
export async function sweep(db: Db, auditLife: number, now: number, stopping?: AbortSignal): Promise<number> {
  const audit = { table: "audit", key: ["id"], time: "at", end: now - auditLife };
  const ageing = [...ending.map((of) => ({ ...of, time: "expires_at", end: now })), audit];
  let deleted = 0;
  for (const { end, ...of } of ageing)
    deleted += await inBatches(batch, () => deleteBatch(db, of, end), stopping);
  await inBatches(batch, () => forgetAddresses(db, now), stopping);
  return deleted;
}

/** Sweeps once in a time, over any number of processes: those that come later would only wait for the same rows. */
export async function sweepOnce(
  db: Db,
  { auditLife, every }: { auditLife: number; every: number },
  now: number,
  stopping?: AbortSignal,
): Promise<number> {
  const turn = Math.floor(now / every);
  const isOurs = await spendValue(db, "sweep", String(turn), (turn + 1) * every);
  return isOurs ? sweep(db, auditLife, now, stopping) : 0;
}

/** Rows of a table, what names one, and the time by which they are deleted. */
interface Ageing {
  table: string;
  key: readonly string[];
  time: string;
}

async function deleteBatch(db: Db, { table, key, time }: Ageing, end: number): Promise<number> {
  const name = sql.table(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`${plannedEachTime}
    delete from ${name} where (${columns}) in (
      select ${columns} from ${name} where ${sql.ref(time)} <= ${end} limit ${sql.lit(batch)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}

/**
 * What somebody typed as their new address may be anybody's. The owner of its code is the person and the address, parted by a blank, so the
 * codes of a person lie between the blank and the sign after it.
 */
async function forgetAddresses(db: Db, now: number): Promise<number> {
  const { numAffectedRows } = await sql`${plannedEachTime}
    update users set new_email = null where (id, new_email) in (
      select id, new_email from users as waiting where new_email is not null and not exists (
        select 1 from sent_codes where purpose = 'contact' and owner > waiting.id || ' ' and owner < waiting.id || '!'
        and used_at is null and expires_at > ${now}) order by id limit ${sql.lit(batch)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
