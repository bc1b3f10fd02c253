import { type Expression, type Selectable, type SqlBool, sql } from "kysely";
import { minute } from "../../shared/durations.ts";
import { randomToken, sha256 } from "../crypto.ts";
import { clockTolerance } from "../domain/freshness.ts";
import { fromJson, toJson } from "./json.ts";
import { isOfLine, lineFound } from "./session-applications.ts";
import { statement, writing } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";
import { toUser, type User } from "./users.ts";

/** How long a session lives, in milliseconds (security, SE-4). */
export interface SessionLife {
  /** Without use. */
  idle: number;
  /** Whatever happens. */
  total: number;
}

/** A signed-in person in one browser; exists only once every required stage is done (decisions 8). */
export interface Session {
  idHash: string;
  userId: string;
  browserHash: string;
  customerId: string | null;
  /** When the person last proved who they are, milliseconds since 1970; 0: a provider vouched and did not tell when. */
  authenticatedAt: number;
  /** How it was proven (RFC 8176). */
  amr: string[];
  createdAt: number;
  seenAt: number;
  /** When it ends without further use. */
  expiresAt: number;
  /** When it ends whatever happens. */
  endsAt: number;
  /** The provider that vouched; null: signed in here. */
  vendorId: string | null;
  /** What its own sign-out needs, sealed; null: it has none. */
  vendorToken: string | null;
  /** A device credential is still to be offered in this sign-in. */
  deviceOffer: boolean;
  /** The device was remembered, so the second step was left out. */
  secondStepSkipped: boolean;
}

export type NewSession = Pick<Session, "userId" | "browserHash" | "customerId" | "authenticatedAt" | "amr"> &
  Partial<Pick<Session, "vendorId" | "vendorToken" | "deviceOffer" | "secondStepSkipped">>;

type SessionRow = Selectable<Tables["sessions"]>;

const touchEvery = minute;

/** Starts a session. `id` is the cookie's value; the store keeps its hash only. */
export async function createSession(
  db: Db,
  session: NewSession,
  life: SessionLife,
  now: number,
): Promise<{ id: string; session: Session }> {
  const id = randomToken();
  const row: SessionRow = {
    id_hash: sha256(id),
    user_id: session.userId,
    browser_hash: session.browserHash,
    customer_id: session.customerId,
    authenticated_at: session.authenticatedAt,
    amr: toJson(session.amr),
    created_at: now,
    seen_at: now,
    expires_at: now + Math.min(life.idle, life.total),
    ends_at: now + life.total,
    vendor_id: session.vendorId ?? null,
    vendor_token: session.vendorToken ?? null,
    device_offer: session.deviceOffer ? 1 : 0,
    second_step_skipped: session.secondStepSkipped ? 1 : 0,
  };
  await insertSession(db, row);
  return { id, session: toSession(row) };
}

const insertSession = writing((db, row: SessionRow) => db.insertInto("sessions").values(row).compile());

/** A living session and whose it is. */
export interface SignedIn {
  session: Session;
  user: User;
}

/**
 * The living session of a cookie's value. Counts as use, which is written down at most once a minute; `life` null: it
 * does not.
 */
export async function findSignedIn(
  db: Db,
  id: string,
  life: SessionLife | null,
  now: number,
): Promise<SignedIn | undefined> {
  const { rows } = await livingSession(db, { idHash: sha256(id), now });
  return used(db, toSignedIn(rows), life, now);
}

/** A living session of a line of them. Counts as use, as `findSignedIn` does. */
export async function findSessionOfLine(
  db: Db,
  line: string,
  life: SessionLife | null,
  now: number,
): Promise<SignedIn | undefined> {
  const { rows } = await livingSessionOfLine(db, { line, now });
  return used(db, toSignedIn(rows), life, now);
}

async function used(
  db: Db,
  found: SignedIn | undefined,
  life: SessionLife | null,
  now: number,
): Promise<SignedIn | undefined> {
  if (found === undefined || life === null || now - found.session.seenAt < touchEvery) return found;
  const session = await touchSession(db, found.session.idHash, life, now);
  return session && { ...found, session };
}

const livingSession = statement((db, { idHash, now }: { idHash: string; now: number }) =>
  livingSessions(db, now).where("sessions.id_hash", "=", idHash).compile(),
);

const livingSessionOfLine = statement((db, { line, now }: { line: string; now: number }) =>
  livingSessions(db, now).where(isOfLine(line)).compile(),
);

/** A living session of the line that one was of, which may have ended; does not count as use. */
export async function findHeir(db: Db, idHash: string, now: number): Promise<SignedIn | undefined> {
  const { rows } = await livingHeir(db, { idHash, now });
  return toSignedIn(rows);
}

const livingHeir = statement((db, { idHash, now }: { idHash: string; now: number }) =>
  livingSessions(db, now)
    .where(isOfLine(lineFound(idHash)))
    .compile(),
);

function livingSessions(db: Db, now: number) {
  return db
    .selectFrom("sessions")
    .innerJoin("users", "users.id", "sessions.user_id")
    .selectAll("sessions")
    .selectAll("users")
    .select("sessions.created_at as session_created_at")
    .where("sessions.expires_at", ">", now);
}

/** Counts as use now; undefined where the session has ended. */
export async function touchSession(
  db: Db,
  idHash: string,
  life: SessionLife,
  now: number,
): Promise<Session | undefined> {
  const idleEnd = now + life.idle;
  const row = await db
    .updateTable("sessions")
    .set((update) => ({
      seen_at: now,
      expires_at: update
        .case()
        .when("ends_at", "<", idleEnd)
        .then(update.ref("ends_at"))
        .else(update.val(idleEnd))
        .end(),
    }))
    .where("id_hash", "=", idHash)
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  return row && toSession(row);
}

