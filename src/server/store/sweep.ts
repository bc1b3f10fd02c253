import { sql } from "kysely";
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

/** Deletes what has expired, in small batches with room for others between them; gives the number of rows deleted. */
export async function sweep(db: Db, now: number): Promise<number> {
  let deleted = 0;
  for (const { table, key } of ending) {
    let last: number;
    do {
      last = await deleteBatch(db, table, key, now);
      deleted += last;
    } while (last === batch);
  }
  return deleted;
}

async function deleteBatch(db: Db, table: string, key: readonly string[], now: number): Promise<number> {
  const name = sql.table(table);
  const columns = sql.join(key.map((column) => sql.ref(column)));
  const { numAffectedRows } = await sql`
    delete from ${name} where (${columns}) in (
      select ${columns} from ${name} where expires_at <= ${now} limit ${sql.lit(batch)})`.execute(db);
  return Number(numAffectedRows ?? 0);
}
