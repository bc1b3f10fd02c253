import type { CallContext } from "./call.ts";
import { perConfig } from "./per-config.ts";
import { originsAt } from "./plugins/partner-of.ts";
import { relyingPartyOf } from "./webauthn/relying-party.ts";

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
  const config = services.config();
  const origins = ownOrigins(config, services.settings.publicUrl);
  const here = originsAt(config, visitor.host);
  const isRefused = here.length > 0 && !here.some((origin) => origins.includes(origin));
  return partner.signIn.secureCredential && !isRefused;
}

// Made once, because every sign-in page asks for it and reading addresses is dear.
const ownOrigins = perConfig((config, publicUrl: string) => relyingPartyOf({ publicUrl }, config).origins);
