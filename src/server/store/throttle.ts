import { type RawBuilder, sql } from "kysely";
import { type LockoutPolicy, waitAfter } from "../domain/lockout.ts";
import { statement, statementPer, writing } from "./statement.ts";
import type { Db } from "./tables.ts";

/** What a try is taken of. */
export interface Tried {
  key: string;
  policy: LockoutPolicy;
}

/**
 * A try that was taken. `failures` counts it already; `lockedUntil` is the lock that it put on its key, milliseconds
 * since 1970, 0 where it put none.
 */
export type Taken<Of extends Tried = Tried> = Of & { failures: number; lockedUntil: number };

/** Whether tries may be made now. Where they may not, `locked` is the first of them that is locked. */
export type TakenTries<Of extends Tried> =
  | { allowed: true; taken: readonly [Taken<Of>, ...Taken<Of>[]] }
  | { allowed: false; taken: readonly Taken<Of>[]; locked: Of; retryAfterSeconds: number };

/** Whether one more try may be made now. */
export type Try = ({ allowed: true } & Taken) | { allowed: false; retryAfterSeconds: number };

/** Reserves a try of one key, as `takeTries` does of several. */
export async function takeTry(db: Db, key: string, policy: LockoutPolicy, now: number): Promise<Try> {
  const tries = await takeTries(db, { key, policy }, [], now);
  if (tries.allowed) return { allowed: true, ...tries.taken[0] };
  return { allowed: false, retryAfterSeconds: tries.retryAfterSeconds };
}

/**
 * Reserves a try of each key before a secret is checked, in one statement, so that parallel tries all count (security,
 * TH-2). They count as failures until `clearTries` or `giveBackTry` says otherwise. Where one of the keys is locked,
 * `payer` pays all the same and the others do not; a lock of this very moment may find some of them taken.
 */
export async function takeTries<Of extends Tried>(
  db: Db,
  payer: Of,
  others: readonly Of[],
  now: number,
): Promise<TakenTries<Of>> {
  const { rows } = await takeAll(others.map(({ policy }) => policy).concat(payer.policy))(db, {
    now,
    payer: payer.key,
    begun: [...others, payer].map((one) => begin(one, now)),
  });
  const tried = [payer, ...others].map((own) => ({ own, row: rows.find(({ key }) => key === own.key) }));
  const taken = tried.flatMap(({ own, row }) =>
    row === undefined ? [] : [{ ...own, failures: row.failures, lockedUntil: row.locked_until }],
  );
  const [first, ...more] = taken;
  if (first !== undefined && more.length === others.length) return { allowed: true, taken: [first, ...more] };
  const missing = tried.flatMap(({ own, row }) => (row === undefined ? [own] : []));
  const keys = missing.map(({ key }) => key);
  const waits = (await readTries(db, keys, now)).map((tries) => (tries?.lockedUntil ?? 0) - now);
  // One that was lifted since is not found any more.
  const locked = waits.findIndex((wait) => wait > 0);
  const retryAfterSeconds = Math.max(1, Math.ceil((waits[locked] ?? 0) / 1000));
  return { allowed: false, taken, locked: missing[locked] ?? missing[0] ?? payer, retryAfterSeconds };
}

/**
 * The statement of `takeTries`. A free try locks nothing, not even until now: the clock of another process may be a
 * little behind. The payer's row is taken last: many share it, and wait while it is held.
 */
