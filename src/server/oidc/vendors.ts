import * as oidc from "openid-client";
import type { VendorConfig } from "../../generated/config.ts";
import { minute, second } from "../../shared/durations.ts";
import { sha256 } from "../crypto.ts";
import { guardedFetch } from "../outgoing/guarded-fetch.ts";
import type { Services } from "../services.ts";
import { namedSecret } from "../settings/secret-files.ts";
import type { Settings } from "../settings/settings.ts";
import { vendorConfig } from "../vendor-config.ts";
import { withOpenid } from "./client-metadata.ts";

/** A provider as the file of now names it. */
export interface Vendor extends VendorConfig {
  id: string;
  /** Changes with every entry that matters, so that what was begun with other entries is dead at once (security, UP-4). */
  print: string;
}

interface Known {
  print: string;
  configuration: Promise<oidc.Configuration>;
  at: number;
}

/** Seconds that a provider may take for each answer. */
export const patience = 5;
/** Milliseconds within which one sign-in has all its answers, of which there are four: about itself, tokens, keys, and the person. */
export const longestExchange = 5 * patience * second;
/** How long what a provider says of itself is believed, milliseconds. */
const believed = 10 * minute;

const known = new WeakMap<Services, Map<string, Known>>();

/** The provider of an id; undefined: the file has none. */
export function vendorOf(services: Pick<Services, "config">, id: string): Vendor | undefined {
  const vendor = vendorConfig(services, id);
  if (vendor === undefined) return undefined;
  const { issuer, clientId, secretEnvironment } = vendor;
  return { ...vendor, id, print: sha256(JSON.stringify([issuer, clientId, secretEnvironment])) };
}

/** What a provider is asked for. */
export function scopesOf({ scopes = ["profile", "email"] }: VendorConfig): string[] {
  return withOpenid(scopes);
}

/** Where a provider sends people back to after a sign-in. */
export function callbackUrl({ publicUrl }: Pick<Settings, "publicUrl">, vendorId: string): string {
  return `${publicUrl}/signin-oidc/${vendorId}`;
}

/** Where a provider sends people back to after its sign-out. */
export function signedOutUrl({ publicUrl }: Pick<Settings, "publicUrl">, vendorId: string): string {
  return `${publicUrl}/signout-callback-oidc/${vendorId}`;
}

/** What a provider says of itself; asked for at first use, again after some time, after a failure, and when its entry has changed. */
export function discovered(services: Services, vendor: Vendor): Promise<oidc.Configuration> {
  const all = known.get(services) ?? new Map<string, Known>();
  known.set(services, all);
  const present = all.get(vendor.id);
  const now = services.now();
  if (present !== undefined && present.print === vendor.print && now - present.at < believed)
    return present.configuration;
  const next = { print: vendor.print, configuration: discover(services.settings, vendor), at: now };
  all.set(vendor.id, next);
  next.configuration.catch(() => {
    if (all.get(vendor.id) === next) all.delete(vendor.id);
  });
  return next.configuration;
}

/** What a provider says of itself now. */
export async function discover(
  { privateAddresses }: Pick<Settings, "privateAddresses">,
  vendor: Vendor,
): Promise<oidc.Configuration> {
  return oidc.discovery(new URL(vendor.issuer), vendor.clientId, undefined, authentication(vendor), {
    timeout: patience,
    // The signature is checked although the token comes straight from the provider: transport alone is no proof.
    execute: [oidc.enableNonRepudiationChecks, ...(isPlain(vendor) ? [oidc.allowInsecureRequests] : [])],
    [oidc.customFetch]: guardedFetch(privateAddresses),
  });
}

/** By the way that the provider knows: the header unless it names the body alone. */
function authentication(vendor: Vendor): oidc.ClientAuth {
  if (secretOf(vendor) === undefined) return oidc.None();
  return (server, ...rest) => {
    // Anew each time: another one may have been written into its file.
    const secret = secretOf(vendor);
    const ways = server.token_endpoint_auth_methods_supported ?? ["client_secret_basic"];
    const byBody = !ways.includes("client_secret_basic") && ways.includes("client_secret_post");
    const way = byBody ? oidc.ClientSecretPost : oidc.ClientSecretBasic;
    return way(secret)(server, ...rest);
  };
}

/** The client secret of now; undefined: a public client. Throws where it cannot be read. */
export function secretOf({ id, secretEnvironment }: Vendor): string | undefined {
  if (secretEnvironment === undefined) return undefined;
  return namedSecret(secretEnvironment, `vendor "${id}"`);
}

/** Without TLS, as the schema allows on loopback alone: any other is asked, and people are led, by https alone. */
export function isPlain({ issuer }: Vendor): boolean {
  return issuer.startsWith("http:");
}
