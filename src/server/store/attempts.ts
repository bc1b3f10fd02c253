import type { Selectable } from "kysely";
import { day, hour } from "../../shared/durations.ts";
import { randomToken } from "../crypto.ts";
import { isWithin } from "../domain/freshness.ts";
import { fromJson, toJson } from "./json.ts";
import type { SecondFactorKind } from "./second-factors.ts";
import { statement, writing } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";

/** How long what was proven in an attempt counts, and how long the attempt itself is kept; milliseconds. */
export const attemptLife = { proof: hour, row: day } as const;

/** How long it is known that an attempt was ended for another, milliseconds. */
const retiredLife = 10_000;
/** By how much the times of two who end an attempt at once may be in the wrong order, milliseconds. */
const retiredSkew = 2000;

/**
 * What an attempt keeps beside its proofs. It outlives them, so whatever belongs to one person says to whom; what is
 * secret is sealed.
 */
export interface AttemptData {
  /** How the first proof was given (RFC 8176): `pwd`, `otp`, `hwk`, `fed`. */
  methods?: string[];
  /** What the events of this way in call it, where `methods` alone do not tell. */
  method?: "link";
  /** The account's version as the first proof was given. */
  accountVersion?: number;
  /** The provider that vouched. */
  vendorId?: string;
  /** When the person proved there who they are; 0: it did not tell. */
  authenticatedAt?: number;
  /** What its own sign-out needs, sealed. */
  vendorToken?: string;
  /** The device is remembered, so the second step was left out. */
  secondStepSkipped?: true;
  /** Where the person stands with the second factor. */
  secondFactor?: { userId: string; method: SecondFactorKind };
  /** A recovery code was used: how many are left. Told before the journey goes on. */
  recoveryCodesLeft?: number;
  /** How the second factor was proven (RFC 8176). */
  secondMethods?: string[];
  /** Where the set-up wizard stands, sealed. */
  setup?: string;
  /** An identity at a provider that waits to be linked, sealed. */
  external?: string;
  /** The same once its account is proven: it is linked as soon as the session may exist. */
  link?: string;
  /** The provider that was asked last: its page does not go there by itself again. */
  startedVendor?: string;
  /** A sign-in by one-time token was begun: what its page shows, sealed, because the name was typed. */
  askedToken?: string;
}

/** What has been proven so far. Null throughout where nothing was proven, or too long ago. */
export interface AttemptProof {
  userId: string | null;
  /** When the password, or what stands for it, was proven; milliseconds since 1970. */
  passwordAt: number | null;
  secondFactorAt: number | null;
}

/** One sign-in for one return address in one browser (calls.md). */
export interface Attempt extends AttemptProof {
  id: string;
  /** Hash of what its browser holds it by: a secret of its own since the first proof, before that the browser's name. */
  browserHash: string;
  /** What the return address stands for: an authorization request's chain, or a path. */
  returnKey: string;
  data: AttemptData;
  version: number;
  createdAt: number;
  expiresAt: number;
}

/** What finds an attempt. */
export type AttemptPlace = Pick<Attempt, "browserHash" | "returnKey">;

export type AttemptState = AttemptProof & Pick<Attempt, "data">;

/** An attempt that is not kept: its sign-in may be done before anybody could come back to it. */
export function unkeptAttempt(place: AttemptPlace & AttemptState, now: number): Attempt {
  return { ...place, id: "", version: 0, createdAt: now, expiresAt: now };
}

const nothing: AttemptState = {
  userId: null,
  passwordAt: null,
  secondFactorAt: null,
  data: {},
};

/** Starts the attempt of a browser and return address, or sets the one that there is anew. */
export async function upsertAttempt(
  db: Db,
  attempt: AttemptPlace & Partial<AttemptState>,
  now: number,
): Promise<Attempt> {
  const state = stateColumns({ ...nothing, ...attempt });
  const row = await db
    .insertInto("attempts")
    .values({
      id: randomToken(16),
      browser_hash: attempt.browserHash,
      return_key: attempt.returnKey,
      ...state,
      version: 1,
      created_at: now,
      expires_at: now + attemptLife.row,
    })
    .onConflict((conflict) =>
      conflict.columns(["browser_hash", "return_key"]).doUpdateSet((update) => ({
        ...state,
        version: update("attempts.version", "+", 1),
        expires_at: now + attemptLife.row,
      })),
    )
    .returningAll()
    .executeTakeFirstOrThrow();
  return toAttempt(row, now);
}

/** The attempt of a browser and return address; where there is none, one in which nobody has proven anything. */
export async function ensureAttempt(db: Db, place: AttemptPlace, now: number): Promise<Attempt> {
  const begun = { ...stateColumns(nothing), version: 1, created_at: now, expires_at: now + attemptLife.row };
  const keys = { browser_hash: place.browserHash, return_key: place.returnKey };
  for (;;) {
    const row = await db
      .insertInto("attempts")
      .values({ id: randomToken(16), ...keys, ...begun })
      .onConflict((conflict) =>
        conflict
          .columns(["browser_hash", "return_key"])
          .doUpdateSet(begun)
          .where("attempts.expires_at", "<=", now),
      )
      .returningAll()
      .executeTakeFirst();
    // Another tab may end or move it between the two looks.
    const attempt = row ? toAttempt(row, now) : await findAttempt(db, place, now);
    if (attempt !== undefined) return attempt;
  }
}

