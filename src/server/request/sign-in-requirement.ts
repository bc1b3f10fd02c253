import type { ReturnTarget } from "../call.ts";
import type { Services } from "../services.ts";
import type { Session } from "../store/sessions.ts";
import { requestHints } from "./authorization-request.ts";

/** Who must vouch for the person: our own account, a provider, or either. */
export interface SignInRequirement {
  requires: "local" | "vendor" | "any";
  /** The provider, where one is required. */
  vendorId: string | null;
}

type Asker = Pick<ReturnTarget, "request" | "client">;

/**
 * What the application always wants, and within that what the waiting request asks for (`acr_values` idp:<vendor>).
 * Anybody can write into the address of a request, so it widens nothing.
 */
export function signInRequirement(services: Services, { request, client }: Asker): SignInRequirement {
  const { requires = "any", vendorId = null } = client ?? {};
  const isOpen = requires === "any" || (requires === "vendor" && vendorId === null);
  const { vendorId: asked } = requestHints(request);
  if (isOpen && asked !== null && Object.hasOwn(services.config().vendors, asked))
    return { requires: "vendor", vendorId: asked };
  return { requires, vendorId: requires === "vendor" ? vendorId : null };
}

/** Says whether somebody else has to vouch than did for this session: another provider, one at all, or our own account. */
export function lacksVoucher(
  services: Services,
  asker: Asker,
  { vendorId: vouched, amr }: Pick<Session, "vendorId" | "amr">,
): boolean {
  const { requires, vendorId } = signInRequirement(services, asker);
  // Whoever has just linked an identity has proven the account here.
  if (requires === "local") return amr.includes("fed");
  if (requires === "any") return false;
  return vendorId === null ? vouched === null : vouched !== vendorId;
}
