import type { Selectable } from "kysely";
import type { Channel } from "../../shared/message-values.ts";
import { clockTolerance } from "../domain/freshness.ts";
import type { Db, Tables } from "./tables.ts";

/** What a sent code is for. */
export type CodePurpose = "secondFactor" | "setup" | "oneTimeToken" | "contact";

/** A code on its way to a person; the code itself is known to the message alone. */
export interface SentCode {
  purpose: CodePurpose;
  /**
   * Whom it belongs to, and what else it is for: the codes of another attempt or browser are other codes (decisions 9). Of `contact`
   * the person and the address, which are the same in every browser.
   */
  owner: string;
  channel: Channel;
  /** Keyed hash of the code. */
  codeHash: string;
  /** Short reference on the screen and in the message. */
  reference: string;
  /** Number or address as the screen may show it. */
  destination: string;
  createdAt: number;
  expiresAt: number;
}

/** What one code is known by. */
export type CodeKey = Pick<SentCode, "purpose" | "owner" | "codeHash">;

/** Keeps a code in place of the one of the same purpose and owner: only the newest counts (security, TF-2). */
export async function saveSentCode(db: Db, code: SentCode): Promise<void> {
  const values = {
    channel: code.channel,
    code_hash: code.codeHash,
    reference: code.reference,
    destination: code.destination,
    created_at: code.createdAt,
    expires_at: code.expiresAt,
    used_at: null,
  };
  await db
    .insertInto("sent_codes")
    .values({ purpose: code.purpose, owner: code.owner, ...values })
    .onConflict((conflict) => conflict.columns(["purpose", "owner"]).doUpdateSet(values))
    .execute();
}

/** The code of a purpose that is neither spent nor late, nor of before the clock was set back. */
export async function findSentCode(
  db: Db,
  purpose: CodePurpose,
  owner: string,
  now: number,
): Promise<SentCode | undefined> {
  const row = await db
    .selectFrom("sent_codes")
    .selectAll()
    .where("purpose", "=", purpose)
    .where("owner", "=", owner)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("created_at", "<=", now + clockTolerance)
    .executeTakeFirst();
  return row && toSentCode(row);
}

/** Spends a code if it is the right one; of any number at once over any number of processes one gets true. */
export async function redeemSentCode(db: Db, code: CodeKey, now: number): Promise<boolean> {
  const result = await db
    .updateTable("sent_codes")
    .set({ used_at: now })
    .where("purpose", "=", code.purpose)
    .where("owner", "=", code.owner)
    .where("code_hash", "=", code.codeHash)
    .where("used_at", "is", null)
    .where("expires_at", ">", now)
    .where("created_at", "<=", now + clockTolerance)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Says whether this was the code of its owner, good or not. */
export async function isSentCode(db: Db, { purpose, owner, codeHash }: CodeKey): Promise<boolean> {
  const row = await db
    .selectFrom("sent_codes")
    .select("owner")
    .where("purpose", "=", purpose)
    .where("owner", "=", owner)
    .where("code_hash", "=", codeHash)
    .executeTakeFirst();
  return row !== undefined;
}

/** Ends a code at `until`, because its message is under way now. Never lengthens a life, so no spent or replaced one revives. */
export async function endSentCodeAt(
  db: Db,
  { purpose, owner, codeHash }: CodeKey,
  until: number,
): Promise<void> {
  await db
    .updateTable("sent_codes")
    .set({ expires_at: until })
    .where("purpose", "=", purpose)
    .where("owner", "=", owner)
    .where("code_hash", "=", codeHash)
    .where("expires_at", ">", until)
    .execute();
}

/** Forgets the code of a purpose, because its challenge has ended. */
export async function deleteSentCode(db: Db, purpose: CodePurpose, owner: string): Promise<void> {
  await db.deleteFrom("sent_codes").where("purpose", "=", purpose).where("owner", "=", owner).execute();
}

function toSentCode(row: Selectable<Tables["sent_codes"]>): SentCode {
  return {
    purpose: row.purpose as CodePurpose,
    owner: row.owner,
    channel: row.channel,
    codeHash: row.code_hash,
    reference: row.reference,
    destination: row.destination,
    createdAt: row.created_at,
    expiresAt: row.expires_at,
  };
}
