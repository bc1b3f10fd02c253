import { spendValue } from "./spent-values.ts";
import type { Db } from "./tables.ts";

/** An identity at a provider: issuer and subject, never the mail address (security, UP-3). */
export interface ExternalIdentity {
  issuer: string;
  subject: string;
}

export interface NewExternalLogin extends ExternalIdentity {
  userId: string;
  /** The provider's id in vendors.config.json when it was linked. */
  vendorId: string;
  /** The person's name at the provider. */
  displayName: string | null;
  /** The invitation that it was linked by: spent with the link. */
  invitation?: { id: string; expiresAt: number };
}

/** What came of linking: `known`: it was this account's before; `taken`: it is another's; `spent`: the invitation was used. */
export type Linked = "linked" | "known" | "taken" | "spent";

/** Who signs in with an identity; undefined: it is linked to nobody. */
export async function userOfExternalLogin(
  db: Db,
  { issuer, subject }: ExternalIdentity,
): Promise<string | undefined> {
  const row = await db
    .selectFrom("external_logins")
    .select("user_id")
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .executeTakeFirst();
  return row?.user_id;
}

/** The providers that a person's identities are at. */
export async function vendorsOfUser(db: Db, userId: string): Promise<string[]> {
  const rows = await db
    .selectFrom("external_logins")
    .select("vendor_id")
    .distinct()
    .where("user_id", "=", userId)
    .orderBy("vendor_id")
    .execute();
  return rows.map((row) => row.vendor_id);
}

/** Removes the identities of a person at a provider; false where there are none. */
export async function unlinkExternalLogins(db: Db, userId: string, vendorId: string): Promise<boolean> {
  const result = await db
    .deleteFrom("external_logins")
    .where("user_id", "=", userId)
    .where("vendor_id", "=", vendorId)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Counts a sign-in by an identity. */
export async function touchExternalLogin(
  db: Db,
  { issuer, subject }: ExternalIdentity,
  now: number,
): Promise<void> {
  await db
    .updateTable("external_logins")
    .set({ last_used_at: now })
    .where("issuer", "=", issuer)
    .where("subject", "=", subject)
    .execute();
}

/**
 * Links an identity to an account; of any number at once over any number of processes one account gets it, and one of
 * its calls is told so. Within a transaction an invitation is spent with the link or not at all.
 */
export async function linkExternalLogin(db: Db, login: NewExternalLogin, now: number): Promise<Linked> {
  const before = await outcomeOf(db, login);
  if (before === "taken") return before;
  const { invitation } = login;
  const isOpen =
    invitation === undefined || (await spendValue(db, "invitation", invitation.id, invitation.expiresAt));
  // A twin of this press may have been a little ahead.
  if (!isOpen) return (await outcomeOf(db, login)) === "known" ? "known" : "spent";
  if (before === "known") return before;
  const added = await db
    .insertInto("external_logins")
    .values({
      issuer: login.issuer,
      subject: login.subject,
      user_id: login.userId,
      vendor_id: login.vendorId,
      display_name: login.displayName,
      created_at: now,
      last_used_at: null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst();
  if (added.numInsertedOrUpdatedRows === 1n) return "linked";
  return (await outcomeOf(db, login)) ?? "taken";
}

/** Whose the identity is already; undefined: nobody's. */
async function outcomeOf(db: Db, login: NewExternalLogin): Promise<"known" | "taken" | undefined> {
  const owner = await userOfExternalLogin(db, login);
  if (owner === undefined) return undefined;
  return owner === login.userId ? "known" : "taken";
}
