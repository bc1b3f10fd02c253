import type { Selectable } from "kysely";
import { fromJson, toJson } from "./json.ts";
import type { Db, Tables } from "./tables.ts";

/** A registered secure credential (WebAuthn, credential record). Times are milliseconds since 1970. */
export interface Credential {
  /** As the device made it, base64url. */
  id: string;
  userId: string;
  /** COSE key, base64url. */
  publicKey: string;
  /** How often the device says that it signed; 0: it does not count. */
  counter: number;
  transports: string[];
  name: string;
  /** It may be copied to other devices; never changes. */
  backupEligible: boolean;
  backedUp: boolean;
  createdAt: number;
  lastUsedAt: number | null;
}

export type NewCredential = Omit<Credential, "createdAt" | "lastUsedAt">;

/** Says whether a person has registered a secure credential. */
export async function hasCredential(db: Db, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom("credentials")
    .select("id")
    .where("user_id", "=", userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** The credential of an id, whosever it is. */
export async function findCredential(db: Db, id: string): Promise<Credential | undefined> {
  const row = await db.selectFrom("credentials").selectAll().where("id", "=", id).executeTakeFirst();
  return row && toCredential(row);
}

/** A person's credentials, newest first. */
export async function credentialsOf(db: Db, userId: string): Promise<Credential[]> {
  const rows = await db
    .selectFrom("credentials")
    .selectAll()
    .where("user_id", "=", userId)
    .orderBy("created_at", "desc")
    .orderBy("id")
    .execute();
  return rows.map(toCredential);
}

/** Keeps a new credential; false where its id is known already, whosever it is (security, WA-3). */
export async function addCredential(db: Db, credential: NewCredential, now: number): Promise<boolean> {
  const added = await db
    .insertInto("credentials")
    .values({
      id: credential.id,
      user_id: credential.userId,
      public_key: credential.publicKey,
      counter: credential.counter,
      transports: toJson(credential.transports),
      name: credential.name,
      backup_eligible: credential.backupEligible ? 1 : 0,
      backed_up: credential.backedUp ? 1 : 0,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.column("id").doNothing())
    .returning("id")
    .executeTakeFirst();
  return added !== undefined;
}

/**
 * Writes down a use. False where the counter does not go forward although one of the two counts (security, WA-4), or
 * where the credential is gone: one conditional statement, so that of two uses with one counter only one passes.
 */
export async function recordUse(
  db: Db,
  id: string,
  used: Pick<Credential, "counter" | "backedUp">,
  now: number,
): Promise<boolean> {
  const row = await db
    .updateTable("credentials")
    .set({ counter: used.counter, backed_up: used.backedUp ? 1 : 0, last_used_at: now })
    .where("id", "=", id)
    .where(({ or, eb }) => or([eb("counter", "<", used.counter), eb("counter", "=", 0)]))
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Gives a person's credential another name; false where there is none of this id. */
export async function setCredentialName(db: Db, userId: string, id: string, name: string): Promise<boolean> {
  const row = await db
    .updateTable("credentials")
    .set({ name })
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("id")
    .executeTakeFirst();
  return row !== undefined;
}

/** Deletes a person's credential and gives its name; undefined where there is none of this id. */
export async function deleteCredential(db: Db, userId: string, id: string): Promise<string | undefined> {
  const row = await db
    .deleteFrom("credentials")
    .where("user_id", "=", userId)
    .where("id", "=", id)
    .returning("name")
    .executeTakeFirst();
  return row?.name;
}

function toCredential(row: Selectable<Tables["credentials"]>): Credential {
  return {
    id: row.id,
    userId: row.user_id,
    publicKey: row.public_key,
    counter: row.counter,
    transports: fromJson<string[]>(row.transports),
    name: row.name,
    backupEligible: row.backup_eligible === 1,
    backedUp: row.backed_up === 1,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  };
}
