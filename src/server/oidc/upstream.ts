import * as oidc from "openid-client";
import type { Services } from "../services.ts";
import { sealSignOut } from "./upstream-sign-out.ts";
import { callbackUrl, discovered, scopesOf, type Vendor } from "./vendors.ts";

/** What a provider vouches for. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** As the provider words them, shortened to what can be shown; null: not told. */
  name: string | null;
  email: string | null;
  username: string | null;
  /** When the person proved there who they are, milliseconds since 1970; 0: not told. */
  authenticatedAt: number;
  /** What the provider's own sign-out needs, sealed; null: it has none. */
  vendorToken: string | null;
}

/** What one sign-in at a provider is bound to. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

/** Longest subject (OpenID Connect Core, section 2); others are refused, because no database has to hold them. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

/** The address at the provider that begins a sign-in: code flow with PKCE S256. Throws where it cannot be reached or says nonsense. */
export async function authorizationUrl(
  services: Services,
  vendor: Vendor,
  secrets: SignInSecrets,
  wishes: Record<string, string>,
): Promise<string> {
  const configuration = await discovered(services, vendor);
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(services.settings, vendor.id),
    scope: scopesOf(vendor).join(" "),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...wishes,
  });
  return url.href;
}

/**
 * Trades the answer of a provider for who it vouches for. `query` is what the browser came back with. State, nonce,
 * `iss`, PKCE and everything of the ID token are checked (security, UP-1, UP-2), and where there is a `maxAge`, seconds,
 * that its `auth_time` is there and no older; throws what `openid-client` throws.
 */
export async function vouchedFor(
  services: Services,
  vendor: Vendor,
  secrets: SignInSecrets,
  query: string,
  maxAge: number | undefined,
): Promise<Vouched> {
  const configuration = await discovered(services, vendor);
  const url = new URL(callbackUrl(services.settings, vendor.id));
  url.search = query;
  const tokens = await oidc.authorizationCodeGrant(configuration, url, {
    expectedState: secrets.state,
    expectedNonce: secrets.nonce,
    pkceCodeVerifier: secrets.verifier,
    idTokenExpected: true,
    ...(maxAge === undefined ? {} : { maxAge }),
  });
  const claims = tokens.claims();
  if (claims === undefined || !isSubject(claims.sub)) throw new Error("the subject cannot be used");
  const isNamed = claims.name !== undefined || claims.email !== undefined;
  const more = isNamed ? {} : await userInfo(configuration, tokens.access_token, claims.sub);
  const told = { ...more, ...claims };
  return {
    issuer: claims.iss,
    subject: claims.sub,
    name: shownText(told.name, 200),
    email: shownText(told.email, 254),
    username: shownText(told.preferred_username, 200),
    // It may have a fraction (RFC 7519, section 2).
    authenticatedAt: Math.floor(claims.auth_time ?? 0) * 1000,
    vendorToken: sealSignOut(services, vendor, configuration, tokens.id_token),
  };
}

/** Says whether a subject can be kept and compared. */
export function isSubject(value: unknown): value is string {
  return typeof value === "string" && subjectPattern.test(value);
}

/** Only for what is shown: a provider that does not answer here has vouched all the same. */
async function userInfo(
  configuration: oidc.Configuration,
  accessToken: string,
  subject: string,
): Promise<Record<string, unknown>> {
  if (configuration.serverMetadata().userinfo_endpoint === undefined) return {};
  return oidc.fetchUserInfo(configuration, accessToken, subject).catch(() => ({}));
}

/** A text of somebody else, fit to be shown: without control and direction characters, shortened; null where nothing is left. */
export function shownText(value: unknown, longest: number): string | null {
  if (typeof value !== "string") return null;
  const plain = value.replace(/[\p{Cc}\p{Cf}\p{Cs}]/gu, "").trim();
  return plain === "" ? null : [...plain].slice(0, longest).join("");
}
