import * as oidc from "openid-client";
import { openIfKnown, seal } from "../crypto.ts";
import type { Services } from "../services.ts";
import { discovered, signedOutUrl, type Vendor, vendorOf } from "./vendors.ts";

/** What a provider needs at its own sign-out, as it was when it vouched for somebody. */
interface SignOutFacts {
  vendorId: string;
  print: string;
  /** Says whose session it is; undefined: too long for an address. */
  idToken?: string;
}

/** What the facts of a sign-out are sealed for. */
export const signOutPurpose = "vendor-sign-out";
/** Longer addresses are cut or refused on their way. */
const longestToken = 4096;

/** Seals what the provider's own sign-out needs, for as long as the session lives; null: it has no sign-out. */
export function sealSignOut(
  { settings }: Services,
  { id, print }: Vendor,
  configuration: oidc.Configuration,
  idToken: string | undefined,
): string | null {
  if (configuration.serverMetadata().end_session_endpoint === undefined) return null;
  const isShort = idToken !== undefined && idToken.length <= longestToken;
  const facts: SignOutFacts = { vendorId: id, print, ...(isShort && { idToken }) };
  return seal(settings.secretKeys, signOutPurpose, JSON.stringify(facts));
}

/** The provider that a person may still be signed in at, and its hint; undefined: none, its entry is gone or another one, or no key opens this. */
export function openSignOut(
  services: Services,
  sealed: string | null | undefined,
): { vendor: Vendor; idToken: string | undefined } | undefined {
  const opened = sealed && openIfKnown(services.settings.secretKeys, signOutPurpose, sealed);
  if (!opened) return undefined;
  const facts = JSON.parse(opened) as SignOutFacts;
  const vendor = vendorOf(services, facts.vendorId);
  return vendor?.print === facts.print ? { vendor, idToken: facts.idToken } : undefined;
}

/**
 * The address at the provider that ends its own session (OpenID Connect RP-Initiated Logout). Throws where it cannot be
 * reached, says nonsense, or has no sign-out any more.
 */
export async function endSessionUrl(
  services: Services,
  { vendor, idToken }: { vendor: Vendor; idToken: string | undefined },
  wishes: { state: string; ui_locales: string },
): Promise<string> {
  const url = oidc.buildEndSessionUrl(await discovered(services, vendor), {
    post_logout_redirect_uri: signedOutUrl(services.settings, vendor.id),
    ...(idToken === undefined ? {} : { id_token_hint: idToken }),
    ...wishes,
  });
  return url.href;
}
