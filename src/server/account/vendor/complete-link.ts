import type { CallContext } from "../../call.ts";
import { vendorOf } from "../../oidc/vendors.ts";
import { recordEvent } from "../../record-event.ts";
import { type Linked, linkExternalLogin } from "../../store/external-logins.ts";
import type { User } from "../../store/users.ts";
import { inLanguageOf } from "../messages/in-language-of.ts";
import { sendNotice } from "../messages/send-notice.ts";
import { openIdentity, type WaitingIdentity } from "./external-identity.ts";

/** Links an identity to an account that is proven in full, writes it down, and tells the account's address. */
export async function linkIdentity(
  context: CallContext,
  user: User,
  { issuer, subject, vendorId, name, invitation }: WaitingIdentity,
): Promise<Linked> {
  const { store, now } = context.services;
  const login = { issuer, subject, vendorId, userId: user.id, displayName: name };
  const linked = await linkExternalLogin(
    store.db,
    { ...login, ...(invitation === undefined ? {} : { invitation }) },
    now(),
  );
  if (linked === "known") return linked;
  const event = linked === "linked" ? "externalLogin.linked" : "externalLogin.refused";
  await recordEvent(context, { event, userId: user.id, detail: { vendorId, outcome: linked } });
  if (linked === "linked") await tellOfLink(context, user, vendorId);
  return linked;
}

/** Links what a proof kept sealed for this moment; false where it waits for too long or somebody else was first. */
export async function completeLink(context: CallContext, user: User, sealed: string): Promise<boolean> {
  const identity = openIdentity(context, sealed);
  if (identity === undefined) return false;
  const linked = await linkIdentity(context, user, identity);
  return linked === "linked" || linked === "known";
}

/** The name at the provider is left out: whoever linked it chose it. */
async function tellOfLink(context: CallContext, user: User, vendorId: string): Promise<void> {
  const spoken = inLanguageOf(context, user);
  const { services, language } = spoken;
  const style = { dateStyle: "long", timeStyle: "short", timeZone: "UTC" } as const;
  const params = {
    provider: vendorOf(services, vendorId)?.name ?? vendorId,
    time: new Intl.DateTimeFormat(language, style).format(services.now()),
  };
  await sendNotice(spoken, user, { template: "providerLinked", params });
}
