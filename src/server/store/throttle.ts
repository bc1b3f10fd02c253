import { type RawBuilder, sql } from "kysely";
import type { LockoutPolicy } from "../domain/lockout.ts";
import type { Db } from "./tables.ts";

/**
 * Whether one more try may be made now. `failures` counts it already; `lockedUntil` is the lock that it put on the key,
 * milliseconds since 1970, 0 where it put none.
 */
export type Try =
  | { allowed: true; failures: number; lockedUntil: number }
  | { allowed: false; retryAfterSeconds: number };

/**
 * Reserves a try before its secret is checked, in one statement, so that parallel tries all count (security,
 * TH-2). It counts as a failure until `clearTries` or `giveBackTry` says otherwise.
 */
export async function takeTry(db: Db, key: string, policy: LockoutPolicy, now: number): Promise<Try> {
  const at = sql<number>`cast(${now} as bigint)`;
  const failures = sql<number>`case when throttle.expires_at > ${at} then throttle.failures + 1 else 1 end`;
  const forgotten = sql`${at} + ${sql.lit(policy.forgetAfter)}`;
  const first = sql.lit(1);
  const taken = await sql<{ failures: number; locked_until: number }>`
    insert into throttle (key, failures, locked_until, expires_at)
    values (${key}, 1, ${bySteps(policy, first, at, sql.lit(0))}, ${bySteps(policy, first, forgotten, forgotten)})
    on conflict (key) do update set
      failures = ${failures},
      locked_until = ${bySteps(policy, failures, at, sql.lit(0))},
      expires_at = ${policy.fixed ? fixedEnd(policy, failures, at) : bySteps(policy, failures, forgotten, forgotten)}
    where throttle.locked_until <= ${at}
    returning failures, locked_until`.execute(db);
  const [counted] = taken.rows;
  if (counted !== undefined)
    return { allowed: true, failures: counted.failures, lockedUntil: counted.locked_until };
  const row = await db
    .selectFrom("throttle")
    .select("locked_until")
    .where("key", "=", key)
    .executeTakeFirst();
  const wait = Math.max(0, (row?.locked_until ?? now) - now);
  return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(wait / 1000)) };
}

/** Failures that are counted for a key, and until when it is locked; milliseconds since 1970. */
export interface Tries {
  failures: number;
  lockedUntil: number;
  expiresAt: number;
}

/** The living failures of each key, in the order of the keys. Reserves nothing. */
export async function readTries(
  db: Db,
  keys: readonly string[],
  now: number,
): Promise<(Tries | undefined)[]> {
  const rows = await db
    .selectFrom("throttle")
    .selectAll()
    .where("key", "in", keys)
    .where("expires_at", ">", now)
    .execute();
  return keys.map((key) => {
    const row = rows.find((other) => other.key === key);
    return row && { failures: row.failures, lockedUntil: row.locked_until, expiresAt: row.expires_at };
  });
}

/** Forgets the failures of a key, because the secret was right. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await db.deleteFrom("throttle").where("key", "=", key).execute();
}

/**
 * Takes one reserved try back, because it had no verdict (a fault of ours) or was right among others' tries. The lock
 * that it put on the key itself, `lockedUntil`, goes with it; one that others' tries caused meanwhile stays.
 */
export async function giveBackTry(db: Db, key: string, lockedUntil: number): Promise<void> {
  await db
    .updateTable("throttle")
    .set((update) => ({
      failures: update("failures", "-", 1),
      locked_until: update
        .case()
        .when("locked_until", "=", lockedUntil)
        .then(0)
        .else(update.ref("locked_until"))
        .end(),
    }))
    .where("key", "=", key)
    .where("failures", ">", 0)
    .execute();
}

/**
 * The policy's `waitAfter` as an expression of the database, so that count and wait change in one statement:
 * `start` plus the wait, or `free` where there is none. A free try locks nothing, not even until now: the clock
 * of another process may be a little behind.
 */
function bySteps(
  policy: LockoutPolicy,
  failures: RawBuilder<unknown>,
  start: RawBuilder<unknown>,
  free: RawBuilder<unknown>,
): RawBuilder<number> {
  const branches = policy.steps
    .toReversed()
    .map((step) => sql`when ${failures} >= ${sql.lit(step.failures)} then ${start} + ${sql.lit(step.wait)}`);
  return sql`case ${sql.join(branches, sql` `)} else ${free} end`;
}

/** The end of the living failures stays where it is, unless the wait ends later; a new run of them begins now. */
function fixedEnd(
  policy: LockoutPolicy,
  failures: RawBuilder<unknown>,
  at: RawBuilder<number>,
): RawBuilder<number> {
  const unlocked = bySteps(policy, failures, at, at);
  return sql`case when throttle.expires_at <= ${at} then ${at} + ${sql.lit(policy.forgetAfter)}
    when throttle.expires_at > ${unlocked} then throttle.expires_at else ${unlocked} end`;
}
