import { open, seal, sha256 } from "../crypto.ts";
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

const model = "SessionApplication";
const purpose = "session-application";

/**
 * Remembers that an application was entered, until `expiresAt`. A row per application, so that two tabs that
 * enter two applications at once both count.
 */
export async function saveSessionApplication(
  db: Db,
  secretKey: Buffer,
  sessionHash: string,
  application: SessionApplication,
  expiresAt: number,
): Promise<void> {
  const values = { payload: seal(secretKey, purpose, toJson(application)), expires_at: expiresAt };
  await db
    .insertInto("oidc_records")
    .values({ model, id_hash: sha256(`${sessionHash} ${application.clientId}`), uid: sessionHash, ...values })
    .onConflict((conflict) => conflict.columns(["model", "id_hash"]).doUpdateSet(values))
    .execute();
}

/** The applications that were entered in a session, also in one that has just ended. */
export async function listSessionApplications(
  db: Db,
  secretKey: Buffer,
  sessionHash: string,
): Promise<SessionApplication[]> {
  const rows = await db
    .selectFrom("oidc_records")
    .select("payload")
    .where("model", "=", model)
    .where("uid", "=", sessionHash)
    .execute();
  return rows.map((row) => fromJson<SessionApplication>(open(secretKey, purpose, row.payload)));
}

/** Forgets the applications of a session. */
export async function deleteSessionApplications(db: Db, sessionHash: string): Promise<void> {
  await db.deleteFrom("oidc_records").where("model", "=", model).where("uid", "=", sessionHash).execute();
}
