import { describe, expect, it } from "vitest";
import { minute } from "../../src/shared/durations.ts";
import { solveFor, tokenOf } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const login = (browser: TestClient, username: string, password: string) =>
    browser.call("Login", { username, password });
  const fail = async (username: string, times = 3) => {
    const statuses: number[] = [];
    for (let count = 0; count < times; count++)
      statuses.push((await login(server().browser(), username, "wrong")).status);
    return statuses;
  };
  const verify = async (browser: TestClient, token: string, version = 1) =>
    (await browser.call("VerifyCaptcha", { version, token })).json;
  const solve = async (browser: TestClient) => {
    const token = tokenOf(await solveFor(browser));
    expect(await verify(browser, token)).toBe(true);
    return token;
  };

  describe("a challenge", () => {
    it("is asked for after three failures of a name, whether there is such an account or not", async () => {
      const user = await server().addUser();
      const seen = async (username: string) => {
        expect(await fail(username)).toEqual([400, 400, 400]);
        const { status, json, headers } = await login(server().browser(), username, testPassword);
        const { supportCode: _, ...body } = json;
        return { status, body, cookies: headers["set-cookie"] };
      };
      const known = await seen(user.username);
      expect(known).toEqual(await seen("nobody-with-a-captcha"));
      expect(known).toMatchObject({
        status: 403,
        body: { type: "captcha-required", version: 1, siteKey: null, status: 403 },
        cookies: undefined,
      });
    });

    it("once solved lets the sign-in go on, which ends the asking", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      await fail(user.username);
      expect((await login(browser, user.username, testPassword)).status).toBe(403);
      await solve(browser);
      expect((await login(browser, user.username, testPassword)).status).toBe(209);
      expect((await login(server().browser(), user.username, "wrong")).status).toBe(400);
    });

    it("is not answered by what another browser solved", async () => {
      const user = await server().addUser();
      const [solver, other] = [server().browser(), server().browser()];
      await fail(user.username);
      const token = tokenOf(await solveFor(solver));
      await other.call("Token");
      expect(await verify(other, token)).toBe(false);
      expect(await verify(solver, token)).toBe(true);
      expect((await login(other, user.username, testPassword)).status).toBe(403);
      expect((await login(solver, user.username, testPassword)).status).toBe(209);
    });

    it("is not asked for before a lock has ended, and nothing is spent meanwhile", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      await fail(user.username);
      await solve(browser);
      for (let count = 0; count < 2; count++)
        expect((await login(browser, user.username, "wrong")).status).toBe(400);
      expect((await login(browser, user.username, testPassword)).status).toBe(429);
      expect((await login(server().browser(), user.username, testPassword)).status).toBe(429);
      server().clock.advance(31_000);
      expect((await login(server().browser(), user.username, testPassword)).status).toBe(403);
      expect((await login(browser, user.username, testPassword)).status).toBe(209);
    });

    it("is asked for a quarter of an hour after the last failure and no longer", async () => {
      const user = await server().addUser();
      await fail(user.username);
      server().clock.advance(14 * minute);
      expect((await login(server().browser(), user.username, testPassword)).status).toBe(403);
      server().clock.advance(2 * minute);
      expect((await login(server().browser(), user.username, testPassword)).status).toBe(209);
    });

    it("is asked for whatever the name after a hundred failures of an address, and told ahead", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      const behind = (): TestClient => Object.assign(server().browser(), { address: browser.address });
      const required = async () => (await browser.call("LoginView")).json.captcha;
      const name = `nobody-${browser.address}`;
      for (let count = 0; count < 99; count++) await login(behind(), `${name}-${count}`, "wrong");
      expect(await required()).toEqual({ version: 1, siteKey: null, required: false });
      expect((await login(browser, user.username, testPassword)).status).toBe(209);
      await login(behind(), name, "wrong");
      await solve(server().browser());
      expect(await required()).toEqual({ version: 1, siteKey: null, required: true });
      expect((await login(browser, user.username, testPassword)).status).toBe(403);
      await solve(browser);
      expect(await required()).toEqual({ version: 1, siteKey: null, required: false });
      for (let calls = 0; calls < 5; calls++)
        expect((await login(browser, user.username, testPassword)).status).toBe(209);
      expect(await required()).toEqual({ version: 1, siteKey: null, required: true });
      await solve(browser);
      expect(await required()).toEqual({ version: 1, siteKey: null, required: false });
      server().clock.advance(10 * minute);
      expect(await required()).toEqual({ version: 1, siteKey: null, required: true });
      expect((await login(server().browser(), user.username, testPassword)).status).toBe(209);
    });

    it("says what can be done by those who have no script to solve it", async () => {
      const user = await server().addUser();
      await fail(user.username);
      const { json } = await login(server().browser(), user.username, testPassword);
      expect(json.codes).toEqual({
        "": [{ code: "problems.captchaNeedsScript", params: { count: 15 } }],
      });
      expect(json.errors[""]).toEqual([
        "One more check is needed before the next attempt, and it needs JavaScript. Please switch it on, use a newer browser, sign in another way, or wait 15 minutes.",
      ]);
    });
  });

  describe("a solution", () => {
    it("counts once, also when it is sent twenty times at once", async () => {
      const browser = server().browser();
      const token = tokenOf(await solveFor(browser));
      const answers = await Promise.all(Array.from({ length: 20 }, () => verify(browser, token)));
      expect(answers.filter((answer) => answer === true)).toHaveLength(1);
      expect(answers.filter((answer) => answer === false)).toHaveLength(19);
      expect(await verify(browser, token)).toBe(false);
    });

    it("counts once whatever else is written around it", async () => {
      const browser = server().browser();
      const payload = await solveFor(browser);
      expect(await verify(browser, tokenOf(payload))).toBe(true);
      const again = { note: 1, solution: { ...payload.solution, time: 7 }, challenge: payload.challenge };
      expect(await verify(browser, tokenOf(again))).toBe(false);
    });

    it("does not count when its challenge has expired", async () => {
      const browser = server().browser();
      const token = tokenOf(await solveFor(browser));
      server().clock.advance(5 * minute + 1000);
      expect(await verify(browser, token)).toBe(false);
    });

    it("does not count when anything of it was changed", async () => {
      const browser = server().browser();
      const { challenge, solution } = await solveFor(browser);
      const parameters = challenge.parameters;
      const changed = [
        { challenge: { ...challenge, parameters: { ...parameters, cost: 1 } }, solution },
        { challenge: { ...challenge, parameters: { ...parameters, keyPrefix: "00" } }, solution },
        { challenge: { ...challenge, parameters: { ...parameters, expiresAt: 9_999_999_999 } }, solution },
        { challenge: { ...challenge, signature: "0".repeat(64) }, solution },
        { challenge: { parameters }, solution },
        { challenge, solution: { ...solution, counter: solution.counter + 1 } },
        { challenge, solution: { ...solution, derivedKey: "00".repeat(32) } },
        { challenge, solution: {} },
        { challenge },
        { solution },
      ];
      for (const payload of changed) expect(await verify(browser, tokenOf(payload))).toBe(false);
      expect(await verify(browser, tokenOf({ challenge, solution }))).toBe(true);
    });

    it("is worth five calls within ten minutes", async () => {
      const browser = server().browser();
      await solve(browser);
      const statuses: number[] = [];
      for (let count = 0; count < 6; count++) {
        const name = `nobody-of-call-${database.kind}-${count}`;
        await fail(name);
        statuses.push((await login(browser, name, "wrong")).status);
      }
      expect(statuses).toEqual([400, 400, 400, 400, 400, 403]);
      await solve(browser);
      server().clock.advance(10 * minute + 1000);
      const late = "nobody-who-comes-late";
      await fail(late);
      expect((await login(browser, late, "wrong")).status).toBe(403);
    });

    it("lets twenty calls at once through no more than five times", async () => {
      const browser = server().browser();
      await solve(browser);
      const names = Array.from({ length: 20 }, (_, index) => `nobody-at-once-${database.kind}-${index}`);
      await Promise.all(names.map((name) => fail(name)));
      const answers = await Promise.all(names.map((name) => login(browser, name, "wrong")));
      const statuses = answers.map(({ status }) => status).sort();
      expect(statuses).toEqual([...Array(5).fill(400), ...Array(15).fill(403)]);
    });
  });

  describe("VerifyCaptcha", () => {
    it.each([2, 3])("answers false for version %i, which has no keys here", async (version) => {
      const browser = server().browser();
      const token = tokenOf(await solveFor(browser));
      expect(await verify(browser, token, version)).toBe(false);
      expect(await verify(browser, token)).toBe(true);
    });

    it("answers false for what is no token", async () => {
      const browser = server().browser();
      const tokens = ["x", "%%%", tokenOf(null), tokenOf([]), tokenOf("text"), tokenOf({ challenge: {} })];
      const deep = `${"[".repeat(3000)}${"]".repeat(3000)}`;
      for (const token of [...tokens, Buffer.from(deep).toString("base64")])
        expect(await verify(browser, token)).toBe(false);
    });

    it.each([
      ["no version", { token: "x" }],
      ["no token", { version: 1 }],
      ["an empty token", { version: 1, token: "" }],
      ["a version that there is not", { version: 4, token: "x" }],
      ["a token without end", { version: 1, token: "x".repeat(8193) }],
      ["more than it knows", { version: 1, token: "x", username: "y" }],
    ])("refuses %s", async (_case, body) => {
      const { status, json } = await server().browser().call("VerifyCaptcha", body);
      expect(status).toBe(400);
      expect(json.errors).toBeDefined();
    });
  });
});
