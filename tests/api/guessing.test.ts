import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { startTestServer, suiteServer, testPassword } from "../support/server.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);
  const db = () => database.store().db;
  beforeEach(database.forgetTries);

  const login = async (browser: TestClient, username: string, password: string, rememberLogin = false) =>
    (await browser.call("Login", { username, password, rememberLogin })).status;

  /** A browser that is never asked for a challenge, which is another guard. */
  const withPass = async () => {
    const browser = server().browser();
    await givePass(server(), browser);
    return browser;
  };

  const lock = async (username: string) => {
    const stranger = await withPass();
    for (let count = 0; count < 5; count++) expect(await login(stranger, username, "wrong")).toBe(400);
    expect(await login(stranger, username, "wrong")).toBe(429);
  };

  it("a lock outlives a restart", async () => {
    const { username } = await server().addUser();
    await lock(username);
    const restarted = await startTestServer(database.connect());
    const browser = restarted.browser();
    await givePass(restarted, browser);
    expect(await login(browser, username, testPassword)).toBe(429);
    await restarted.close();
  });

  it("whoever knocks at a locked name pays for each try, and the name nothing more", async () => {
    const { username } = await server().addUser();
    await lock(username);
    const rows = () => db().selectFrom("throttle").select(["key", "failures"]).orderBy("key").execute();
    const before = await rows();
    const browser = await withPass();
    for (const _try of [1, 2, 3]) expect(await login(browser, username, testPassword)).toBe(429);
    const paid = (await rows()).filter(({ key }) => !before.some((row) => row.key === key));
    expect(paid).toEqual([{ key: expect.stringMatching(/^address:/), failures: 3 }]);
    expect(await rows()).toEqual(expect.arrayContaining(before));
  });

  it("without the row that counts it no try is made, and nobody is signed in", async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await browser.call("Token");
    await db().schema.alterTable("throttle").renameTo("throttle_away").execute();
    const statuses = [await login(browser, user.username, testPassword)];
    await db().schema.alterTable("throttle_away").renameTo("throttle").execute();
    expect(statuses).toEqual([500]);
    expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    expect(await login(browser, user.username, testPassword)).toBe(209);
  });

  it("a right password that our fault leads nowhere is no failure, and is written down", async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await browser.call("Token");
    await login(browser, user.username, "wrong");
    await db().schema.alterTable("tickets").renameTo("tickets_away").execute();
    const status = await login(browser, user.username, testPassword);
    await db().schema.alterTable("tickets_away").renameTo("tickets").execute();
    expect(status).toBe(500);
    const rows = await db().selectFrom("throttle").select(["key", "failures"]).execute();
    expect(rows).toEqual([{ key: expect.stringMatching(/^address:/), failures: 1 }]);
    const events = await db().selectFrom("audit").select("event").where("user_id", "=", user.id).execute();
    expect(events.map(({ event }) => event)).toEqual(["signIn.failed", "signIn.passwordProven"]);
    expect((await browser.call("User")).json.isAuthenticated).toBe(false);
  });

  describe("a made-up secret of a link", () => {
    const wrong = "m".repeat(43);
    const passwords = {
      newPassword: "seven slow boats upstream",
      confirmPassword: "seven slow boats upstream",
    };

    it.each([
      ["LoginWithOTT", { token: wrong }, {}],
      ["ResetPassword", { state: wrong, ...passwords }, {}],
      ["RedeemRecoveryCode", undefined, { id: wrong }],
    ] as const)("counts against the address that tries it: %s", async (name, body, query) => {
      const browser = server().browser();
      const failures = async () => {
        const rows = await db().selectFrom("throttle").select("failures").execute();
        return rows.reduce((sum, row) => sum + row.failures, 0);
      };
      for (const count of [1, 2, 3]) {
        await browser.call(name, body, query);
        expect(await failures()).toBe(count);
      }
    });
  });

  describe("where strangers have locked a name", () => {
    const remembered = async () => {
      const user = await server().addUser();
      const own = await withPass();
      expect(await login(own, user.username, testPassword, true)).toBe(209);
      await own.call("Logout", {});
      await lock(user.username);
      return { user, own };
    };

    it("the browser that its owner has signed in with before still signs in, and no other one", async () => {
      const { user, own } = await remembered();
      expect(await login(await withPass(), user.username, testPassword)).toBe(429);
      const other = await server().addUser();
      const others = await withPass();
      expect(await login(others, other.username, testPassword, true)).toBe(209);
      expect(await login(others, user.username, testPassword)).toBe(429);
      expect(await login(own, user.username, testPassword, true)).toBe(209);
    });

    it("that browser has a budget of its own, which ends like any, and unlocks nobody else", async () => {
      const { user, own } = await remembered();
      for (let count = 0; count < 5; count++) expect(await login(own, user.username, "wrong")).toBe(400);
      expect(await login(own, user.username, testPassword)).toBe(429);
      server().clock.advance(31_000);
      expect(await login(own, user.username, testPassword)).toBe(209);
    });

    it("that budget is one, however the cookie of the name is written", async () => {
      const { user, own } = await remembered();
      for (let count = 0; count < 5; count++) expect(await login(own, user.username, "wrong")).toBe(400);
      const kept = own.cookies.get(cookieNames.username) ?? "";
      const body = kept.slice(kept.indexOf(".") + 1);
      for (const written of [body, `x.${body}`, `${kept}~`, `${kept}.`]) {
        own.cookies.set(cookieNames.username, written);
        expect([written.length, await login(own, user.username, testPassword)]).toEqual([
          written.length,
          429,
        ]);
      }
    });

    it("a right password in that browser ends no lock of the strangers", async () => {
      const { user, own } = await remembered();
      expect(await login(own, user.username, testPassword, true)).toBe(209);
      expect(await login(await withPass(), user.username, testPassword)).toBe(429);
    });
  });

  it("a device signs in without a puzzle, where a password needs one", async () => {
    const user = await server().addUser();
    const device = new SoftwareAuthenticator("http://localhost:5400");
    const own = server().browser();
    await own.signIn(user.username, testPassword);
    await own.call("RegisterCredential", device.register((await own.call("CredentialOptions")).json));
    for (let count = 0; count < 3; count++) await login(server().browser(), user.username, "wrong");
    const browser = server().browser();
    expect(await login(browser, user.username, testPassword)).toBe(403);
    const assertion = device.assert((await browser.call("AssertionOptions", {})).json);
    expect((await browser.call("SecureLogin", assertion)).status).toBe(209);
  });
});