/**
 * Ends the attempt of a place for another one that takes its place elsewhere. Gives a name for this end, the same to all
 * who end it within ten seconds: the form was pressed twice, or several tabs sign in at once.
 */
export async function retireAttempt(
  db: Db,
  { browserHash, returnKey }: AttemptPlace,
  now: number,
): Promise<string> {
  const state = stateColumns(nothing);
  const life = { created_at: now, expires_at: now + retiredLife };
  const row = await db
    .insertInto("attempts")
    .values({
      id: randomToken(16),
      browser_hash: browserHash,
      return_key: returnKey,
      ...state,
      version: 1,
      ...life,
    })
    .onConflict((conflict) =>
      conflict.columns(["browser_hash", "return_key"]).doUpdateSet(({ and, case: when, eb, ref, val }) => {
        // No other attempt ends so soon. Who came a moment earlier may be served a moment later.
        const isRetired = and([
          eb("attempts.expires_at", ">", now),
          eb("attempts.expires_at", "<=", life.expires_at + retiredSkew),
        ]);
        const kept = (column: keyof typeof life) =>
          when()
            .when(isRetired)
            .then(ref(`attempts.${column}`))
            .else(val(life[column]))
            .end();
        return {
          ...state,
          version: eb("attempts.version", "+", 1),
          created_at: kept("created_at"),
          expires_at: kept("expires_at"),
        };
      }),
    )
    .returning(["id", "created_at"])
    .executeTakeFirstOrThrow();
  return `${row.id} ${row.created_at}`;
}

/** The attempt of a browser and return address; what was proven over an hour ago no longer shows. */
export async function findAttempt(
  db: Db,
  { browserHash, returnKey }: AttemptPlace,
  now: number,
): Promise<Attempt | undefined> {
  const { rows } = await livingAttempt(db, { browserHash, returnKey, now });
  return rows[0] && toAttempt(rows[0], now);
}

const livingAttempt = statement((db, { browserHash, returnKey, now }: AttemptPlace & { now: number }) =>
  db
    .selectFrom("attempts")
    .selectAll()
    .where("browser_hash", "=", browserHash)
    .where("return_key", "=", returnKey)
    .where("expires_at", ">", now)
    .compile(),
);

/**
 * Lets an attempt be held by something else: what it was held by before leads to it no more. False where there is none,
 * as for the slower one of two who move it.
 */
export async function moveAttempt(db: Db, from: AttemptPlace, browserHash: string): Promise<boolean> {
  const moved = await db
    .updateTable("attempts")
    .set({ browser_hash: browserHash })
    .where("browser_hash", "=", from.browserHash)
    .where("return_key", "=", from.returnKey)
    .executeTakeFirst();
  return moved.numUpdatedRows === 1n;
}

/** Changes an attempt as it was read; undefined where somebody else changed or ended it first. */
export async function updateAttempt(
  db: Db,
  attempt: Attempt,
  changes: Partial<AttemptState>,
  now: number,
): Promise<Attempt | undefined> {
  const row = await db
    .updateTable("attempts")
    .set({
      ...stateColumns({ ...attempt, ...changes }),
      version: attempt.version + 1,
      expires_at: now + attemptLife.row,
    })
    .where("id", "=", attempt.id)
    .where("version", "=", attempt.version)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return row && toAttempt(row, now);
}

/** Forgets an attempt, also where it has been moved, and whatever stands in its place, once its sign-in is done or was cancelled. */
export const deleteAttempt = writing(
  (db, { id, browserHash, returnKey }: AttemptPlace & Pick<Attempt, "id">) =>
    db
      .deleteFrom("attempts")
      .where(({ or, and, eb }) =>
        or([
          eb("id", "=", id),
          and([eb("browser_hash", "=", browserHash), eb("return_key", "=", returnKey)]),
        ]),
      )
      .compile(),
);

/** Forgets every attempt of a browser, by all that it holds them by, because the person signed out there. */
export async function deleteAttemptsOfBrowser(db: Db, browserHashes: readonly string[]): Promise<void> {
  await db.deleteFrom("attempts").where("browser_hash", "in", browserHashes).execute();
}

/** Forgets every attempt but one in which a person has proven something, because what they proved has changed. */
export async function deleteAttemptsOfUser(db: Db, userId: string, kept = ""): Promise<void> {
  await db.deleteFrom("attempts").where("user_id", "=", userId).where("id", "!=", kept).execute();
}

/** Forgets every attempt in which a person has proven the second step: what proves it has changed, but nothing that came before. */
export async function deleteSecondSteps(db: Db, userId: string): Promise<void> {
  await db
    .deleteFrom("attempts")
    .where("user_id", "=", userId)
    .where("second_factor_at", "is not", null)
    .execute();
}

function stateColumns(state: AttemptState) {
  return {
    user_id: state.userId,
    password_at: state.passwordAt,
    second_factor_at: state.secondFactorAt,
    data: toJson(state.data),
  };
}

function toAttempt(row: Selectable<Tables["attempts"]>, now: number): Attempt {
  const proven = row.password_at !== null && isWithin(attemptLife.proof, row.password_at, now);
  return {
    id: row.id,
    browserHash: row.browser_hash,
    returnKey: row.return_key,
    userId: proven ? row.user_id : null,
    passwordAt: proven ? row.password_at : null,
    secondFactorAt: proven ? row.second_factor_at : null,
    data: fromJson<AttemptData>(row.data),
    version: row.version,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
