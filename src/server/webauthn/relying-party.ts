import type { Config } from "../../config/read-config.ts";
import type { Settings } from "../settings/settings.ts";

/** Whom credentials are made for (WebAuthn, relying party). */
export interface RelyingParty {
  /** Host of the public address: every credential is bound to it for ever. */
  id: string;
  /** Origins of pages that may ask for them. */
  origins: string[];
}

/**
 * The relying party of this installation: the public address, and the partners' own addresses below the same host.
 * Under any other host browsers refuse these credentials, so they are not listed (security, WA-2).
 */
export function relyingPartyOf({
  settings,
  config,
}: {
  settings: Pick<Settings, "publicUrl">;
  config(): Pick<Config, "partners">;
}): RelyingParty {
  const { hostname: id, origin } = new URL(settings.publicUrl);
  const partners = Object.values(config().partners).flatMap(({ origins }) => origins);
  const below = partners.filter((partner) => isBelow(new URL(partner).hostname, id));
  return { id, origins: [...new Set([origin, ...below])] };
}

/** What an answer to a challenge is held against, at registration and at sign-in alike: the person must be known. */
export function expectationsOf(challenge: string, { id, origins }: RelyingParty) {
  return {
    expectedChallenge: challenge,
    expectedOrigin: origins,
    expectedRPID: id,
    requireUserVerification: true,
  };
}

function isBelow(host: string, id: string): boolean {
  return host === id || host.endsWith(`.${id}`);
}
