import { generateKeyPairSync } from "node:crypto";
import Provider, { interactionPolicy, type KoaContextWithOIDC } from "oidc-provider";
import type { Html } from "../../html.ts";
import { MemoryAdapter } from "./memory-adapter.ts";
import { pageOf, signedOutPage, signOutPage } from "./pages.ts";
import { personOf } from "./people.ts";

export interface DemoVendorOptions {
  /** Origin of this provider. */
  issuer: string;
  /** Origin of the sign-in service. */
  service: string;
  /** Of the client `vestibule`; also signs invitations. */
  clientSecret: string;
  /** Where the demo's mails go. */
  outbox: string;
}

/** Id of this provider in the demo's `vendors.config.json`. */
export const vendorId = "contoso";

/** The demo's provider: OpenID Connect by the library, one client, everybody is asked each time who they are. */
export function demoProvider({ issuer, service, clientSecret }: DemoVendorOptions): Provider {
  const { privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const names = { session: "contoso-session", interaction: "contoso-interaction", resume: "contoso-resume" };
  const prompts = interactionPolicy.base();
  prompts.get("login")?.checks.add(
    new interactionPolicy.Check("ask_each_time", "who is it today", (ctx) => {
      return ctx.oidc.result?.login === undefined;
    }),
  );
  return new Provider(issuer, {
    adapter: () => new MemoryAdapter(),
    jwks: { keys: [{ ...privateKey.export({ format: "jwk" }), alg: "ES256", use: "sig", kid: "demo" }] },
    clients: [
      {
        client_id: "vestibule",
        client_secret: clientSecret,
        redirect_uris: [`${service}/signin-oidc/${vendorId}`],
        post_logout_redirect_uris: [`${service}/signout-callback-oidc/${vendorId}`],
        id_token_signed_response_alg: "ES256",
        require_auth_time: true,
      },
    ],
    enabledJWA: { idTokenSigningAlgValues: ["ES256"] },
    claims: { openid: ["sub"], profile: ["name"], email: ["email"] },
    // What is asked for stands in the ID token, as with most providers.
    conformIdTokenClaims: false,
    findAccount: (_ctx, sub) => {
      const person = personOf(sub);
      return person && { accountId: sub, claims: async () => ({ ...person }) };
    },
    loadExistingGrant: async (ctx) => {
      const { client, session, provider } = ctx.oidc;
      if (client === undefined || session?.accountId === undefined) return undefined;
      const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
      grant.addOIDCScope("openid profile email");
      await grant.save();
      return grant;
    },
    // Names of its own: the sign-in service and the application have cookies on the same host (decisions 29).
    cookies: { names, long: { signed: false }, short: { signed: false } },
    interactions: { policy: prompts, url: (_ctx, { uid }) => `/interaction/${uid}` },
    features: {
      devInteractions: { enabled: false },
      rpInitiatedLogout: {
        enabled: true,
        logoutSource: (ctx, form) => show(ctx, signOutPage(form)),
        postLogoutSuccessSource: (ctx) => show(ctx, signedOutPage()),
      },
    },
    pkce: { required: () => true },
    ttl: { Interaction: 600, Session: 600, Grant: 600, AccessToken: 600, IdToken: 600 },
  });
}

function show(ctx: KoaContextWithOIDC, main: Html): void {
  const { headers, body } = pageOf(main);
  ctx.set(headers);
  ctx.body = body;
}
