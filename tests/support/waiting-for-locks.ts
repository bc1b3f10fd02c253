import { sql } from "kysely";
import type { Db } from "../../src/server/store/tables.ts";

/** How many statements wait for what another transaction holds; in PostgreSQL alone. */
export async function waitingForLocks(db: Db): Promise<number | undefined> {
  const { rows } = await sql<{ many: number }>`select count(*)::int as many from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]?.many;
}
