import type { Provider } from "../../generated/calls.ts";
import type { CallContext, Handlers } from "../call.ts";
import { requestHints } from "../oidc/authorization-request.ts";
import { clientView } from "./client-view.ts";
import { rememberedUsername } from "./remembered-username.ts";

/** What the sign-in page offers for this request. */
export const loginView: Handlers["LoginView"] = async (context) => {
  const { visitor, target } = context;
  const { requires, vendorId } = requirement(context);
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
    signedInAs: visitor.user?.displayName ?? null,
    cancelAllowed: target.request !== null,
  };
};

/** Says whether the local form may be used, and else which provider must be. */
export const localAllowed: Handlers["LocalAllowed"] = async (context) => {
  const { requires, vendorId } = requirement(context);
  return { allowed: requires !== "vendor", vendorId };
};

/** Says whether an application waits and whom it wants to vouch. */
export const isRemoteAuthentication: Handlers["IsRemoteAuthentication"] = async (context) => {
  const { target } = context;
  return {
    remote: target.request !== null,
    client: clientView(target.client),
    ...requirement(context),
  };
};

/** Who must authenticate: what the request asks for (`acr_values idp:`), else what its application says. */
function requirement({ target, services }: CallContext): {
  requires: "local" | "vendor" | "any";
  vendorId: string | null;
} {
  const asked = target.request === null ? null : requestHints(target.request.params).vendorId;
  if (asked !== null && Object.hasOwn(services.config().vendors, asked))
    return { requires: "vendor", vendorId: asked };
  const { requires = "any", vendorId = null } = target.client ?? {};
  return { requires, vendorId: requires === "vendor" ? vendorId : null };
}

function providers({ partner, services }: CallContext): Provider[] {
  if (!partner.behaviour.showLoginProviders) return [];
  return Object.entries(services.config().vendors).map(([id, { name, iconUrl }]) => ({
    id,
    displayName: name,
    iconUrl: iconUrl ?? null,
  }));
}