/** Gives a session another identifier, the cookie's new value; undefined where the session has ended. */
export async function renewSessionId(db: Db, idHash: string): Promise<string | undefined> {
  const id = randomToken();
  const result = await db
    .updateTable("sessions")
    .set({ id_hash: sha256(id) })
    .where("id_hash", "=", idHash)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n ? id : undefined;
}

/** Remembers the customer that the person works for in this session. */
export async function chooseCustomer(db: Db, idHash: string, customerId: string): Promise<void> {
  await db.updateTable("sessions").set({ customer_id: customerId }).where("id_hash", "=", idHash).execute();
}

/** The device credential was registered or declined: it is not offered again in this sign-in. False where it is not any more. */
export async function endDeviceOffer(db: Db, idHash: string): Promise<boolean> {
  const result = await db
    .updateTable("sessions")
    .set({ device_offer: 0 })
    .where("id_hash", "=", idHash)
    .where("device_offer", "=", 1)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends a person's sessions other than one, also those that have ended by themselves and of which nobody was told yet; gives their hashes. */
export async function endSessionsBut(db: Db, userId: string, idHash: string | null): Promise<string[]> {
  const rows = await db
    .deleteFrom("sessions")
    .where("user_id", "=", userId)
    .where("id_hash", "!=", idHash ?? "")
    .returning("id_hash")
    .execute();
  return rows.map((row) => row.id_hash);
}

/**
 * Gives sessions that were begun or used while the clock was ahead, and the proofs that they rest on, their age of before it was set
 * back by `by` milliseconds, once over any number of processes; so none lives longer by it, or counts as fresh (security, F6).
 */
export async function turnBackSessions(db: Db, by: number, now: number): Promise<void> {
  const latest = now + clockTolerance;
  await db
    .updateTable("sessions")
    .set((update) => {
      type Moment = "created_at" | "ends_at" | "authenticated_at" | "seen_at" | "expires_at";
      const madeAhead = (column: Moment, made = column) =>
        update
          .case()
          .when(made, ">", latest)
          .then(update(column, "-", by))
          .else(update.ref(column))
          .end();
      return {
        created_at: madeAhead("created_at"),
        ends_at: madeAhead("ends_at", "created_at"),
        // A provider may have told one that is not ahead.
        authenticated_at: madeAhead("authenticated_at"),
        seen_at: madeAhead("seen_at"),
        expires_at: madeAhead("expires_at", "seen_at"),
      };
    })
    .where(({ or, eb }) =>
      // Somebody may have used it since the clock was set back.
      or([eb("seen_at", ">", latest), eb("created_at", ">", latest), eb("authenticated_at", ">", latest)]),
    )
    .execute();
}

/** Hashes of a person's sessions. */
export async function sessionsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db.selectFrom("sessions").select("id_hash").where("user_id", "=", userId).execute();
  return rows.map((row) => row.id_hash);
}

/** Up to `limit` sessions that have ended by themselves. */
export async function expiredSessions(
  db: Db,
  limit: number,
  now: number,
): Promise<Pick<Session, "idHash" | "userId">[]> {
  const rows = await db
    .selectFrom("sessions")
    .select(["id_hash", "user_id"])
    .where("expires_at", "<=", now)
    .limit(limit)
    .execute();
  return rows.map((row) => ({ idHash: row.id_hash, userId: row.user_id }));
}

/** Holds a session until the transaction ends; false where it has ended. */
export async function holdSession(transaction: Db, idHash: string, now: number): Promise<boolean> {
  return hold(transaction, sql<SqlBool>`id_hash = ${idHash}`, now);
}

/** Holds the living sessions of the line that one is, or was, of until the transaction ends; false where all have ended. */
export async function holdLineOf(transaction: Db, idHash: string, now: number): Promise<boolean> {
  return hold(transaction, isOfLine(lineFound(idHash)), now);
}

/** An update that changes nothing holds them in every database. */
async function hold(transaction: Db, which: Expression<SqlBool>, now: number): Promise<boolean> {
  const result = await transaction
    .updateTable("sessions")
    .set(({ ref }) => ({ seen_at: ref("seen_at") }))
    .where(which)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Ends every session of a line; gives how many there were. */
export async function endSessionsOfLine(db: Db, line: string): Promise<number> {
  const result = await db.deleteFrom("sessions").where(isOfLine(line)).executeTakeFirst();
  return Number(result.numDeletedRows);
}

/** Ends one session; true where there was one. */
export async function endSession(db: Db, idHash: string): Promise<boolean> {
  const result = await db.deleteFrom("sessions").where("id_hash", "=", idHash).executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Ends one that has ended by itself. Another process, whose clock is behind, may have counted a use of it since it was found. */
export async function endExpiredSession(db: Db, idHash: string, now: number): Promise<boolean> {
  const result = await db
    .deleteFrom("sessions")
    .where("id_hash", "=", idHash)
    .where("expires_at", "<=", now)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

function toSignedIn([row]: Awaited<ReturnType<typeof livingSession>>["rows"]): SignedIn | undefined {
  return row && { session: toSession(row, row.session_created_at), user: toUser(row) };
}

function toSession(row: SessionRow, createdAt = row.created_at): Session {
  return {
    idHash: row.id_hash,
    userId: row.user_id,
    browserHash: row.browser_hash,
    customerId: row.customer_id,
    authenticatedAt: row.authenticated_at,
    amr: fromJson<string[]>(row.amr),
    createdAt,
    seenAt: row.seen_at,
    expiresAt: row.expires_at,
    endsAt: row.ends_at,
    vendorId: row.vendor_id,
    vendorToken: row.vendor_token,
    deviceOffer: row.device_offer === 1,
    secondStepSkipped: row.second_step_skipped === 1,
  };
}
