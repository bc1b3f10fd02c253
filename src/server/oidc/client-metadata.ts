import type { AdapterPayload } from "oidc-provider";
import type { ClientConfig } from "../../generated/config.ts";
import { clientOf } from "../request/client-of.ts";
import type { Services } from "../services.ts";
import { namedSecret, SecretError } from "../settings/secret-files.ts";

/**
 * What the library knows of an application, read from the last good configuration at every use, so that a changed
 * file is live, also that of a secret. An application whose secret cannot be read is unknown rather than unprotected.
 */
export function clientMetadata(services: Services, clientId: string): AdapterPayload | undefined {
  const client = clientOf(services, clientId);
  if (client === null) return undefined;
  try {
    return metadataOf(clientId, client);
  } catch (error) {
    if (!(error instanceof SecretError)) throw error;
    services.log.error({ clientId, err: error }, "the client's secret cannot be read");
    return undefined;
  }
}

function metadataOf(clientId: string, client: ClientConfig): AdapterPayload {
  return {
    client_id: clientId,
    client_name: client.name,
    application_type: client.native ? "native" : "web",
    redirect_uris: client.redirectUris ?? [],
    post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
    ...flowsOf(client),
    id_token_signed_response_alg: client.idTokenAlgorithm ?? "ES256",
    ...(client.scopes === undefined ? {} : { scope: scopeOf(client.scopes, client) }),
    ...authenticationOf(clientId, client),
    ...(client.backChannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: client.backChannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
  };
}

/** None of an application that nobody signs in to (OpenID Connect Dynamic Client Registration 1.0, section 2). */
function flowsOf({ redirectUris, refreshTokens }: ClientConfig): AdapterPayload {
  if (redirectUris === undefined) return { response_types: [], grant_types: [] };
  const renewal = refreshTokens ? ["refresh_token"] : [];
  return { response_types: ["code"], grant_types: ["authorization_code", ...renewal] };
}

/** What alone an application may ask for. */
function scopeOf(scopes: readonly string[], { refreshTokens }: ClientConfig): string {
  return [...withOpenid(scopes), ...(refreshTokens ? ["offline_access"] : [])].join(" ");
}

/** `openid` is always among them (OpenID Connect Core, section 3.1.2.1). */
export function withOpenid(scopes: readonly string[]): string[] {
  return [...new Set(["openid", ...scopes])];
}

function authenticationOf(clientId: string, { secretEnvironment, jwksUri }: ClientConfig): AdapterPayload {
  if (jwksUri !== undefined) return { token_endpoint_auth_method: "private_key_jwt", jwks_uri: jwksUri };
  if (secretEnvironment === undefined) return { token_endpoint_auth_method: "none" };
  // The library takes the secret by basic authentication and by body alike.
  return {
    token_endpoint_auth_method: "client_secret_basic",
    client_secret: namedSecret(secretEnvironment, `client "${clientId}"`),
  };
}
