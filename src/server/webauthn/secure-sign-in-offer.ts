import type { CallContext } from "../call.ts";
import { originsAt } from "../request/partner-of.ts";
import { relyingPartyOf } from "./relying-party.ts";

/**
 * Says whether people can sign in with their devices here: the partner wants it, and the page does not stand at an
 * address of a partner where browsers refuse these credentials (security, WA-2). A host that no partner names is the
 * public one, whatever the proxies in between call it.
 */
export function isSecureSignInOffered({
  services,
  partner,
  visitor,
}: Pick<CallContext, "services" | "partner" | "visitor">): boolean {
  if (!partner.signIn.secureCredential) return false;
  const here = originsAt(services.config(), visitor.host);
  if (here.length === 0) return true;
  const { origins } = relyingPartyOf(services);
  return here.some((origin) => origins.includes(origin));
}
