import type { CallContext } from "../call.ts";
import { requestHints } from "../oidc/authorization-request.ts";

/** Who must vouch for the person: our own account, a provider, or either. */
export interface SignInRequirement {
  requires: "local" | "vendor" | "any";
  /** The provider, where one is required. */
  vendorId: string | null;
}

/** What the waiting request asks for (`acr_values` idp:<vendor>), else what its application always wants. */
export function signInRequirement({ target, services }: CallContext): SignInRequirement {
  const asked = target.request === null ? null : requestHints(target.request.params).vendorId;
  if (asked !== null && Object.hasOwn(services.config().vendors, asked))
    return { requires: "vendor", vendorId: asked };
  const { requires = "any", vendorId = null } = target.client ?? {};
  return { requires, vendorId: requires === "vendor" ? vendorId : null };
}
