import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair } from "jose";
import { type Adapter, type AdapterPayload, Provider } from "oidc-provider";

// The library of the OpenID Connect provider by itself, everything in its memory, with the pages that it brings along. Not in
// the memory that it brings along: that goes through all tokens of a person for each new one, so it gets slower and slower.
class Memory implements Adapter {
  readonly #records = new Map<string, AdapterPayload>();
  readonly #idsOfGrants = new Map<string, string[]>();
  readonly #idsOfSessions = new Map<string, string>();

  async upsert(id: string, payload: AdapterPayload): Promise<void> {
    this.#records.set(id, payload);
    if (payload.uid !== undefined) this.#idsOfSessions.set(payload.uid, id);
    if (payload.grantId === undefined) return;
    const ids = this.#idsOfGrants.get(payload.grantId);
    if (ids === undefined) this.#idsOfGrants.set(payload.grantId, [id]);
    else ids.push(id);
  }

  async find(id: string): Promise<AdapterPayload | undefined> {
    return this.#records.get(id);
  }

  async findByUid(uid: string): Promise<AdapterPayload | undefined> {
    return this.#records.get(this.#idsOfSessions.get(uid) ?? "");
  }

  async findByUserCode(): Promise<undefined> {
    return undefined;
  }

  async consume(id: string): Promise<void> {
    const record = this.#records.get(id);
    if (record !== undefined) record.consumed = Math.floor(Date.now() / 1000);
  }

  async destroy(id: string): Promise<void> {
    this.#records.delete(id);
  }

  async revokeByGrantId(grantId: string): Promise<void> {
    for (const id of this.#idsOfGrants.get(grantId) ?? []) this.#records.delete(id);
    this.#idsOfGrants.delete(grantId);
  }
}

const [clientId = "", redirectUri = ""] = process.argv.slice(2);
const server = createServer().listen(0, "127.0.0.1");
await once(server, "listening");
const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const { privateKey } = await generateKeyPair("ES256", { extractable: true });
const provider = new Provider(issuer, {
  adapter: Memory,
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
