import { expect, it } from "vitest";
import type { ClientConfig } from "../../src/generated/config.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer } from "../support/server.ts";

onEachDatabase((database) => {
  const clients: Record<string, ClientConfig> = {};
  const server = suiteServer(database, { config: (config) => ({ ...config, clients }) });
  const keys = async () => (await server().browser().send("/connect/jwks")).json.keys;

  it("the keys are of 128 bits of security, one of RSA only once an application asks for it", async () => {
    expect(await keys()).toMatchObject([{ kty: "EC", crv: "P-256" }]);
    clients.old = { name: "old", redirectUris: ["https://old.example/"], idTokenAlgorithm: "RS256" };
    const [, rsa] = await keys();
    expect(rsa).toMatchObject({ kty: "RSA", alg: "RS256" });
    expect(Buffer.from(rsa.n, "base64url")).toHaveLength(3072 / 8);
    delete clients.old;
    // What it has signed comes back as hints.
    server().clock.advance(minute);
    expect(await keys()).toHaveLength(2);
  });
});
