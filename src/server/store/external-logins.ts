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

/** What came of linking: `taken`: it is another account's; `spent`: the invitation was used before. */
export type Linked = "linked" | "taken" | "spent";

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
 * Links an identity to an account; of any number at once over any number of processes one account gets it. Linked to
 * the same account before is linked as well. An invitation is spent with the link or not at all.
 */
export async function linkExternalLogin(db: Db, login: NewExternalLogin, now: number): Promise<Linked> {
  return db.transaction().execute(async (transaction) => {
    const owner = await userOfExternalLogin(transaction, login);
    if (owner !== undefined) return owner === login.userId ? "linked" : "taken";
    const { invitation } = login;
    const isOpen =
      invitation === undefined ||
      (await spendValue(transaction, "invitation", invitation.id, invitation.expiresAt));
    // A twin of this press may have been a little ahead.
    if (!isOpen) return (await userOfExternalLogin(transaction, login)) === login.userId ? "linked" : "spent";
    await transaction
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
      .execute();
    return (await userOfExternalLogin(transaction, login)) === login.userId ? "linked" : "taken";
  });
}
