import { sql } from "kysely";
import { expect } from "vitest";
import type { Db } from "../../src/server/store/tables.ts";
import type { SuiteDatabase } from "./databases.ts";

/**
 * Does something of which so many statements must wait for what `hold` changes or locks, which is given free once they do; in
 * PostgreSQL alone.
 */
export async function whileHeld<Result>(
  database: SuiteDatabase,
  hold: (transaction: Db) => Promise<unknown>,
  work: () => Promise<Result>,
  waiting = 1,
): Promise<Result> {
  const { done } = await database
    .connect()
    .db.transaction()
    .execute(async (transaction) => {
      await hold(transaction);
      const done = work();
      await untilWaiting(database, waiting);
      // Not waited for here: it goes on when the transaction has ended.
      return { done };
    });
  return done;
}

/** Resolves once so many statements wait for what another transaction holds. */
export async function untilWaiting(database: SuiteDatabase, count: number): Promise<void> {
  const { db } = database.store();
  const waiting = sql<{ many: number }>`select count(*)::int as many from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`;
  await expect.poll(async () => (await waiting.execute(db)).rows[0]?.many, { interval: 5 }).toBe(count);
}
