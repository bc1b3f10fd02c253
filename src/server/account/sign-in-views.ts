import type { Handlers } from "../call.ts";
import { captchaAsked } from "../domain/captcha-rule.ts";
import { signInRequirement } from "../request/sign-in-requirement.ts";
import { isSecureSignInOffered } from "../webauthn/secure-sign-in-offer.ts";
import { isCaptchaDue } from "./captcha.ts";
import { clientView } from "./client-view.ts";
import { isTokenOffered } from "./one-time-token/one-time-token-offer.ts";
import { knownUsername } from "./remembered-username.ts";
import { toProveAgain } from "./signed-in.ts";
import { canGoOn } from "./silent.ts";
import { providersShown } from "./vendor/providers-shown.ts";

/** What the sign-in page offers for this request. */
export const loginView: Handlers["LoginView"] = async (context) => {
  const { services, visitor, target } = context;
  const { requires, vendorId } = signInRequirement(services, target);
  const again = toProveAgain(context);
  return {
    username: again?.username ?? knownUsername(context),
    rememberAllowed: true,
    local: requires !== "vendor",
    secure: requires !== "vendor" && isSecureSignInOffered(context),
    oneTimeToken: isTokenOffered(context),
    providers: providersShown(context),
    onlyProvider: vendorId,
    client: clientView(target.client),
    captcha: { ...captchaAsked(context.partner), required: await isCaptchaDue(context) },
    signedIn: again === null && canGoOn(context),
    signedInAs: visitor.user?.displayName ?? null,
    cancelAllowed: target.request !== null,
  };
};

/** Says whether the local form may be used, and else which provider must be. */
export const localAllowed: Handlers["LocalAllowed"] = async ({ services, target }) => {
  const { requires, vendorId } = signInRequirement(services, target);
  return { allowed: requires !== "vendor", vendorId };
};

/** Says whether an application waits and whom it wants to vouch. */
export const isRemoteAuthentication: Handlers["IsRemoteAuthentication"] = async ({ services, target }) => {
  return {
    remote: target.request !== null,
    client: clientView(target.client),
    ...signInRequirement(services, target),
  };
};
