import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { createPasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { findUser } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  describe("signing in", () => {
    it("leaves for the start page with a state, and the person is known afterwards", async () => {
      const browser = server().browser();
      const user = await server().addUser({ roles: ["EMPLOYEE"], email: "robin@northwind.example" });
      const answer = await browser.signIn(user.username, testPassword);
      expect(answer.status).toBe(209);
      expect(answer.headers).toMatchObject({ redirect: "/", state: answer.json.state });
      expect(answer.json).toEqual({ redirect: "/", state: expect.stringMatching(/^[\w-]{43}$/) });
      expect((await browser.call("User")).json).toMatchObject({
        isAuthenticated: true,
        userId: user.id,
        email: "robin@northwind.example",
        roles: [{ id: 1, name: "EMPLOYEE" }],
        isVendor: false,
        pending: null,
      });
    });

    it("takes any spelling of the user name that means the same", async () => {
      const user = await server().addUser({ username: "Müller.Straße" });
      const answer = await server().browser().call("Login", {
        username: "  MU\u0308LLER.STRASSE ",
        password: testPassword,
      });
      expect(answer.status).toBe(209);
      expect(user.username).toBe("Müller.Straße");
    });

    it("goes back to where the person came from", async () => {
      const user = await server().addUser();
      const query = { returnUrl: "/account/select?filter=a%20b" };
      const answer = await server().browser().signIn(user.username, testPassword, query);
      expect(answer.json.redirect).toBe("/account/select?filter=a%20b");
    });

    it("gives a session cookie that no script and no other site reads", async () => {
      const user = await server().addUser();
      const answer = await server().browser().signIn(user.username, testPassword);
      const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith(cookieNames.session));
      expect(cookie).toMatch(/^__Host-vestibule-session=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
    });

    it("sent several times at once succeeds each time, and the last answer counts", async () => {
      for (let round = 0; round < 10; round++) {
        const browser = server().browser();
        const { username, id } = await server().addUser();
        await browser.send("/api/Account/Token");
        const body = { username, password: testPassword };
        const answers = await Promise.all([1, 2, 3].map(() => browser.call("Login", body)));
        expect(answers.map(({ status }) => status)).toEqual([209, 209, 209]);
        expect((await browser.call("User")).json.userId).toBe(id);
      }
    });

    it("upgrades a hash of earlier costs", async () => {
      const { services, addUser, browser } = server();
      const earlier = createPasswordHasher({ memoryKib: 32, passes: 1, concurrency: 1 });
      const user = await addUser({ passwordPhc: await earlier.hash(testPassword) });
      await browser().signIn(user.username, testPassword);
      const phc = (await findUser(services.store.db, user.id))?.passwordPhc ?? "";
      expect(user.passwordPhc).not.toBe(phc);
      expect(await services.hasher.verify(phc, testPassword)).toBe(phc);
      expect((await browser().signIn(user.username, testPassword)).status).toBe(209);
    });
  });

  describe("a session", () => {
    it("gets a new identifier at each sign-in and the one before is dead", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      const first = browser.cookies.get(cookieNames.session) ?? "";
      await browser.signIn(user.username, testPassword);
      const second = browser.cookies.get(cookieNames.session);
      expect(second).not.toBe(first);
      browser.cookies.set(cookieNames.session, first);
      expect((await browser.call("Customers")).status).toBe(400);
    });

    it("is never one that was planted before the sign-in", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const planted = "x".repeat(43);
      browser.cookies.set(cookieNames.session, planted);
      await browser.signIn(user.username, testPassword);
      expect(browser.cookies.get(cookieNames.session)).not.toBe(planted);
    });

    it("ends without use after the idle time, which use renews", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      server().clock.advance(50 * minute);
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
      server().clock.advance(50 * minute);
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
      server().clock.advance(61 * minute);
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });

    it("that has died answers 400 without errors for as long as its cookie is kept", async () => {
      const browser = server().browser();
      browser.cookies.set(cookieNames.session, "y".repeat(43));
      const gone = await browser.call("Customers");
      expect(gone.status).toBe(400);
      expect(gone.json).not.toHaveProperty("errors");
      expect(gone.json.title).toBe("Your session had timed out. Please try again.");
      expect((await browser.call("Customers")).status).toBe(400);
    });

    it("is worth nothing once the account is disabled", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      await database.store().db.updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });
  });

  describe("what is owed before a session", () => {
    it.each([
      ["an expired password", { mustChangePassword: true }, "passwordExpired"],
      ["a password past its date", { passwordExpiresAt: 1 }, "passwordExpired"],
      ["a required second factor", { secondFactorRequired: true }, "twoFactorSetupRequired"],
    ])("%s yields its outcome and no session", async (_case, account, outcome) => {
      const browser = server().browser();
      const user = await server().addUser(account);
      const answer = await browser.signIn(user.username, testPassword);
      expect(answer.status).toBe(200);
      expect(answer.json).toEqual({ outcome });
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: false, pending: outcome });
      for (const button of ["continue", "skip"]) {
        expect((await browser.call("Next", undefined, { button })).json).toEqual({ outcome });
      }
      expect((await browser.call("Customers")).status).toBe(401);
    });

    it("is forgotten by going back, and an hour later", async () => {
      const browser = server().browser();
      const user = await server().addUser({ mustChangePassword: true });
      await browser.signIn(user.username, testPassword);
      expect((await browser.call("Next", undefined, { button: "back" })).json).toEqual({
        redirect: "/account/login",
      });
      expect((await browser.call("Next")).status).toBe(400);
      await browser.signIn(user.username, testPassword);
      server().clock.advance(61 * minute);
      expect((await browser.call("Next")).status).toBe(400);
    });

    it("belongs to one browser and one return address", async () => {
      const browser = server().browser();
      const user = await server().addUser({ mustChangePassword: true });
      await browser.signIn(user.username, testPassword, { returnUrl: "/account/select" });
      expect((await browser.call("Next", undefined, { returnUrl: "/account/select" })).status).toBe(200);
      expect((await browser.call("Next", undefined, { returnUrl: "/devops" })).status).toBe(400);
      const other = server().browser();
      expect((await other.call("Next", undefined, { returnUrl: "/account/select" })).status).toBe(400);
    });
  });

  describe("another person in the same browser", () => {
    it("inherits nothing of the one before", async () => {
      const browser = server().browser();
      const [first, second] = [await server().addUser(), await server().addUser()];
      const [customer] = await server().addCustomers(first, 1);
      await browser.signIn(first.username, testPassword);
      expect((await browser.call("User")).json.customer.id).toBe(customer?.id);
      await browser.signIn(second.username, testPassword);
      expect((await browser.call("User")).json).toMatchObject({ userId: second.id, customer: null });
    });
  });

  describe("a remembered user name", () => {
    it("fills the page next time, unreadable in its cookie, until it is not wanted any more", async () => {
      const browser = server().browser();
      const user = await server().addUser({ displayName: "Robin Doe" });
      const login = { username: user.username, password: testPassword };
      await browser.call("Login", { ...login, rememberLogin: true });
      await browser.call("Logout", {});
      expect(browser.cookieHeader()).not.toContain(user.username);
      expect((await browser.call("LoginView")).json.username).toBe(user.username);
      await browser.call("Login", login);
      expect(browser.cookies.has(cookieNames.username)).toBe(false);
    });

    it("that was tampered with counts as none", async () => {
      const browser = server().browser();
      browser.cookies.set(cookieNames.username, "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA");
      expect((await browser.call("LoginView")).json.username).toBeNull();
    });
  });
});
