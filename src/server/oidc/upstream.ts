import * as oidc from "openid-client";
import type { VendorConfig } from "../../generated/config.ts";
import { sha256 } from "../crypto.ts";
import type { Services } from "../services.ts";
import { guardedFetch } from "./guarded-fetch.ts";

/** A provider as the file of now names it. */
export interface Vendor extends VendorConfig {
  id: string;
  /** Changes with every entry that matters, so that what was begun with other entries is dead at once (security, UP-4). */
  print: string;
}

/** What a provider vouches for. */
export interface Vouched {
  issuer: string;
  subject: string;
  /** As the provider words them, shortened to what can be shown; null: not told. */
  name: string | null;
  email: string | null;
  username: string | null;
}

/** What one sign-in at a provider is bound to. */
export interface SignInSecrets {
  state: string;
  nonce: string;
  verifier: string;
}

interface Known {
  print: string;
  configuration: Promise<oidc.Configuration>;
  at: number;
}

/** Seconds that a provider may take for each answer. */
const patience = 5;
/** How long what a provider says of itself is believed, milliseconds. */
const believed = 10 * 60_000;
/** Longest subject (OpenID Connect Core, section 2); others are refused, because no database has to hold them. */
const subjectPattern = /^[\x20-\x7e]{1,255}$/;

const known = new WeakMap<Services, Map<string, Known>>();

/** The provider of an id; undefined: the file has none. */
export function vendorOf(services: Services, id: string): Vendor | undefined {
  const { vendors } = services.config();
  const vendor = Object.hasOwn(vendors, id) ? vendors[id] : undefined;
  if (vendor === undefined) return undefined;
  const { issuer, clientId, secretEnvironment } = vendor;
  return { ...vendor, id, print: sha256(JSON.stringify([issuer, clientId, secretEnvironment])) };
}

/** Where a provider sends people back to. */
export function callbackUrl(services: Services, vendorId: string): string {
  return `${services.settings.publicUrl}/signin-oidc/${vendorId}`;
}

/** The address at the provider that begins a sign-in: code flow with PKCE S256. Throws where it cannot be reached or says nonsense. */
export async function authorizationUrl(
  services: Services,
  vendor: Vendor,
  secrets: SignInSecrets,
  wishes: Record<string, string>,
): Promise<string> {
  const configuration = await discovered(services, vendor);
  const url = oidc.buildAuthorizationUrl(configuration, {
    redirect_uri: callbackUrl(services, vendor.id),
    scope: [...new Set(["openid", ...(vendor.scopes ?? ["profile", "email"])])].join(" "),
    state: secrets.state,
    nonce: secrets.nonce,
    code_challenge: await oidc.calculatePKCECodeChallenge(secrets.verifier),
    code_challenge_method: "S256",
    ...wishes,
  });
  const isSafe = url.protocol === "https:" || isPlain(vendor);
  if (!isSafe) throw new Error("the authorization endpoint is not https");
  return url.href;
}

/**
 * Trades the answer of a provider for who it vouches for. `query` is what the browser came back with. State, nonce,
 * `iss`, PKCE and everything of the ID token are checked (security, UP-1, UP-2); throws what `openid-client` throws.
 */
export async function vouchedFor(
  services: Services,
  vendor: Vendor,
  secrets: SignInSecrets,
  query: string,
  maxAge: number | undefined,
): Promise<Vouched> {
  const configuration = await discovered(services, vendor);
  const url = new URL(callbackUrl(services, vendor.id));
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

/** What a provider says of itself; asked for at first use, again after some time, after a failure, and when its entry has changed. */
function discovered(services: Services, vendor: Vendor): Promise<oidc.Configuration> {
  const all = known.get(services) ?? new Map<string, Known>();
  known.set(services, all);
  const present = all.get(vendor.id);
  const now = services.now();
  if (present !== undefined && present.print === vendor.print && now - present.at < believed)
    return present.configuration;
  const next = { print: vendor.print, configuration: discover(services, vendor), at: now };
  all.set(vendor.id, next);
  next.configuration.catch(() => {
    if (all.get(vendor.id) === next) all.delete(vendor.id);
  });
  return next.configuration;
}

async function discover(services: Services, vendor: Vendor): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(vendor.issuer), vendor.clientId, undefined, authentication(vendor), {
    timeout: patience,
    // The signature is checked although the token comes straight from the provider: transport alone is no proof.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain(vendor) ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: guardedFetch(services.settings.privateAddresses),
  });
}

/** By the way that the provider knows: the header unless it names the body alone. */
function authentication(vendor: Vendor): oidc.ClientAuth {
  const secret = secretOf(vendor);
  if (secret === undefined) return oidc.None();
  const [header, body] = [oidc.ClientSecretBasic(secret), oidc.ClientSecretPost(secret)];
  return (server, ...rest) => {
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const byBody = !ways.includes("client_secret_basic") && ways.includes("client_secret_post");
    return byBody ? body(server, ...rest) : header(server, ...rest);
  };
}

/** The client secret; undefined: a public client. Throws where its variable is not set. */
export function secretOf({ id, secretEnvironment }: Vendor): string | undefined {
  if (secretEnvironment === undefined) return undefined;
  const secret = process.env[secretEnvironment];
  if (!secret) throw new Error(`${secretEnvironment} is not set: vendor "${id}" names it`);
  return secret;
}

/** Without TLS, as the schema allows on loopback alone. */
function isPlain({ issuer }: Vendor): boolean {
  return issuer.startsWith("http:");
}
