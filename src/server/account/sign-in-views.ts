import type { Provider } from "../../generated/calls.ts";
import type { CallContext, Handlers } from "../call.ts";
import { requestHints, wantsProofAnew } from "../oidc/authorization-request.ts";
import { clientView } from "./client-view.ts";
import { rememberedUsername } from "./remembered-username.ts";
import { signInRequirement } from "./sign-in-requirement.ts";

/** What the sign-in page offers for this request. */
export const loginView: Handlers["LoginView"] = async (context) => {
  const { visitor, target } = context;
  const { requires, vendorId } = signInRequirement(context);
  const hinted = target.request === null ? null : requestHints(target.request.params).username;
  return {
    username: hinted?.slice(0, 200) ?? rememberedUsername(context),
    rememberAllowed: true,
    local: requires !== "vendor",
    secure: false,
    oneTimeToken: false,
    providers: providers(context),
    onlyProvider: vendorId,
    client: clientView(target.client),
    captcha: { version: 1, siteKey: null, required: false },
    signedIn: canGoOn(context),
    signedInAs: visitor.user?.displayName ?? null,
    cancelAllowed: target.request !== null,
  };
};

/** Says whether the local form may be used, and else which provider must be. */
export const localAllowed: Handlers["LocalAllowed"] = async (context) => {
  const { requires, vendorId } = signInRequirement(context);
  return { allowed: requires !== "vendor", vendorId };
};

/** Says whether an application waits and whom it wants to vouch. */
export const isRemoteAuthentication: Handlers["IsRemoteAuthentication"] = async (context) => {
  const { target } = context;
  return {
    remote: target.request !== null,
    client: clientView(target.client),
    ...signInRequirement(context),
  };
};

/** Somebody is signed in, and the waiting request does not want the proof anew. */
function canGoOn({ visitor: { session }, target: { request }, services }: CallContext): boolean {
  return session !== null && (request === null || !wantsProofAnew(request, session, services.now()));
}

function providers({ partner, services }: CallContext): Provider[] {
  if (!partner.behaviour.showLoginProviders) return [];
  return Object.entries(services.config().vendors).map(([id, { name, iconUrl }]) => ({
    id,
    displayName: name,
    iconUrl: iconUrl ?? null,
  }));
}
