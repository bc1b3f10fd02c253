import { open, randomToken, type SecretKeys, seal } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import type { Db } from "./tables.ts";

/** What its column is sealed for. */
export const noticePurpose = "sign-out-notice";

/** What an application is told: a session of its own that has ended (OpenID Connect Back-Channel Logout). */
export interface SignOutNotice {
  clientId: string;
  /** Whose session it was. */
  userId: string;
  /** Names the session towards the application. */
  sid: string;
}

/** A notice that is this process's to tell, until its claim ends. */
export interface ClaimedNotice {
  id: string;
  /** Sealed; see `openNotice`. */
  content: string;
  /** This one counted. */
  tries: number;
  expiresAt: number;
}

/** Puts notices in line; `life` in milliseconds: later than that nobody is told any more. */
export async function addSignOutNotices(
  db: Db,
  secretKeys: SecretKeys,
  notices: readonly SignOutNotice[],
  life: number,
  now: number,
): Promise<void> {
  if (notices.length === 0) return;
  const rows = notices.map((notice) => ({
    id: randomToken(16),
    content: seal(secretKeys, noticePurpose, toJson(notice)),
    due_at: now,
    tries: 0,
    expires_at: now + life,
  }));
  await db.insertInto("sign_out_notices").values(rows).execute();
}

/** The notice of a claimed row. */
export function openNotice(secretKeys: SecretKeys, content: string): SignOutNotice {
  return fromJson<SignOutNotice>(open(secretKeys, noticePurpose, content));
}

/** How many notices wait to be told. */
export async function countSignOutNotices(db: Db, now: number): Promise<number> {
  const { waiting } = await db
    .selectFrom("sign_out_notices")
    .select((select) => select.fn.countAll<number>().as("waiting"))
    .where("expires_at", ">", now)
    .executeTakeFirstOrThrow();
  return waiting;
}

/**
 * Takes up to `limit` notices that are due, for `claim` milliseconds, in one conditional statement: of any number of
 * processes one has each. A process that dies meanwhile leaves its notices to whoever comes after the claim.
 */
export async function claimSignOutNotices(
  db: Db,
  { limit, claim }: { limit: number; claim: number },
  now: number,
): Promise<ClaimedNotice[]> {
  const due = db
    .selectFrom("sign_out_notices")
    .select("id")
    .where("due_at", "<=", now)
    .where("expires_at", ">", now)
    .orderBy("due_at")
    .limit(limit);
  const rows = await db
    .updateTable("sign_out_notices")
    .set((update) => ({ due_at: now + claim, tries: update("tries", "+", 1) }))
    .where("id", "in", due)
    // Again, because another process may have claimed it between the two halves of the statement.
    .where("due_at", "<=", now)
    .returningAll()
    .execute();
  return rows.map(({ id, content, tries, expires_at: expiresAt }) => ({ id, content, tries, expiresAt }));
}

/** Puts a notice that was not taken back in line. */
export async function postponeSignOutNotice(db: Db, id: string, dueAt: number): Promise<void> {
  await db.updateTable("sign_out_notices").set({ due_at: dueAt }).where("id", "=", id).execute();
}

/** Forgets a notice: it was taken, or nobody will take it. */
export async function deleteSignOutNotice(db: Db, id: string): Promise<void> {
  await db.deleteFrom("sign_out_notices").where("id", "=", id).execute();
}
