import type { Selectable } from "kysely";
import type { Db, Tables } from "./tables.ts";

/** Kinds of a second factor: authenticator app (TOTP), text message, PIN by mail (specification, section 1). */
export type SecondFactorKind = Tables["second_factors"]["kind"];

/** A second factor that is active; there are no others in the store (security, TF-5). */
export interface SecondFactor {
  kind: SecondFactorKind;
  /** Key of the authenticator app, sealed; null for the others. */
  secret: string | null;
  /** Number or address that codes go to; null for the authenticator app. */
  target: string | null;
  createdAt: number;
  lastUsedAt: number | null;
}

/** The active second factors of a person, the one used last first. */
export async function secondFactorsOf(db: Db, userId: string): Promise<SecondFactor[]> {
  const rows = await db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).execute();
  return rows.map(toFactor).sort((a, b) => (b.lastUsedAt ?? b.createdAt) - (a.lastUsedAt ?? a.createdAt));
}

/** For some people, at most a thousand, the kinds that are active. */
export async function secondFactorKindsOf(
  db: Db,
  userIds: readonly string[],
): Promise<Map<string, SecondFactorKind[]>> {
  if (userIds.length === 0) return new Map();
  const rows = await db
    .selectFrom("second_factors")
    .select(["user_id", "kind"])
    .where("user_id", "in", userIds)
    .orderBy("kind")
    .execute();
  const byUser = Map.groupBy(rows, (row) => row.user_id);
  return new Map([...byUser].map(([id, own]) => [id, own.map((row) => row.kind)]));
}

/** Makes a second factor active, in place of the one of its kind. Codes of earlier time steps stay spent. */
export async function saveSecondFactor(
  db: Db,
  userId: string,
  factor: Pick<SecondFactor, "kind" | "secret" | "target"> & { lastStep?: number },
  now: number,
): Promise<void> {
  const values = {
    secret: factor.secret,
    target: factor.target,
    last_step: factor.lastStep ?? null,
    created_at: now,
    last_used_at: now,
  };
  await db
    .insertInto("second_factors")
    .values({ user_id: userId, kind: factor.kind, ...values })
    .onConflict((conflict) => conflict.columns(["user_id", "kind"]).doUpdateSet(values))
    .execute();
}

/**
 * Takes a time step of the authenticator app, which no later code of the same or an earlier step can (RFC 6238,
 * section 5.2; security, TF-1). One conditional statement: of any number at once over any number of processes one
 * gets true.
 */
export async function takeStep(db: Db, userId: string, step: number, now: number): Promise<boolean> {
  const result = await db
    .updateTable("second_factors")
    .set({ last_step: step, last_used_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", "authenticator")
    .where(({ or, eb }) => or([eb("last_step", "is", null), eb("last_step", "<", step)]))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * The kinds that are active, held until the transaction ends: of two changes at once the second one sees what the first
 * one left. An update that changes nothing holds them in every database.
 */
export async function holdSecondFactors(transaction: Db, userId: string): Promise<SecondFactorKind[]> {
  const rows = await transaction
    .updateTable("second_factors")
    .set(({ ref }) => ({ created_at: ref("created_at") }))
    .where("user_id", "=", userId)
    .returning("kind")
    .execute();
  return rows.map(({ kind }) => kind);
}

/** Lets the PINs of a person go to another address, where there is such a factor. */
export async function movePin(db: Db, userId: string, target: string): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ target })
    .where("user_id", "=", userId)
    .where("kind", "=", "pin")
    .execute();
}

/** Ends a second factor. */
export async function deleteSecondFactor(db: Db, userId: string, kind: SecondFactorKind): Promise<void> {
  await db.deleteFrom("second_factors").where("user_id", "=", userId).where("kind", "=", kind).execute();
}

/** Remembers that a factor was used, so that it is the one offered first. */
export async function touchSecondFactor(
  db: Db,
  userId: string,
  kind: SecondFactorKind,
  now: number,
): Promise<void> {
  await db
    .updateTable("second_factors")
    .set({ last_used_at: now })
    .where("user_id", "=", userId)
    .where("kind", "=", kind)
    .execute();
}

function toFactor(row: Selectable<Tables["second_factors"]>): SecondFactor {
  return {
    kind: row.kind,
    secret: row.secret,
    target: row.target,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
