import { type Expression, type SqlBool, sql } from "kysely";
import { openIfKnown, type SecretKeys, seal, sha256 } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import { statement } from "./statement.ts";
import type { Db } from "./tables.ts";

/** An application that a person entered in a session, for each customer by itself: what a sign-out has to end. */
export interface SessionApplication {
  clientId: string;
  /** Whom the person works for there; null: nobody. */
  customerId: string | null;
  /** When it was entered, milliseconds since 1970. */
  enteredAt: number;
  /** Names the session towards the application (`sid`, OpenID Connect Back-Channel Logout). */
  sid: string;
  grantId: string;
  /** The grant outlives the session (offline_access). */
  persistsLogout: boolean;
}

/**
 * Sessions of the same person in the same browser that took each other's place, under the hash of the first one: two that did so
 * at the same moment stand in it side by side.
 */
export interface SessionLine {
  line: string;
  /** Hash of the session that continues it. */
  next: string;
}

/** What is kept beside the records of the library, in the same table. */
export const models = { application: "SessionApplication", line: "SessionLine" } as const;
/** What its column is sealed for. */
export const applicationPurpose = "session-application";

/**
 * Remembers until `expiresAt` that an application was entered. A row per application and customer, so that two tabs that enter
 * two of them at once both count.
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
    key: { ...keyOf(line, application), uid: line },
    values: { payload, expires_at: expiresAt },
  };
}

function keyOf(line: string, { clientId, customerId }: SessionApplication) {
  return { model: models.application, id_hash: sha256(`${line} ${clientId} ${customerId ?? ""}`) };
}

/** Forgets that an application was entered. */
export async function deleteSessionApplication(
  db: Db,
  line: string,
  application: SessionApplication,
): Promise<void> {
  const { model, id_hash } = keyOf(line, application);
  await db.deleteFrom("oidc_records").where("model", "=", model).where("id_hash", "=", id_hash).execute();
}

/** What was entered in the sessions of a line. */
export interface EnteredApplications {
  line: string;
  applications: SessionApplication[];
  /** How many more there are, which no key of the server opens. */
  unreadable: number;
}

/**
 * The line of a session, and the applications that were entered in it, also in one that has just ended. A session that
 * took no other's place is a line of its own.
 */
export async function applicationsOfSession(
  db: Db,
  secretKeys: SecretKeys,
  idHash: string,
): Promise<EnteredApplications> {
  const { rows } = await enteredInSession(db, { idHash });
  const payloads = rows.flatMap(({ payload }) => payload ?? []);
  const applications = readable(secretKeys, payloads);
  return {
    line: rows[0]?.line ?? idHash,
    applications,
    unreadable: payloads.length - applications.length,
  };
}

const enteredInSession = statement((db, { idHash }: { idHash: string }) =>
  sql<{ line: string; payload: string | null }>`
    select line.uid as line, entered.payload
    from (select ${lineFound(idHash)} as uid) as line
    left join oidc_records as entered on entered.model = ${models.application} and entered.uid = line.uid`.compile(
    db,
  ),
);

/** The applications that were entered in a line of sessions. */
export async function applicationsOfLine(
  db: Db,
  secretKeys: SecretKeys,
  line: string,
): Promise<SessionApplication[]> {
  const { rows } = await enteredInLine(db, { line });
  return readable(
    secretKeys,
    rows.map(({ payload }) => payload),
  );
}

const enteredInLine = statement((db, { line }: { line: string }) =>
  db
    .selectFrom("oidc_records")
    .select("payload")
    .where("model", "=", models.application)
    .where("uid", "=", line)
    .compile(),
);

/** One that no key opens any more keeps no session from its end, and nobody from an application. */
function readable(secretKeys: SecretKeys, payloads: readonly string[]): SessionApplication[] {
  return payloads.flatMap((payload) => {
    const opened = openIfKnown(secretKeys, applicationPurpose, payload);
    return opened === undefined ? [] : [fromJson<SessionApplication>(opened)];
  });
}

/** Says whether a session is of a line, as the database finds it. */
export function isOfLine(line: string | Expression<string>): Expression<SqlBool> {
  const continued = sql`select id_hash from oidc_records where model = ${models.line} and uid = ${line}`;
  return sql`sessions.id_hash in (${continued} union all select ${line})`;
}

/** The line of a session; one that took no other's place is its own. */
export async function lineOfSession(db: Db, idHash: string): Promise<string> {
  const { rows } = await sql<{ line: string }>`select ${lineFound(idHash)} as line`.execute(db);
  return rows[0]?.line ?? idHash;
}

/** The line of a session, as the database finds it. */
export function lineFound(idHash: string): Expression<string> {
  return sql`coalesce((select uid from oidc_records where model = ${models.line} and id_hash = ${idHash}), ${idHash})`;
}

/** Lets a session continue a line; it and the line's applications are kept until `expiresAt`. */
export async function continueLine(
  transaction: Db,
  { line, next }: SessionLine,
  expiresAt: number,
): Promise<void> {
  await transaction
    .insertInto("oidc_records")
    .values({ model: models.line, id_hash: next, uid: line, payload: "", expires_at: expiresAt })
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
  // Nothing else is kept under the hash of a session.
  await db.deleteFrom("oidc_records").where("uid", "=", line).execute();
}
