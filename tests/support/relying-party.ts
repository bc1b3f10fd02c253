import * as oidc from "openid-client";
import type { ClientConfig } from "../../src/generated/config.ts";
import type { TestClient } from "./test-client.ts";

/** Where the applications of the tests are; nothing listens there, browsers are stopped before. */
const applicationOrigin = "https://application.example";

/** An application of a test, as clients.config.json would name it. */
export function testClient(id: string, more: Partial<ClientConfig> = {}): ClientConfig {
  return {
    name: `Application ${id}`,
    startUrl: `${applicationOrigin}/${id}`,
    redirectUris: [`${applicationOrigin}/${id}/callback`],
    postLogoutRedirectUris: [`${applicationOrigin}/${id}/signed-out`],
    ...more,
  };
}

/** A sign-in that an application has begun. */
export interface BegunSignIn {
  /** Path and query at the sign-in service. */
  path: string;
  state: string;
  /** Trades the address that the browser came back with for tokens. */
  finish(address: URL): Promise<oidc.TokenEndpointResponse & oidc.TokenEndpointResponseHelpers>;
}

/** An application that knows the sign-in service by its address alone, by a library that is not ours. */
export class TestApplication {
  readonly configuration: oidc.Configuration;
  readonly redirectUri: string;
  readonly signedOutUri: string;

  private constructor(configuration: oidc.Configuration, clientId: string) {
    this.configuration = configuration;
    this.redirectUri = `${applicationOrigin}/${clientId}/callback`;
    this.signedOutUri = `${applicationOrigin}/${clientId}/signed-out`;
  }

  static async discover(issuer: string, clientId: string, secret?: string): Promise<TestApplication> {
    const authentication = secret === undefined ? oidc.None() : oidc.ClientSecretBasic(secret);
    const options = { execute: [oidc.allowInsecureRequests] };
    const configuration = await oidc.discovery(new URL(issuer), clientId, undefined, authentication, options);
    return new TestApplication(configuration, clientId);
  }

  async begin(params: Record<string, string> = {}): Promise<BegunSignIn> {
    const verifier = oidc.randomPKCECodeVerifier();
    const state = oidc.randomState();
    const nonce = oidc.randomNonce();
    const url = oidc.buildAuthorizationUrl(this.configuration, {
      redirect_uri: this.redirectUri,
      scope: "openid profile email customer roles",
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...params,
    });
    const checks = {
      expectedState: state,
      expectedNonce: nonce,
      pkceCodeVerifier: verifier,
      idTokenExpected: true,
    };
    return {
      path: url.pathname + url.search,
      state,
      finish: (address) => oidc.authorizationCodeGrant(this.configuration, address, checks),
    };
  }

  endSessionPath(params: Record<string, string>): string {
    const url = oidc.buildEndSessionUrl(this.configuration, params);
    return url.pathname + url.search;
  }
}

/** Follows redirects of the provider until a page of the sign-in service or another origin; gives that address. */
export async function follow(browser: TestClient, path: string, origin: string): Promise<URL> {
  let url = new URL(path, origin);
  for (let hops = 0; hops < 10; hops += 1) {
    if (url.origin !== origin || !url.pathname.startsWith("/connect/")) return url;
    const answer = await browser.send(url.pathname + url.search, { headers: { accept: "text/html" } });
    const { location } = answer.headers;
    if (location === undefined) throw new Error(`${answer.status} at ${url.pathname}: ${answer.text}`);
    url = new URL(location, origin);
  }
  throw new Error("too many redirects");
}

/** The return address that a page of the sign-in service carries. */
export function returnUrlOf(page: URL): string {
  return page.searchParams.get("returnUrl") ?? "/";
}
