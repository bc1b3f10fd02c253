import { open, type SecretKeys, seal, sha256 } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import type { Db } from "./tables.ts";

/** An application that a person entered in a session: what a sign-out has to end. */
export interface SessionApplication {
  clientId: string;
  /** Names the session towards the application (`sid`, OpenID Connect Back-Channel Logout). */
  sid: string;
  grantId: string;
  /** The grant outlives the session (offline_access). */
  persistsLogout: boolean;
}

/** Sessions of the same person that took each other's place, under the hash of the first one. */
export interface SessionLine {
  line: string;
  /** Hash of the session that stands for the line now. */
  current: string;
}

/** What is kept beside the records of the library, in the same table. */
export const models = { application: "SessionApplication", line: "SessionLine" } as const;
/** What its column is sealed for. */
export const applicationPurpose = "session-application";

/**
 * Remembers until `expiresAt` that an application was entered. A row per application, so that two tabs that enter
 * two applications at once both count.
 */
export async function saveSessionApplication(
  db: Db,
  secretKeys: SecretKeys,
  line: string,
  application: SessionApplication,
  expiresAt: number,
): Promise<void> {
  const { key, values } = toRow(secretKeys, line, application, expiresAt);
  await db
    .insertInto("oidc_records")
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
    .execute();
}

/** The same for an application that nobody had entered; false where another tab did at the same moment. */
export async function claimSessionApplication(
  db: Db,
  secretKeys: SecretKeys,
  line: string,
  application: SessionApplication,
  expiresAt: number,
): Promise<boolean> {
  const { key, values } = toRow(secretKeys, line, application, expiresAt);
  const claimed = await db
    .insertInto("oidc_records")
    .values({ ...key, ...values })
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doNothing())
    .returning("id_hash")
    .executeTakeFirst();
  return claimed !== undefined;
}

function toRow(secretKeys: SecretKeys, line: string, application: SessionApplication, expiresAt: number) {
  const payload = seal(secretKeys, applicationPurpose, toJson(application));
  return {
    key: { model: models.application, id_hash: sha256(`${line} ${application.clientId}`), uid: line },
    values: { payload, expires_at: expiresAt },
  };
}

/** The applications that were entered in a line of sessions, also in one that has just ended. */
export async function listSessionApplications(
  db: Db,
  secretKeys: SecretKeys,
  line: string,
): Promise<SessionApplication[]> {
  const rows = await db
    .selectFrom("oidc_records")
    .select("payload")
    .where("model", "=", models.application)
    .where("uid", "=", line)
    .execute();
  return rows.map((row) => fromJson<SessionApplication>(open(secretKeys, applicationPurpose, row.payload)));
}

/** The line of a session; one that took no other's place is its own. */
export async function lineOfSession(db: Db, idHash: string): Promise<string> {
  const row = await db
    .selectFrom("oidc_records")
    .select("uid")
    .where("model", "=", models.line)
    .where("id_hash", "=", idHash)
    .executeTakeFirst();
  return row?.uid ?? idHash;
}

/** The session that stands for a line now. */
export async function sessionOfLine(db: Db, line: string): Promise<string> {
  const row = await db
    .selectFrom("oidc_records")
    .select("id_hash")
    .where("model", "=", models.line)
    .where("uid", "=", line)
    .executeTakeFirst();
  return row?.id_hash ?? line;
}

/** Lets a session stand for a line from now on; the line and its applications are kept until `expiresAt`. */
export async function continueLine(
  transaction: Db,
  { line, current }: SessionLine,
  expiresAt: number,
): Promise<void> {
  await deleteOfLine(transaction, models.line, line);
  await transaction
    .insertInto("oidc_records")
    .values({ model: models.line, id_hash: current, uid: line, payload: "", expires_at: expiresAt })
    .execute();
  await transaction
    .updateTable("oidc_records")
    .set({ expires_at: expiresAt })
    .where("model", "=", models.application)
    .where("uid", "=", line)
    .execute();
}

/** Forgets a line and its applications. */
export async function deleteLine(db: Db, line: string): Promise<void> {
  await deleteOfLine(db, models.application, line);
  await deleteOfLine(db, models.line, line);
}

async function deleteOfLine(db: Db, model: string, line: string): Promise<void> {
  await db.deleteFrom("oidc_records").where("model", "=", model).where("uid", "=", line).execute();
}
