import { open, seal } from "../crypto.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db } from "./tables.ts";

/** What the server keeps for itself. */
export type SecretKind = "signing-es256" | "signing-rs256";

/** A key of the server, opened. */
export interface Secret {
  kid: string;
  value: string;
  /** One per kind is active; retired ones still verify what they signed. */
  state: "active" | "retired";
  createdAt: number;
}

export type NewSecret = Pick<Secret, "kid" | "value">;

/**
 * The keys of a kind, the active one first. Makes the first one where there is none; of several processes that
 * start at once the first to write decides for all.
 */
export async function ensureSecrets(
  db: Db,
  secretKey: Buffer,
  kind: SecretKind,
  create: () => NewSecret | Promise<NewSecret>,
  now: number,
): Promise<Secret[]> {
  const present = await listSecrets(db, secretKey, kind);
  if (present.some((secret) => secret.state === "active")) return present;
  await insertActive(db, secretKey, kind, await create(), now);
  return listSecrets(db, secretKey, kind);
}

/** The keys of a kind, the active one first, then the newest. Throws `StoreUnusable` where `secretKey` is not the one they were kept with. */
export async function listSecrets(db: Db, secretKey: Buffer, kind: SecretKind): Promise<Secret[]> {
  const rows = await db
    .selectFrom("secrets")
    .selectAll()
    .where("kind", "=", kind)
    .orderBy("state")
    .orderBy("created_at", "desc")
    .orderBy("kid")
    .execute();
  return rows.map((row) => ({
    kid: row.kid,
    value: openValue(secretKey, kind, row.value),
    state: row.state,
    createdAt: row.created_at,
  }));
}

/** When the active key of each kind was made, milliseconds since 1970; opens none of them. */
export async function activeSecretDates(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("secrets").select("created_at").where("state", "=", "active").execute();
  return rows.map((row) => row.created_at);
}

/** Retires the active key `kid` for a new one; where another process did so first, its new key stays. Gives all keys. */
export async function rotateSecret(
  db: Db,
  secretKey: Buffer,
  kind: SecretKind,
  change: { kid: string; next: NewSecret },
  now: number,
): Promise<Secret[]> {
  await db.transaction().execute(async (transaction) => {
    const retired = await transaction
      .updateTable("secrets")
      .set({ state: "retired" })
      .where("kid", "=", change.kid)
      .where("kind", "=", kind)
      .where("state", "=", "active")
      .executeTakeFirst();
    if (retired.numUpdatedRows > 0n) await insertActive(transaction, secretKey, kind, change.next, now);
  });
  return listSecrets(db, secretKey, kind);
}

function openValue(secretKey: Buffer, kind: SecretKind, sealed: string): string {
  try {
    return open(secretKey, purposeOf(kind), sealed);
  } catch (cause) {
    throw new StoreUnusable(
      "VESTIBULE_SECRET_KEY is not the key that this database was made with: use that key, or another database",
      cause,
    );
  }
}

async function insertActive(
  db: Db,
  secretKey: Buffer,
  kind: SecretKind,
  secret: NewSecret,
  now: number,
): Promise<void> {
  const value = seal(secretKey, purposeOf(kind), secret.value);
  await db
    .insertInto("secrets")
    .values({ kid: secret.kid, kind, value, state: "active", created_at: now })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

function purposeOf(kind: SecretKind): string {
  return `secret/${kind}`;
}
