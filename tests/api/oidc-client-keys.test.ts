import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { exportJWK, generateKeyPair, type JWTPayload, SignJWT } from "jose";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";

type Algorithm = "ES256" | "RS256" | "PS256" | "ES384";

onEachDatabase((database) => {
  const suite = oidcSuite(database);
  let published: Server;
  let keys: Record<Algorithm | "unknown", CryptoKey>;

  beforeAll(async () => {
    const made = async (alg: Algorithm, kid: string) => {
      const { publicKey, privateKey } = await generateKeyPair(alg);
      return { privateKey, jwk: { ...(await exportJWK(publicKey)), kid, alg, use: "sig" } };
    };
    const algorithms = ["ES256", "RS256", "PS256", "ES384"] as const;
    const pairs = await Promise.all(algorithms.map((alg) => made(alg, alg)));
    const unknown = await made("ES256", "ES256");
    keys = Object.fromEntries([
      ...pairs.map(({ jwk, privateKey }) => [jwk.kid, privateKey]),
      ["unknown", unknown.privateKey],
    ]);
    const body = JSON.stringify({ keys: pairs.map(({ jwk }) => jwk) });
    published = createServer((_request, response) =>
      response.writeHead(200, { "content-type": "application/json" }).end(body),
    );
    await new Promise<void>((resolve) => published.listen(0, "127.0.0.1", resolve));
    const { port } = published.address() as AddressInfo;
    suite().clients.keyed = testClient("keyed", { jwksUri: `http://127.0.0.1:${port}/jwks` });
  });
  afterAll(() => published.close());

  const address = () => `${suite().origin}/connect/introspection`;

  /** An assertion as RFC 7523, section 3 wants it, but for what a test changes. */
  function assertion({
    key,
    alg = "ES256",
    ...claims
  }: { key?: CryptoKey; alg?: Algorithm } & JWTPayload = {}) {
    const now = Math.floor(suite().server.clock.now() / 1000);
    const right = {
      iss: "keyed",
      sub: "keyed",
      aud: suite().origin,
      jti: crypto.randomUUID(),
      exp: now + 60,
    };
    return new SignJWT({ ...right, ...claims }).setProtectedHeader({ alg, kid: alg }).sign(key ?? keys[alg]);
  }

  async function look(client_assertion: string) {
    const { tokens } = await suite().signIn(suite().server.browser(), await suite().server.addUser(), "spa");
    const client_assertion_type = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
    const body = new URLSearchParams({ token: tokens.access_token, client_assertion_type, client_assertion });
    const answer = await fetch(address(), { method: "POST", body });
    const { active, error } = (await answer.json()) as { active?: boolean; error?: string };
    return error ?? active;
  }

  it.each(["ES256", "RS256", "PS256"] as const)("knows an application by its key: %s", async (alg) => {
    expect(await look(await assertion({ alg }))).toBe(true);
    expect(await look(await assertion({ alg, aud: address() }))).toBe(true);
  });

  it("knows one whose time is a fraction of a second, as Python's libraries make it", async () => {
    const once = await assertion({ exp: suite().server.clock.now() / 1000 + 60.0625 });
    expect([await look(once), await look(once)]).toEqual([true, "invalid_client"]);
  });

  it("knows nobody by an assertion that came before", async () => {
    const once = await assertion();
    expect([await look(once), await look(once)]).toEqual([true, "invalid_client"]);
  });

  it("knows one by an assertion that comes eight times at once", async () => {
    const once = await assertion();
    const looks = await Promise.all(Array.from({ length: 8 }, () => look(once)));
    expect(looks.filter((active) => active === true)).toHaveLength(1);
    expect(looks.filter((refused) => refused === "invalid_client")).toHaveLength(7);
  });

  it.each<[string, () => Parameters<typeof assertion>[0]]>([
    ["a key that is not published", () => ({ key: keys.unknown })],
    ["an algorithm that is not taken", () => ({ alg: "ES384" })],
    ["another audience", () => ({ aud: "https://other.example" })],
    ["another issuer", () => ({ iss: "web" })],
    ["a time that is over", () => ({ exp: Math.floor(suite().server.clock.now() / 1000) - 60 })],
    [
      "a time that is more than an hour ahead",
      () => ({ exp: Math.floor(suite().server.clock.now() / 1000) + 3700 }),
    ],
    ["no time", () => ({ exp: undefined })],
    ["no identifier", () => ({ jti: undefined })],
  ])("knows nobody by an assertion with %s", async (_name, wrong) => {
    expect(await look(await assertion(wrong()))).toBe("invalid_client");
  });

  it("tells the log why the keys of an application cannot be had", async () => {
    suite().clients.keyless = testClient("keyless", { jwksUri: "http://10.0.0.1/jwks" });
    expect(await look(await assertion({ iss: "keyless", sub: "keyless" }))).toBe("invalid_client");
    const reason = "private address that VESTIBULE_PRIVATE_ADDRESSES does not allow";
    expect(suite().server.log.filter((line) => line.includes(reason))).toHaveLength(1);
  });

  it("takes from an application with keys no request without them", async () => {
    const body = new URLSearchParams({ token: "x", client_id: "keyed" });
    expect((await fetch(address(), { method: "POST", body })).status).toBe(401);
  });
});
