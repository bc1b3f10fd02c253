import { open, type SecretKeys, seal } from "../crypto.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db, Tables } from "./tables.ts";

/** What the server keeps for itself. */
export type SecretKind = "signing-es256" | "signing-rs256" | "recovery-codes";

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
  secretKeys: SecretKeys,
  kind: SecretKind,
  create: () => NewSecret | Promise<NewSecret>,
  now: number,
): Promise<Secret[]> {
  const present = await listSecrets(db, secretKeys, kind);
  if (present.some((secret) => secret.state === "active")) return present;
  await insertSecret(db, secretKeys, { ...(await create()), kind, state: "active", createdAt: now });
  return listSecrets(db, secretKeys, kind);
}

/** The keys of a kind, the active one first, then the newest. Throws `StoreUnusable` where `secretKeys` is not the one they were kept with. */
export async function listSecrets(db: Db, secretKeys: SecretKeys, kind: SecretKind): Promise<Secret[]> {
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
    value: openValue(secretKeys, kind, row.value),
    state: row.state,
    createdAt: row.created_at,
  }));
}

/** Throws `StoreUnusable` where the keys are not those that the database was made with, before anything is written by them. */
export async function assertOpens(db: Db, secretKeys: SecretKeys): Promise<void> {
  assertOpen(await db.selectFrom("secrets").select(["kind", "value"]).execute(), secretKeys);
}

/** The same for what was read of the table elsewhere. */
export function assertOpen(
  rows: Iterable<Pick<Tables["secrets"], "kind" | "value">>,
  secretKeys: SecretKeys,
): void {
  for (const { kind, value } of rows) openValue(secretKeys, kind as SecretKind, value);
}

/** When the active key of each kind was made, milliseconds since 1970; opens none of them. */
export async function activeSecretDates(db: Db): Promise<number[]> {
  const rows = await db.selectFrom("secrets").select("created_at").where("state", "=", "active").execute();
  return rows.map((row) => row.created_at);
}

/** Retires the active key `kid` for a new one; where another process did so first, its new key stays. Gives all keys. */
export async function rotateSecret(
  db: Db,
  secretKeys: SecretKeys,
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
    if (retired.numUpdatedRows > 0n)
      await insertSecret(transaction, secretKeys, { ...change.next, kind, state: "active", createdAt: now });
  });
  return listSecrets(db, secretKeys, kind);
}

/** Keeps a key that signs no more; once, however often it is asked for. */
export async function keepRetired(
  db: Db,
  secretKeys: SecretKeys,
  kind: SecretKind,
  secret: NewSecret,
  now: number,
): Promise<void> {
  await insertSecret(db, secretKeys, { ...secret, kind, state: "retired", createdAt: now });
}

function openValue(secretKeys: SecretKeys, kind: SecretKind, sealed: string): string {
  try {
    return open(secretKeys, purposeOf(kind), sealed);
  } catch (cause) {
    throw new StoreUnusable(
      `VESTIBULE_SECRET_KEY is not the key that this database was made with: use that key, name it in VESTIBULE_OTHER_SECRET_KEYS, or use another database. If it is that key, what the table "secrets" keeps of "${kind}" is damaged: take it from a backup`,
      cause,
    );
  }
}

/** Writes a key, unless it is there or another one is active. */
async function insertSecret(
  db: Db,
  secretKeys: SecretKeys,
  { kid, kind, value, state, createdAt }: Secret & { kind: SecretKind },
): Promise<void> {
  const sealed = seal(secretKeys, purposeOf(kind), value);
  await db
    .insertInto("secrets")
    .values({ kid, kind, value: sealed, state, created_at: createdAt })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** What the value of a secret is sealed for. */
export function purposeOf(kind: SecretKind): string {
  return `secret/${kind}`;
}
