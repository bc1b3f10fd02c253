import { timesIn } from "../../../shared/formats.ts";
import type { CallContext } from "../../call.ts";
import type { Notice } from "../../delivery/queue-message.ts";
import { vendorOf } from "../../oidc/vendors.ts";
import { changeAndRecord, type Happened } from "../../record-event.ts";
import { type Linked, linkExternalLogin } from "../../store/external-logins.ts";
import type { Db } from "../../store/tables.ts";
import type { User } from "../../store/users.ts";
import { inLanguageOf } from "../messages/in-language-of.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { openIdentity, type WaitingIdentity } from "./external-identity.ts";

/** Links an identity to an account that is proven in full, writes it down, and tells the account's address. */
export async function linkIdentity(
  context: CallContext,
  user: User,
  { issuer, subject, vendorId, name, invitation }: WaitingIdentity,
): Promise<Linked> {
  const identity = { issuer, subject, vendorId, displayName: name, ...(invitation && { invitation }) };
  const login = { ...identity, userId: user.id };
  const link = (transaction: Db) => linkExternalLogin(transaction, login, context.services.now());
  const happened = (linked: Linked): Happened => {
    if (linked === "known") return {};
    const event = linked === "linked" ? "externalLogin.linked" : "externalLogin.refused";
    return {
      events: [{ event, userId: user.id, detail: { vendorId, outcome: linked } }],
      notice: linked === "linked" ? linkNotice(context, user, vendorId) : undefined,
    };
  };
  return changeAndRecord(context, link, happened);
}

/** Links what a proof kept sealed for this moment; false where it waits for too long or somebody else was first. */
export async function completeLink(context: CallContext, user: User, sealed: string): Promise<boolean> {
  const identity = openIdentity(context, sealed);
  if (identity === undefined) return false;
  const linked = await linkIdentity(context, user, identity);
  return linked === "linked" || linked === "known";
}

/** The name at the provider is left out: whoever linked it chose it. */
function linkNotice(context: CallContext, user: User, vendorId: string): Notice | undefined {
  const spoken = inLanguageOf(context, user);
  const { services, language } = spoken;
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const params = {
    provider: vendorOf(services, vendorId)?.name ?? vendorId,
    time: timesIn(language, style).format(services.now()),
  };
  return noticeTo(spoken, user, { template: "providerLinked", params });
}
