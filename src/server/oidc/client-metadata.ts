import type { AdapterPayload } from "oidc-provider";
import type { ClientConfig } from "../../generated/config.ts";
import type { Services } from "../services.ts";

/**
 * What the library knows of an application, read from the last good configuration at every use, so that a changed
 * file is live. An application whose secret is not in the environment is unknown rather than unprotected.
 */
export function clientMetadata(services: Services, clientId: string): AdapterPayload | undefined {
  const { clients } = services.config();
  const client = Object.hasOwn(clients, clientId) ? clients[clientId] : undefined;
  if (client === undefined) return undefined;
  const authentication = clientAuthentication(client);
  if (authentication === undefined) {
    services.log.error({ clientId, variable: client.secretEnvironment }, "the client's secret is not set");
    return undefined;
  }
  return {
    client_id: clientId,
    client_name: client.name,
    redirect_uris: client.redirectUris,
    post_logout_redirect_uris: client.postLogoutRedirectUris ?? [],
    response_types: ["code"],
    grant_types: client.refreshTokens ? ["authorization_code", "refresh_token"] : ["authorization_code"],
    id_token_signed_response_alg: client.idTokenAlgorithm ?? "ES256",
    ...authentication,
    ...(client.backChannelLogoutUri === undefined
      ? {}
      : {
          backchannel_logout_uri: client.backChannelLogoutUri,
          backchannel_logout_session_required: true,
        }),
  };
}

function clientAuthentication(client: ClientConfig): AdapterPayload | undefined {
  if (client.secretEnvironment === undefined) return { token_endpoint_auth_method: "none" };
  const secret = process.env[client.secretEnvironment];
  // The library takes the secret by basic authentication and by body alike.
  return secret ? { token_endpoint_auth_method: "client_secret_basic", client_secret: secret } : undefined;
}
