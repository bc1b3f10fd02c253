import type { Configuration } from "openid-client";
import { guardedFetch } from "../outgoing/guarded-fetch.ts";
import type { Settings } from "../settings/settings.ts";
import { withOpenid } from "./client-metadata.ts";
import { discover, isPlain, patience, type Vendor } from "./vendors.ts";

/** What a provider's keys must be for an algorithm of its ID tokens (RFC 7518, section 3.1; RFC 8037). */
const keyTypes: readonly (readonly [RegExp, string])[] = [
  [/^[RP]S(256|384|512)$/, "RSA"],
  [/^ES(256|384|512)$/, "EC"],
  [/^(EdDSA|Ed25519)$/, "OKP"],
];

/** Asks a provider what it says of itself, as a sign-in does, and gives what does not fit: a sentence for each. */
export async function misfitsOf(
  settings: Pick<Settings, "privateAddresses">,
  vendor: Vendor,
): Promise<string[]> {
  let configuration: Configuration;
  try {
    configuration = await discover(settings, vendor);
  } catch (error) {
    return [`Its discovery document cannot be used: ${reasonOf(error)}.`];
  }
  const told = configuration.serverMetadata();
  const algorithms = told.id_token_signing_alg_values_supported ?? ["RS256"];
  const types = keyTypes
    .filter(([name]) => algorithms.some((each) => name.test(each)))
    .map(([, type]) => type);
  const unsafe = ["authorization_endpoint", "token_endpoint", "jwks_uri"].flatMap((name) =>
    endpointProblem(vendor, name, told[name]),
  );
  return [
    ...unsafe,
    ...lacks("response_types_supported", told.response_types_supported, ["code"]),
    ...lacks("code_challenge_methods_supported", told.code_challenge_methods_supported, ["S256"]),
    ...lacks("scopes_supported", told.scopes_supported, withOpenid(vendor.scopes ?? [])),
    ...authenticationProblem(vendor, told.token_endpoint_auth_methods_supported ?? ["client_secret_basic"]),
    ...(types.length === 0
      ? [`It signs ID tokens by ${algorithms.join(", ")} alone, none of which can be checked by its keys.`]
      : await keyProblem(settings, told.jwks_uri, types)),
  ];
}

function endpointProblem(vendor: Vendor, name: string, address: unknown): string[] {
  if (typeof address !== "string" || !URL.canParse(address)) return [`It names no ${name}.`];
  const { protocol } = new URL(address);
  const isSafe = protocol === "https:" || (protocol === "http:" && isPlain(vendor));
  return isSafe ? [] : [`Its ${name} is not https: ${address}`];
}

/** What it does not say at all it may still have. */
function lacks(name: string, told: readonly string[] | undefined, wanted: readonly string[]): string[] {
  return wanted
    .filter((each) => told !== undefined && !told.includes(each))
    .map((each) => `Its ${name} has no "${each}".`);
}

function authenticationProblem({ secretEnvironment }: Vendor, ways: readonly string[]): string[] {
  const wanted = secretEnvironment === undefined ? ["none"] : ["client_secret_basic", "client_secret_post"];
  return wanted.some((way) => ways.includes(way))
    ? []
    : [`Its token endpoint takes ${ways.join(", ")}, not ${wanted.join(" or ")}.`];
}

async function keyProblem(
  { privateAddresses }: Pick<Settings, "privateAddresses">,
  address: string | undefined,
  types: readonly string[],
): Promise<string[]> {
  if (address === undefined || !URL.canParse(address)) return [];
  try {
    const signal = AbortSignal.timeout(patience * 1000);
    const answer = await guardedFetch(privateAddresses)(address, { signal });
    if (!answer.ok) throw new Error(`it answered ${answer.status}`);
    const { keys } = (await answer.json()) as { keys: { kty?: unknown; use?: unknown }[] };
    const fits = keys.some(({ kty, use = "sig" }) => use === "sig" && types.includes(String(kty)));
    return fits ? [] : [`Its keys (${address}) have none of type ${types.join(" or ")}, by which it signs.`];
  } catch (error) {
    return [`Its keys (${address}) cannot be read: ${reasonOf(error)}.`];
  }
}

/** The innermost reason: those around it say only that something went wrong. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const { cause } = error;
  return cause instanceof Error ? reasonOf(cause) : error.message;
}
