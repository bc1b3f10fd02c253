import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { isObject } from "../../../shared/is-object.ts";
import type { PayrollSession, PendingSignIn } from "./sessions.ts";

export interface RelyingPartyOptions {
  /** Where the sign-in service is found; everything else is told by its discovery document. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Origin of this application. */
  origin: string;
}

/** What a visitor may ask for at the start of a sign-in. */
export type SignInWishes = Partial<
  Record<"login_hint" | "prompt" | "max_age" | "ui_locales" | "tenant" | "idp" | "offline", string>
>;

const backChannelEvent = "http://schemas.openid.net/event/backchannel-logout";

/** The application's side of OpenID Connect: authorization code with PKCE, and both kinds of sign-out. */
export class RelyingParty {
  readonly #options: RelyingPartyOptions;
  #configuration: Promise<oidc.Configuration> | undefined;
  #keys: ReturnType<typeof createRemoteJWKSet> | undefined;

  constructor(options: RelyingPartyOptions) {
    this.#options = options;
  }

  /** The address to send the browser to, and what the callback will need. */
  async begin(
    wishes: SignInWishes,
    browser: string,
  ): Promise<{ url: URL; state: string; pending: PendingSignIn }> {
    const configuration = await this.#discovered();
    const state = oidc.randomState();
    const verifier = oidc.randomPKCECodeVerifier();
    const nonce = oidc.randomNonce();
    const url = oidc.buildAuthorizationUrl(configuration, {
      redirect_uri: this.#redirectUri(),
      state,
      nonce,
      code_challenge: await oidc.calculatePKCECodeChallenge(verifier),
      code_challenge_method: "S256",
      ...requestParams(wishes),
    });
    const maxAge = wishes.max_age === undefined ? undefined : Number(wishes.max_age);
    const { clientId } = this.#options;
    return { url, state, pending: { clientId, browser, verifier, nonce, maxAge } };
  }

  /** Trades the callback's code for what the application wants to know. Throws what `openid-client` throws. */
  async complete(query: URLSearchParams, state: string, pending: PendingSignIn): Promise<PayrollSession> {
    const configuration = await this.#discovered();
    const url = new URL(this.#redirectUri());
    url.search = query.toString();
    const tokens = await oidc.authorizationCodeGrant(configuration, url, {
      expectedState: state,
      expectedNonce: pending.nonce,
      pkceCodeVerifier: pending.verifier,
      idTokenExpected: true,
      ...(pending.maxAge === undefined ? {} : { maxAge: pending.maxAge }),
    });
    const claims = tokens.claims();
    if (claims === undefined || tokens.id_token === undefined) throw new Error("no ID token came back");
    const userInfo = await oidc.fetchUserInfo(configuration, tokens.access_token, claims.sub);
    const life = tokens.expiresIn();
    return {
      clientId: pending.clientId,
      claims,
      userInfo,
      idToken: tokens.id_token,
      accessExpiresAt: life === undefined ? undefined : Date.now() + life * 1000,
      hasRefreshToken: tokens.refresh_token !== undefined,
    };
  }

  /** Where the browser goes to sign out of the sign-in service too. */
  async signOutUrl(session: PayrollSession): Promise<URL> {
    return oidc.buildEndSessionUrl(await this.#discovered(), {
      id_token_hint: session.idToken,
      post_logout_redirect_uri: new URL("/signed-out", this.#options.origin).href,
      state: oidc.randomState(),
    });
  }

  /** Whose sessions a logout token ends (OpenID Connect Back-Channel Logout, section 2.6); throws where it is none. */
  async readLogoutToken(token: string): Promise<{ sub: string | undefined; sid: string | undefined }> {
    const { issuer, jwks_uri: jwksUri } = (await this.#discovered()).serverMetadata();
    if (jwksUri === undefined) throw new Error("the sign-in service names no keys");
    this.#keys ??= createRemoteJWKSet(new URL(jwksUri));
    const { payload } = await jwtVerify(token, this.#keys, {
      issuer,
      audience: this.#options.clientId,
      typ: "logout+jwt",
      requiredClaims: ["iat", "jti", "events"],
    });
    const { events, nonce, sub, sid } = payload;
    const isLogout = isObject(events) && backChannelEvent in events;
    if (!isLogout || nonce !== undefined) throw new Error("not a logout token");
    return { sub, sid: typeof sid === "string" ? sid : undefined };
  }

  #redirectUri(): string {
    return new URL("/callback", this.#options.origin).href;
  }

  // Asked for at first use and again after a failure, so that it does not matter which of the two starts first.
  #discovered(): Promise<oidc.Configuration> {
    const { issuer, clientId, clientSecret } = this.#options;
    this.#configuration ??= oidc
      .discovery(new URL(issuer), clientId, undefined, oidc.ClientSecretBasic(clientSecret), {
        // The demo runs on loopback, without TLS.
        execute: [oidc.allowInsecureRequests],
      })
      .catch((error: unknown) => {
        this.#configuration = undefined;
        throw error;
      });
    return this.#configuration;
  }
}

function requestParams({ tenant, idp, offline, ...wishes }: SignInWishes): Record<string, string> {
  const scope = "openid profile email customer roles";
  const wanted = Object.entries({ tenant, idp }).filter(([, value]) => value !== undefined);
  const acrValues = wanted.map(([name, value]) => `${name}:${value}`).join(" ");
  return {
    ...wishes,
    ...(acrValues === "" ? {} : { acr_values: acrValues }),
    ...(offline === undefined ? { scope } : { scope: `${scope} offline_access`, prompt: "consent" }),
  };
}
