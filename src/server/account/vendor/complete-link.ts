import type { CallContext } from "../../call.ts";
import type { Notice } from "../../delivery/queue-message.ts";
import { changeAndRecord, type Happened } from "../../record-event.ts";
import { type Linked, linkExternalLogin } from "../../store/external-logins.ts";
import type { Db } from "../../store/tables.ts";
import type { User } from "../../store/users.ts";
import { vendorName } from "../../vendor-config.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { assertStillSignedIn, signedIn } from "../signed-in.ts";
import { openIdentity, type WaitingIdentity } from "./external-identity.ts";

/** What is to be written down and told of a link. */
type Told = Required<Pick<Happened, "events">> & Pick<Happened, "notice">;

/**
 * Links an identity to the account of whoever is signed in, writes it down, and tells the account's address. Throws where the session
 * ends meanwhile.
 */
export async function linkIdentity(context: CallContext, identity: WaitingIdentity): Promise<Linked> {
  const { user, session } = signedIn(context);
  const link = async (transaction: Db) => {
    await assertStillSignedIn(context.services, transaction, session.idHash);
    return linkWithin(context, transaction, user, identity);
  };
  return (await changeAndRecord(context, link, (made) => made)).linked;
}

/**
 * Links what a proof kept sealed for this moment, in the transaction that writes its session. The provider does not vouch for it
 * where it waits for too long or somebody else was first.
 */
export async function completeLink(
  context: CallContext,
  transaction: Db,
  user: User,
  sealed: string | undefined,
): Promise<Told & { isVouched: boolean }> {
  if (sealed === undefined) return { isVouched: true, events: [] };
  const identity = openIdentity(context, sealed);
  if (identity === undefined) return { isVouched: false, events: [] };
  const { linked, ...happened } = await linkWithin(context, transaction, user, identity);
  return { ...happened, isVouched: linked === "linked" || linked === "known" };
}

async function linkWithin(
  context: CallContext,
  transaction: Db,
  user: User,
  { issuer, subject, vendorId, name, invitation }: WaitingIdentity,
): Promise<Told & { linked: Linked }> {
  const identity = { issuer, subject, vendorId, displayName: name, invitation };
  const login = { ...identity, userId: user.id };
  const linked = await linkExternalLogin(transaction, login, context.services.now());
  if (linked === "known") return { linked, events: [] };
  const event = linked === "linked" ? "externalLogin.linked" : "externalLogin.refused";
  return {
    linked,
    events: [{ event, userId: user.id, detail: { vendorId, outcome: linked } }],
    notice: linked === "linked" ? linkNotice(context, user, vendorId) : undefined,
  };
}

/** The name at the provider is left out: whoever linked it chose it. */
function linkNotice(context: CallContext, user: User, vendorId: string): Notice | undefined {
  const provider = vendorName(context.services, vendorId);
  return noticeTo(context, user, { template: "providerLinked", params: { provider } });
}
