import type { Journey } from "../../../generated/calls.ts";
import { type CallContext, Leave } from "../../call.ts";
import type { Vouched } from "../../oidc/upstream.ts";
import type { Vendor } from "../../oidc/vendors.ts";
import { recordEvent } from "../../record-event.ts";
import { screenWithReturn } from "../../screen-path.ts";
import { touchExternalLogin, userOfExternalLogin } from "../../store/external-logins.ts";
import { findUser } from "../../store/users.ts";
import { ensureAttemptHere } from "../attempt-here.ts";
import { renewSecret } from "../attempt-secret.ts";
import { prove } from "../journey.ts";
import { rememberUsername } from "../remembered-username.ts";
import { keepInAttempt, sealIdentity } from "./external-identity.ts";
import { refuseSignIn } from "./refuse-sign-in.ts";

/**
 * Goes on from what a provider vouches for. A linked identity proves its account; any other waits in the attempt and
 * leads to the page that links it. Who somebody is, issuer and subject say alone (security, UP-3).
 */
export async function signInByVendor(
  context: CallContext,
  vendor: Vendor,
  vouched: Vouched,
  rememberLogin: boolean,
): Promise<Journey | Leave> {
  const { services } = context;
  const { authenticatedAt, ...identity } = vouched;
  const { db } = services.store;
  const userId = await userOfExternalLogin(db, vouched);
  if (userId === undefined) {
    await ensureAttemptHere(context);
    await renewSecret(context);
    await keepInAttempt(context, {
      external: sealIdentity(context, { ...identity, vendorId: vendor.id }),
    });
    return new Leave(screenWithReturn(context, "link"));
  }
  const user = await findUser(db, userId);
  if (user === undefined || user.disabled)
    return new Leave(
      await refuseSignIn(context, "signIn", vendor.id, { details: "the account is disabled", userId }),
    );
  await touchExternalLogin(db, vouched, services.now());
  await recordEvent(context, {
    event: "signIn.vendorProven",
    userId,
    detail: { vendorId: vendor.id },
  });
  if (rememberLogin) rememberUsername(context, user.username);
  return prove(context, user, {
    methods: ["fed"],
    vendorId: vendor.id,
    vendorToken: vouched.vendorToken,
    authenticatedAt,
  });
}
