import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { Provider } from "oidc-provider";

// The library of the OpenID Connect provider by itself, everything in its memory, with the pages that it brings along.
const [clientId = "", redirectUri = ""] = process.argv.slice(2);
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const provider = new Provider(issuer, {
  clients: [
    {
      client_id: clientId,
      redirect_uris: [redirectUri],
      response_types: ["code"],
      grant_types: ["authorization_code"],
      token_endpoint_auth_method: "none",
      id_token_signed_response_alg: "ES256",
    },
  ],
  jwks: { keys: [{ ...(await exportJWK(privateKey)), alg: "ES256", use: "sig", kid: "bare" }] },
  cookies: { keys: ["kept for a benchmark alone"] },
  pkce: { required: () => true },
});
server.on("request", provider.callback());
process.send?.(issuer);

// Whoever asked is gone.
process.once("disconnect", () => process.exit());
