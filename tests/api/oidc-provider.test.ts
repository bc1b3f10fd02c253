import { once } from "node:events";
import { connect } from "node:net";
import { afterEach, describe, expect, it, vi } from "vitest";
import { keyTimes } from "../../src/server/domain/key-times.ts";
import { StoreUnavailable } from "../../src/server/store/store-unavailable.ts";
import { onEachDatabase } from "../support/databases.ts";
import { clientSecret, oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import { secretInFile } from "../support/secret-in-file.ts";

const discoveryPath = "/.well-known/openid-configuration";

onEachDatabase((database) => {
  const suite = oidcSuite(database);
  afterEach(() => void vi.restoreAllMocks());

  it("names the public address whatever the request says about itself", async () => {
    const browser = suite().server.browser();
    const honest = await browser.send(discoveryPath);
    const headers = {
      host: "evil.example",
      "x-forwarded-host": "evil.example",
      "x-forwarded-proto": "https",
      forwarded: "host=evil.example;proto=https",
    };
    const spoofed = await browser.send(discoveryPath, { headers });
    expect(spoofed.json).toEqual(honest.json);
    expect(honest.json.issuer).toBe(suite().origin);
    expect(spoofed.text).not.toContain("evil.example");
  });

  it("offers what it does and nothing else", async () => {
    const { json } = await suite().server.browser().send(discoveryPath);
    expect(json).toMatchObject({
      response_types_supported: ["code"],
      response_modes_supported: ["form_post", "fragment", "query"],
      code_challenge_methods_supported: ["S256"],
      grant_types_supported: ["authorization_code", "refresh_token"],
      id_token_signing_alg_values_supported: ["ES256", "RS256"],
      token_endpoint_auth_methods_supported: [
        "client_secret_basic",
        "client_secret_post",
        "private_key_jwt",
        "none",
      ],
      token_endpoint_auth_signing_alg_values_supported: ["ES256", "RS256", "PS256"],
      backchannel_logout_session_supported: true,
    });
    expect(json).not.toHaveProperty("registration_endpoint");
    expect(json).not.toHaveProperty("device_authorization_endpoint");
    expect(json).not.toHaveProperty("pushed_authorization_request_endpoint");
  });

  it("tells the same where libraries of OAuth alone look for it, also in a browser", async () => {
    const headers = { origin: "https://application.example" };
    const ask = (path: string) => suite().server.browser().send(path, { headers });
    const [openid, oauth] = [await ask(discoveryPath), await ask("/.well-known/oauth-authorization-server")];
    expect([oauth.status, oauth.json]).toEqual([200, openid.json]);
    expect(oauth.headers["access-control-allow-origin"]).toBe(headers.origin);
  });

  it("lets an application that is added to the configuration sign in at once", async () => {
    suite().clients.newcomer = testClient("newcomer");
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { tokens } = await suite().signIn(browser, user, "newcomer");
    expect(tokens.claims()?.aud).toBe("newcomer");
    delete suite().clients.newcomer;
    const application = await suite().application("newcomer");
    const page = await suite().follow(browser, (await application.begin()).path);
    expect(page.pathname).toBe("/error");
  });

  it("takes a changed way back at once, also for a request that waits", async () => {
    suite().clients.moving = testClient("moving");
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application("moving")).begin();
    const page = await suite().follow(browser, begun.path);
    suite().clients.moving = testClient("moving", {
      redirectUris: ["https://application.example/elsewhere"],
    });
    const back = await suite().signInOn(page, browser, user.username);
    expect(back.pathname).toBe("/error");
  });

  it("knows no application whose secret is not in the environment", async () => {
    suite().clients.secretless = testClient("secretless", { secretEnvironment: "TEST_UNSET_SECRET" });
    const application = await suite().application("web");
    const begun = await application.begin({ client_id: "secretless" });
    const page = await suite().follow(suite().server.browser(), begun.path);
    expect(page.pathname).toBe("/error");
  });

  it.each(["constructor", "__proto__"])(
    "knows no application by the name %s, which every object has",
    async (name) => {
      const answer = await fetch(`${suite().origin}/connect/revocation`, {
        method: "POST",
        body: new URLSearchParams({ client_id: name, token: "x" }),
      });
      expect([answer.status, await answer.json()]).toMatchObject([401, { error: "invalid_client" }]);
    },
  );

  it("reads an application's secret from a file, a changed one at once", async () => {
    const write = await secretInFile("TEST_FILED_SECRET", "another one, which the application does not have");
    suite().clients.filed = testClient("filed", { secretEnvironment: "TEST_FILED_SECRET" });
    const user = await suite().server.addUser();
    const signIn = () => suite().signIn(suite().server.browser(), user, "filed");
    await expect(signIn()).rejects.toMatchObject({ status: 401 });
    await write(clientSecret);
    expect((await signIn()).tokens.claims()?.aud).toBe("filed");
  });

  it("renews worn-out signing keys without a restart: published first, then used; old ID tokens stay hints", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { clock } = suite().server;
    const before = await suite().signIn(browser, user);
    const oldKid = kidOf(before.tokens.id_token);
    clock.advance(keyTimes.signs);
    const early = await suite().signIn(browser, user, "spa");
    expect(kidOf(early.tokens.id_token)).toBe(oldKid);
    const { json: keys } = await browser.send("/connect/jwks");
    expect(keys.keys).toHaveLength(4);
    expect(JSON.stringify(keys)).not.toContain('"d"');
    clock.advance(keyTimes.beforeSigning);
    const late = await suite().signIn(browser, user, "spa", { prompt: "login" });
    expect(kidOf(late.tokens.id_token)).not.toBe(oldKid);
    expect(keys.keys.map(({ kid }: { kid: string }) => kid)).toContain(kidOf(late.tokens.id_token));
    const hint = before.tokens.id_token ?? "";
    const hinted = await before.application.begin({ id_token_hint: hint, prompt: "none" });
    const back = await suite().follow(browser, hinted.path);
    expect((await hinted.finish(back)).claims()?.sub).toBe(user.id);
  });

  it("answers other methods and paths below its own as the rest of the site does", async () => {
    const browser = suite().server.browser();
    for (const path of ["/connect/endsession/confirm", "/connect/endsession/success", "/connect/nothing"]) {
      expect((await browser.send(path)).status).toBe(404);
    }
    const other = await browser.send("/connect/token");
    expect([other.status, other.headers.allow]).toEqual([405, "POST, OPTIONS"]);
  });

  it("answers HEAD like GET without a body where it answers GET", async () => {
    const browser = suite().server.browser();
    for (const [path, status] of [
      [discoveryPath, 200],
      ["/connect/jwks", 200],
      ["/connect/userinfo", 401],
    ] as const) {
      const answer = await browser.send(path, { method: "HEAD" });
      expect([path, answer.status, answer.text]).toEqual([path, status, ""]);
      expect(answer.headers["content-type"]).toContain("json");
    }
  });

  it("says that it is not available while the database is away, to applications and to people", async () => {
    const browser = suite().server.browser();
    const { db } = suite().server.services.store;
    const begun = await (await suite().application()).begin();
    const form = { "content-type": "application/x-www-form-urlencoded" };
    const body = "grant_type=authorization_code&client_id=spa&code=x&redirect_uri=x&code_verifier=x";
    const away = () => {
      throw new StoreUnavailable(new Error("on purpose"));
    };
    vi.spyOn(db, "selectFrom").mockImplementation(away);
    vi.spyOn(db, "getExecutor").mockImplementation(away);
    const token = await browser.send("/connect/token", { method: "POST", body, headers: form });
    const resumed = await browser.send("/connect/authorize/some-request", {
      headers: { accept: "text/html" },
    });
    vi.restoreAllMocks();
    vi.spyOn(db, "insertInto").mockImplementation(away);
    const authorize = await browser.send(begun.path, { headers: { accept: "text/html" } });
    vi.restoreAllMocks();
    for (const { status, headers } of [token, resumed, authorize]) {
      expect(status).toBe(503);
      expect(Number(headers["retry-after"])).toBeGreaterThan(0);
    }
    expect(token.headers["content-type"]).toContain("json");
    expect(authorize.headers.location).toBeUndefined();
  });

  describe("an unexpected error", () => {
    const inside = () => {
      throw new TypeError("inside");
    };
    /** What was counted and logged about errors of ours meanwhile. */
    const reported = async (work: () => Promise<unknown>) => {
      const { services, log } = suite().server;
      const count = async () => {
        const text = await services.metrics.registry.metrics();
        return Number(/^vestibule_uncaught_errors_total\{origin="server"\} (\d+)/m.exec(text)?.[1] ?? 0);
      };
      const before = await count();
      log.length = 0;
      await work();
      const lines = log.map((line) => JSON.parse(line)).filter(({ msg }) => msg !== "answered");
      return { counted: (await count()) - before, lines };
    };

    it("at an application's call is answered with 500, counted and logged once, with its support code", async () => {
      const { db } = suite().server.services.store;
      const { counted, lines } = await reported(async () => {
        vi.spyOn(db, "selectFrom").mockImplementation(inside);
        vi.spyOn(db, "getExecutor").mockImplementation(inside);
        const answer = await suite()
          .server.browser()
          .send("/connect/token", {
            method: "POST",
            body: "grant_type=authorization_code&client_id=spa&code=x&redirect_uri=x&code_verifier=x",
            headers: { "content-type": "application/x-www-form-urlencoded" },
          });
        vi.restoreAllMocks();
        expect([answer.status, answer.json.error]).toEqual([500, "server_error"]);
      });
      expect(counted).toBe(1);
      expect(lines).toMatchObject([
        { level: "error", supportCode: expect.stringMatching(/^\w{4}-\w{4}$/), err: { message: "inside" } },
      ]);
    });

    it("where people are led is counted and logged once, by the code that the page shows", async () => {
      const { db } = suite().server.services.store;
      const begun = await (await suite().application()).begin();
      const browser = suite().server.browser();
      let shown: unknown;
      const { counted, lines } = await reported(async () => {
        vi.spyOn(db, "insertInto").mockImplementationOnce(inside);
        const { headers } = await browser.send(begun.path, { headers: { accept: "text/html" } });
        vi.restoreAllMocks();
        const { searchParams } = new URL(headers.location ?? "", suite().origin);
        const errorId = searchParams.get("errorId") ?? "";
        shown = (await browser.call("Error", undefined, { errorId })).json.supportCode;
      });
      expect(counted).toBe(1);
      expect(lines).toMatchObject([{ level: "error", supportCode: shown, err: { message: "inside" } }]);
    });

    it("is none where the caller's connection breaks off", async () => {
      const { services, log } = suite().server;
      const { counted, lines } = await reported(async () => {
        const socket = connect(services.settings.port, "127.0.0.1");
        const head = [
          "host: localhost",
          "content-type: application/x-www-form-urlencoded",
          "content-length: 9",
        ];
        socket.write(["POST /connect/token HTTP/1.1", ...head, "expect: 100-continue", "", ""].join("\r\n"));
        await once(socket, "data");
        await suite().server.browser().send(discoveryPath);
        socket.resetAndDestroy();
        await expect.poll(() => log.join("")).toContain("not waited for");
      });
      expect(counted).toBe(0);
      expect(lines).toMatchObject([{ level: "info", msg: "not waited for" }]);
    });
  });

  it("says a broken or oversized body in the words of the protocol", async () => {
    const browser = suite().server.browser();
    const send = (body: string, type: string) =>
      browser.send("/connect/token", { method: "POST", body, headers: { "content-type": type } });
    for (const answer of [
      await send("{", "application/json"),
      await send("", "application/x-www-form-urlencoded"),
      await send(`code=${"x".repeat(60_000)}`, "application/x-www-form-urlencoded"),
    ]) {
      expect(answer.status).toBe(400);
      expect(answer.json.error).toBe("invalid_request");
    }
  });
});

function kidOf(token: string | undefined): string {
  return JSON.parse(Buffer.from(token?.split(".")[0] ?? "", "base64url").toString("utf8")).kid;
}
