import type { ReturnTarget } from "./call.ts";
import { requestHints } from "./oidc/authorization-request.ts";
import type { Services } from "./services.ts";
import type { Session } from "./store/sessions.ts";

/** Who must vouch for the person: our own account, a provider, or either. */
export interface SignInRequirement {
  requires: "local" | "vendor" | "any";
  /** The provider, where one is required. */
  vendorId: string | null;
}

type Asker = Pick<ReturnTarget, "request" | "client">;

/** What the waiting request asks for (`acr_values` idp:<vendor>), else what its application always wants. */
export function signInRequirement(services: Services, { request, client }: Asker): SignInRequirement {
  const asked = request === null ? null : requestHints(request.params).vendorId;
  if (asked !== null && Object.hasOwn(services.config().vendors, asked))
    return { requires: "vendor", vendorId: asked };
  const { requires = "any", vendorId = null } = client ?? {};
  return { requires, vendorId: requires === "vendor" ? vendorId : null };
}

/** Says whether another provider has to vouch than did for this session, or one at all. */
export function lacksProvider(services: Services, asker: Asker, session: Pick<Session, "vendorId">): boolean {
  const { requires, vendorId } = signInRequirement(services, asker);
  if (requires !== "vendor") return false;
  return vendorId === null ? session.vendorId === null : session.vendorId !== vendorId;
}