const takeAll = statementPer((db, given: Takes, policies: readonly LockoutPolicy[]) => {
  const at = sql<number>`cast(${given.now} as bigint)`;
  const begun = given.begun.map(
    ({ key, lockedUntil, expiresAt }) =>
      sql`(${key}, cast(${lockedUntil} as bigint), cast(${expiresAt} as bigint))`,
  );
  const keys = sql.join(given.begun.map(({ key }) => key));
  const byKey = (branch: (policy: LockoutPolicy) => RawBuilder<unknown>) => {
    const branches = policies.map(
      (policy, index) => sql`when ${given.begun[index]?.key} then ${branch(policy)}`,
    );
    return sql`case throttle.key ${sql.join(branches, sql` `)} end`;
  };
  return sql<{ key: string; failures: number; locked_until: number }>`
    insert into throttle (key, failures, locked_until, expires_at)
    select column1, 1, column2, column3 from (values ${sql.join(begun)}) as begun
    where column1 = ${given.payer}
      or not exists (select 1 from throttle where key in (${keys}) and locked_until > ${at})
    on conflict (key) do update set (failures, locked_until, expires_at) = (
      select failures, case when wait = 0 then 0 else at + wait end, ${byKey(expiry)}
      from (
        select at, failures, ${byKey(waitByFailures)} as wait
        from (
          select ${at} as at, case when throttle.expires_at > ${at} then throttle.failures + 1 else 1 end as failures
        ) as counted
      ) as waiting
    )
    where throttle.locked_until <= ${at}
    returning key, failures, locked_until`.compile(db);
});

interface Takes {
  now: number;
  /** Its key. */
  payer: string;
  /** What is written where nothing is known of a key, the payer's last. */
  begun: readonly (Omit<Tries, "failures"> & { key: string })[];
}

function begin({ key, policy }: Tried, now: number): Takes["begun"][number] {
  const wait = waitAfter(policy, 1);
  return { key, lockedUntil: wait === 0 ? 0 : now + wait, expiresAt: now + policy.forgetAfter + wait };
}

/** The policy's `waitAfter` as an expression of the database, so that count and wait change in one statement. */
function waitByFailures({ steps }: LockoutPolicy): RawBuilder<number> {
  const branches = steps
    .toReversed()
    .map(({ failures, wait }) => `when counted.failures >= ${failures} then ${wait}`);
  return sql.raw(`case ${branches.join(" ")} else 0 end`);
}

/**
 * When the living failures are forgotten. `fixed`: that stays where it is, unless the wait ends later; a new run of them
 * begins now.
 */
function expiry({ forgetAfter, fixed }: LockoutPolicy): RawBuilder<number> {
  if (!fixed) return sql.raw(`at + wait + ${forgetAfter}`);
  return sql.raw(`case when throttle.expires_at <= at then at + ${forgetAfter}
    when throttle.expires_at > at + wait then throttle.expires_at else at + wait end`);
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
  const { rows } = await livingTries(db, { keys, now });
  return keys.map((key) => {
    const row = rows.find((other) => other.key === key);
    return row && { failures: row.failures, lockedUntil: row.locked_until, expiresAt: row.expires_at };
  });
}

const livingTries = statement((db, { keys, now }: { keys: readonly string[]; now: number }) =>
  db.selectFrom("throttle").selectAll().where("key", "in", keys).where("expires_at", ">", now).compile(),
);

/** Forgets the failures of a key, because the secret was right. */
export async function clearTries(db: Db, key: string): Promise<void> {
  await deleteTries(db, { key });
}

/** The same for a key, and for those that go on with a space behind it; false where none was counted. */
export async function clearAllTries(db: Db, key: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("throttle")
    .where(({ or, eb, and }) =>
      // What goes on with a space comes before what goes on with an exclamation mark, and nothing is between.
      or([eb("key", "=", key), and([eb("key", ">", `${key} `), eb("key", "<", `${key}!`)])]),
    )
    .returning("key")
    .execute();
  return deleted.length > 0;
}

const deleteTries = writing((db, { key }: { key: string }) =>
  db.deleteFrom("throttle").where("key", "=", key).compile(),
);

/**
 * Takes one reserved try back, because it had no verdict (a fault of ours) or was right among others' tries. The lock
 * that it put on the key itself, `lockedUntil`, goes with it; one that others' tries caused meanwhile stays.
 */
export async function giveBackTry(db: Db, key: string, lockedUntil: number): Promise<void> {
  await returnTry(db, { key, lockedUntil });
}

/** Takes several back. */
export async function giveBackTries(db: Db, taken: readonly Taken[]): Promise<void> {
  await Promise.all(taken.map(({ key, lockedUntil }) => giveBackTry(db, key, lockedUntil)));
}

const returnTry = writing((db, { key, lockedUntil }: Pick<Taken, "key" | "lockedUntil">) =>
  db
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
    .compile(),
);
