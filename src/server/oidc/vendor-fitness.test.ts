import { afterAll, beforeAll, beforeEach, expect, it, vi } from "vitest";
import { StandInProvider } from "../../../tests/support/stand-in-provider.ts";
import { misfitsOf } from "./vendor-fitness.ts";

let provider: StandInProvider;
beforeAll(async () => {
  provider = await StandInProvider.start();
});
beforeEach(() => {
  provider.metadata = {};
  provider.discoveryStatus = 200;
  provider.keyUse = "sig";
});
afterAll(() => provider.stop());

const secretEnvironment = "TEST_FITNESS_SECRET";
beforeAll(() => vi.stubEnv(secretEnvironment, "a secret"));
afterAll(() => vi.unstubAllEnvs());

function misfits(more = {}, privateAddresses = ["127.0.0.0/8"]) {
  const { issuer } = provider;
  const vendor = { id: "contoso", name: "Contoso", issuer, clientId: "vestibule", print: "", ...more };
  return misfitsOf({ privateAddresses }, { secretEnvironment, ...vendor });
}

it("finds nothing at a provider that people can sign in with", async () => {
  expect(await misfits()).toEqual([]);
});

it("takes the defaults of the standards for what a provider does not say", async () => {
  provider.metadata = {
    id_token_signing_alg_values_supported: undefined,
    response_types_supported: undefined,
    token_endpoint_auth_methods_supported: undefined,
    scopes_supported: undefined,
    code_challenge_methods_supported: undefined,
  };
  expect(await misfits()).toEqual([]);
  expect(await misfits({ secretEnvironment: undefined })).toEqual([
    "Its token endpoint takes client_secret_basic, not none.",
  ]);
});

it("says why a discovery document cannot be used", async () => {
  provider.discoveryStatus = 500;
  expect(await misfits()).toEqual([expect.stringMatching(/^Its discovery document cannot be used: .+\.$/)]);
  provider.discoveryStatus = 200;
  provider.metadata = { issuer: "https://other.example" };
  expect(await misfits()).toEqual([expect.stringContaining("cannot be used")]);
  expect(await misfits({}, [])).toEqual([expect.stringContaining("VESTIBULE_PRIVATE_ADDRESSES")]);
});

it("says everything that does not fit at once", async () => {
  provider.metadata = {
    authorization_endpoint: "ftp://provider.example/",
    token_endpoint: undefined,
    jwks_uri: `${provider.issuer}/nowhere`,
    response_types_supported: ["id_token"],
    code_challenge_methods_supported: ["plain"],
    scopes_supported: ["openid", "profile"],
    token_endpoint_auth_methods_supported: ["private_key_jwt"],
  };
  expect(await misfits({ scopes: ["openid", "email"] })).toEqual([
    "Its authorization_endpoint is not https: ftp://provider.example/",
    "It names no token_endpoint.",
    'Its response_types_supported has no "code".',
    'Its code_challenge_methods_supported has no "S256".',
    'Its scopes_supported has no "email".',
    "Its token endpoint takes private_key_jwt, not client_secret_basic or client_secret_post.",
    expect.stringMatching(/^Its keys \(.*\/nowhere\) cannot be read: it answered 404\.$/),
  ]);
  provider.metadata = { jwks_uri: undefined };
  expect(await misfits()).toEqual(["It names no jwks_uri."]);
  provider.metadata = { jwks_uri: "http://10.0.0.1/keys" };
  expect(await misfits()).toEqual([expect.stringContaining("VESTIBULE_PRIVATE_ADDRESSES")]);
  provider.metadata = { token_endpoint_auth_methods_supported: ["client_secret_basic"] };
  expect(await misfits({ secretEnvironment: undefined })).toEqual([
    "Its token endpoint takes client_secret_basic, not none.",
  ]);
});

it("says once that a provider has no scope openid, whether its entry names that or not", async () => {
  provider.metadata = { scopes_supported: ["profile"] };
  const lack = 'Its scopes_supported has no "openid".';
  expect(await misfits({ scopes: ["openid", "profile"] })).toEqual([lack]);
  expect(await misfits({ scopes: ["profile"] })).toEqual([lack]);
});

it("wants keys of the kind that ID tokens are signed by", async () => {
  provider.metadata = { id_token_signing_alg_values_supported: ["ES256"] };
  expect(await misfits()).toEqual([expect.stringContaining("have none of type EC")]);
  provider.metadata = { id_token_signing_alg_values_supported: ["HS256", "none"] };
  expect(await misfits()).toEqual([expect.stringContaining("HS256, none alone")]);
});

it("takes keys that do not say what they are for, and none that are for something else", async () => {
  provider.keyUse = undefined;
  expect(await misfits()).toEqual([]);
  provider.keyUse = "enc";
  expect(await misfits()).toEqual([expect.stringContaining("have none of type RSA")]);
});
