import type { EventEmitter } from "node:events";
import Provider, { type Configuration, errors, type JWK, type KoaContextWithOIDC } from "oidc-provider";
import { mapRecord } from "../../config/map-values.ts";
import { day, hour, minute, second } from "../../shared/durations.ts";
import { authorizePath } from "../request/authorization-request.ts";
import type { Services } from "../services.ts";
import { StoreUnavailable } from "../store/store-unavailable.ts";
import { adapterFactory } from "./adapter.ts";
import { findAccount, scopeClaims } from "./claims.ts";
import { finishAnswer, libraryCookies } from "./finish-answer.ts";
import { grantLife, grantOfRequest } from "./grants.ts";
import { pageForPerson, policy } from "./interaction-policy.ts";
import { outgoingFetch } from "./outgoing-fetch.ts";
import { providerRequest } from "./provider-request.ts";
import { renderError } from "./render-error.ts";
import { tellRefusals } from "./tell-refusals.ts";

/** Builds the library's provider over our store, session, configuration and screens. */
export function createProvider(services: Services, keys: JWK[]): Provider {
  const provider = new Provider(services.settings.publicUrl, configuration(services, keys));
  // Makes the library believe the address that `serve` pins to the public one.
  provider.proxy = true;
  // Each ID token names its session, also for whom no end of one is told: a sign-out says by it which one is meant.
  Object.assign(provider.Client.prototype, { includeSid: () => true });
  provider.use(async (ctx, next) => {
    try {
      await services.store.asUnit(async () => {
        await next();
        await finishAnswer(services, ctx as KoaContextWithOIDC);
      });
    } catch (error) {
      if (!(error instanceof StoreUnavailable)) throw error;
      providerRequest(ctx).unavailable = error;
    }
    if (providerRequest(ctx).unavailable !== undefined) ctx.respond = false;
  });
  provider.on("authorization.success", (ctx, answer) => {
    providerRequest(ctx).answer = { ...answer };
  });
  provider.on("authorization.error", (ctx, { error, error_description }) => {
    const { state } = ctx.oidc.params ?? {};
    providerRequest(ctx).answer = { error, error_description, state, iss: provider.issuer };
  });
  const failed = (ctx: Pick<KoaContextWithOIDC, "req">, error: unknown) => {
    const request = providerRequest(ctx);
    const { supportCode } = request;
    if (error instanceof StoreUnavailable) {
      request.unavailable = error;
      return;
    }
    services.log.error({ supportCode, err: error }, "the provider failed");
    services.operations.errors.ofServer(error, supportCode);
  };
  provider.on("server_error", failed);
  tellRefusals(services, provider);
  // The published types name the library's own events only; this one is Koa's.
  const koa: EventEmitter = provider;
  koa.on("error", (error: unknown, ctx: Pick<KoaContextWithOIDC, "req">) => {
    // Koa tells of a caller's connection that broke off too, which is nobody's mistake.
    if (ctx.req.socket.errored !== error) failed(ctx, error);
  });
  return provider;
}

function configuration(services: Services, keys: JWK[]): Configuration {
  return {
    adapter: adapterFactory(services),
    jwks: { keys },
    claims: scopeClaims,
    findAccount: (ctx, subject) => findAccount(services, ctx, subject),
    loadExistingGrant: (ctx) => grantOfRequest(services, ctx),
    interactions: {
      policy: policy(services),
      url: (ctx, interaction) => pageForPerson(services, ctx, interaction),
    },
    renderError: (ctx, _out, error) => renderError(services, ctx, error),
    fetch: outgoingFetch(services.settings.privateAddresses),
    responseTypes: ["code"],
    pkce: { required: () => true },
    clientAuthMethods: ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"],
    enabledJWA: {
      idTokenSigningAlgValues: ["ES256", "RS256"],
      clientAuthSigningAlgValues: ["ES256", "RS256", "PS256"],
    },
    // What was used is remembered for as long as it would be good.
    assertJwtClientAuthClaimsAndHeader: async (_ctx, { exp }) => {
      if (Number(exp) * second - services.now() > hour)
        throw new errors.InvalidClientAuth("the client assertion is good for more than an hour");
    },
    rotateRefreshToken: true,
    // The origin of a scheme of one's own is "null", which is also that of each frame in a sandbox.
    clientBasedCORS: (_ctx, origin, client) =>
      (client.redirectUris ?? []).some((uri) => /^https?:/.test(uri) && new URL(uri).origin === origin),
    cookies: {
      names: libraryCookies,
      // Read from the request that `serve` has rewritten; nothing that a browser sent.
      long: { signed: false },
      short: { signed: false },
    },
    routes: {
      authorization: authorizePath,
      token: "/connect/token",
      userinfo: "/connect/userinfo",
      end_session: "/connect/endsession",
      revocation: "/connect/revocation",
      introspection: "/connect/introspection",
      jwks: "/connect/jwks",
    },
    features: {
      devInteractions: { enabled: false },
      deviceFlow: { enabled: false },
      dPoP: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      backchannelLogout: { enabled: true },
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      // A service that is called with an application's token looks at it with a secret of its own.
      introspection: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) =>
          token.clientId === client.clientId || client.clientAuthMethod !== "none",
      },
      // The page is made from what the library has checked, in `finishAnswer`.
      rpInitiatedLogout: { enabled: true, logoutSource: () => {} },
    },
    ttl: mapRecord(
      {
        AuthorizationCode: minute,
        AccessToken: hour,
        IdToken: hour,
        RefreshToken: 14 * day,
        Grant: grantLife,
        Interaction: minute,
        Session: services.settings.session.total,
      },
      (life) => life / second,
    ),
  };
}
