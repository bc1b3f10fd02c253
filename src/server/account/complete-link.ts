import type { CallContext } from "../call.ts";
import { type Linked, linkExternalLogin } from "../store/external-logins.ts";
import type { User } from "../store/users.ts";
import { openIdentity, type WaitingIdentity } from "./external-identity.ts";
import { recordEvent } from "./record-event.ts";

/** Links an identity to an account that is proven in full, and writes it down. */
export async function linkIdentity(
  context: CallContext,
  userId: string,
  { issuer, subject, vendorId, name, invitation }: WaitingIdentity,
): Promise<Linked> {
  const { store, now } = context.services;
  const login = { issuer, subject, vendorId, userId, displayName: name };
  const linked = await linkExternalLogin(
    store.db,
    { ...login, ...(invitation === undefined ? {} : { invitation }) },
    now(),
  );
  const event = linked === "linked" ? "externalLogin.linked" : "externalLogin.refused";
  await recordEvent(context, { event, userId, detail: { vendorId, outcome: linked } });
  return linked;
}

/** Links what a proof kept sealed for this moment; false where it waits for too long or somebody else was first. */
export async function completeLink(context: CallContext, user: User, sealed: string): Promise<boolean> {
  const identity = openIdentity(context, sealed);
  return identity !== undefined && (await linkIdentity(context, user.id, identity)) === "linked";
}
