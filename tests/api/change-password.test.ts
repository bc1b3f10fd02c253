import * as oidc from "openid-client";
import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { sha256 } from "../../src/server/crypto.ts";
import type { User } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { hashTogether } from "../support/hash-together.ts";
import { messagesTo } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";

const chosen = "seven slow boats upstream";

const change = (browser: TestClient, changes: Record<string, string> = {}) =>
  browser.call("ChangePassword", {
    currentPassword: testPassword,
    newPassword: chosen,
    confirmPassword: chosen,
    ...changes,
  });

const codesOf = ({ json }: TestAnswer) =>
  Object.fromEntries(
    Object.entries(json.codes as Record<string, { code: string }[]>).map(([field, list]) => [
      field,
      list.map(({ code }) => code),
    ]),
  );

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  beforeEach(database.forgetTries);

  const arrive = async (changes: Parameters<TestServer["addUser"]>[0] = {}) => {
    const user = await server().addUser({ email: `mail-${crypto.randomUUID()}@payroll.example`, ...changes });
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    return { user, browser };
  };

  const signsIn = async ({ username }: User, password: string) => {
    const browser = server().browser();
    await givePass(server(), browser);
    return (await browser.signIn(username, password)).status === 209;
  };

  const sessionsOf = ({ id }: User) =>
    database.store().db.selectFrom("sessions").selectAll().where("user_id", "=", id).execute();

  describe("a changed password", () => {
    it("is good from now on, in place of the one before, and a mail tells it", async () => {
      const { user, browser } = await arrive({ language: "de" });
      const answer = await change(browser);
      expect([answer.status, answer.json.outcome]).toEqual([200, "changed"]);
      expect(await signsIn(user, testPassword)).toBe(false);
      expect(await signsIn(user, chosen)).toBe(true);
      const [mail] = await messagesTo(server(), user.email);
      expect(mail?.subject).toBe("Ihr Passwort bei Vestibule wurde geändert");
    });

    it("keeps its person signed in here, under another identifier and no longer than before", async () => {
      const { user, browser } = await arrive();
      const [before] = await sessionsOf(user);
      const stolen = server().browser();
      for (const [name, value] of browser.cookies) stolen.cookies.set(name, value);
      server().clock.advance(minute);
      const { json } = await change(browser);
      expect(browser.cookies.get(cookieNames.session)).not.toBe(stolen.cookies.get(cookieNames.session));
      expect((await browser.call("Exchange", { state: json.state })).status).toBe(200);
      expect(await browser.isSignedIn()).toBe(true);
      expect(await stolen.isSignedIn()).toBe(false);
      const [after] = await sessionsOf(user);
      const { id_hash: _, seen_at: __, expires_at: ___, ...kept } = before ?? {};
      expect(after).toMatchObject(kept);
      expect(after?.id_hash).toBe(sha256(browser.cookies.get(cookieNames.session) ?? ""));
    });

    it("ends sessions elsewhere, half-way sign-ins, remembered devices and mailed links", async () => {
      const { user, browser } = await arrive();
      const elsewhere = server().browser();
      await elsewhere.signIn(user.username, testPassword);
      await server().browser().call("Recover", { username: user.username });
      const [mail] = await messagesTo(server(), user.email);
      const state = /state=([\w-]+)/.exec(mail?.text ?? "")?.[1] ?? "";
      const { db } = database.store();
      const device = { id_hash: `device of ${user.id}`, user_id: user.id, created_at: 1, expires_at: 9e15 };
      await db.insertInto("remembered_devices").values(device).execute();
      await db.updateTable("users").set({ must_change_password: 1 }).where("id", "=", user.id).execute();
      const halfWay = server().browser();
      await halfWay.signIn(user.username, testPassword);
      await db.updateTable("users").set({ must_change_password: 0 }).where("id", "=", user.id).execute();

      expect((await change(browser)).status).toBe(200);
      expect(await elsewhere.isSignedIn()).toBe(false);
      expect((await halfWay.call("Next", undefined, { button: "continue" })).status).toBe(400);
      expect(await halfWay.isSignedIn()).toBe(false);
      const devices = db.selectFrom("remembered_devices").select("id_hash").where("user_id", "=", user.id);
      expect(await devices.execute()).toEqual([]);
      const seen = await server().browser().call("RedeemState", undefined, { state });
      expect(seen.json.redirect).toBe("/error/link-expired?errorId=passwordLinkExpired");
    });

    it("is the same in its repetition however accents are composed, and signs in by either", async () => {
      const { user, browser } = await arrive();
      const password = "näher an der Küste";
      const taken = password.normalize("NFD");
      const { status } = await change(browser, { newPassword: password, confirmPassword: taken });
      expect(status).toBe(200);
      expect(await signsIn(user, taken)).toBe(true);
    });

    it("is told again to whoever repeats it within a minute, should the answer be lost", async () => {
      const { user, browser } = await arrive();
      for (const _ of ["first", "again"])
        expect((await change(browser)).json).toMatchObject({ outcome: "changed", state: expect.any(String) });
      const other = {
        newPassword: "another good harbour wall",
        confirmPassword: "another good harbour wall",
      };
      expect(codesOf(await change(browser, other))).toEqual({ currentPassword: ["problems.passwordWrong"] });
      expect(await messagesTo(server(), user.email)).toHaveLength(1);
      expect(await signsIn(user, chosen)).toBe(true);
      server().clock.advance(minute);
      expect((await change(browser)).status).toBe(400);
    });

    it("is told to both of two presses at once", async () => {
      const { user, browser } = await arrive();
      hashTogether(server(), 2);
      await browser.call("Token");
      const answers = await Promise.all([change(browser), change(browser)]);
      expect(answers.map(({ json }) => json)).toMatchObject(Array(2).fill({ outcome: "changed" }));
      expect(await messagesTo(server(), user.email)).toHaveLength(1);
      expect(await browser.isSignedIn()).toBe(true);
    });

    it("is changed once, also of ten at once over two servers", async () => {
      const { user, browser } = await arrive();
      const second = await startTestServer(database.connect());
      const other = new TestClient(second.app.listeningOrigin, "http://localhost:5400");
      for (const [name, value] of browser.cookies) other.cookies.set(name, value);
      await givePass(server(), browser);
      const passwords = Array.from({ length: 10 }, (_, index) => `seven slow boats number ${index}`);
      const answers = await Promise.all(
        passwords.map((newPassword, index) =>
          (index % 2 === 0 ? browser : other).post("/api/Account/ChangePassword", {
            currentPassword: testPassword,
            newPassword,
            confirmPassword: newPassword,
          }),
        ),
      );
      await second.close();
      const won = answers.flatMap(({ status }, index) => (status === 200 ? [index] : []));
      expect(won).toHaveLength(1);
      expect(answers.every(({ status }) => status < 500)).toBe(true);
      server().clock.advance(60 * minute);
      expect(await signsIn(user, passwords[won[0] ?? 0] ?? "")).toBe(true);
    });
  });

  describe("what is refused", () => {
    it("is said at its fields all at once", async () => {
      const { user, browser } = await arrive();
      const typed = { newPassword: "a".repeat(129), confirmPassword: "x" };
      expect(codesOf(await change(browser, typed))).toEqual({
        newPassword: ["validation.passwordMaxLength", "validation.common"],
        confirmPassword: ["validation.match"],
      });
      const same = { newPassword: testPassword, confirmPassword: testPassword };
      expect(codesOf(await change(browser, same))).toEqual({ newPassword: ["validation.passwordSame"] });
      expect(await signsIn(user, testPassword)).toBe(true);
    });

    it("is said of the new one too where the current one is missing, by call and by form", async () => {
      const { browser } = await arrive();
      const typed = { currentPassword: "", newPassword: "short", confirmPassword: "shorter" };
      const all = {
        currentPassword: ["validation.required"],
        newPassword: ["validation.passwordMinLength"],
        confirmPassword: ["validation.match"],
      };
      expect(codesOf(await change(browser, typed))).toEqual(all);
      const page = pageStateOf(await postForm(browser, "/account/change-password", typed));
      expect(Object.keys(page?.problems ?? {}).toSorted()).toEqual(Object.keys(all).toSorted());
      const endless = "x".repeat(513);
      expect(codesOf(await change(browser, { newPassword: endless, confirmPassword: endless }))).toEqual({
        newPassword: ["validation.maxLength"],
        confirmPassword: ["validation.maxLength"],
      });
      // Nobody is told that two passwords differ who has left one out.
      expect(codesOf(await change(browser, { confirmPassword: "" }))).toEqual({
        confirmPassword: ["validation.required"],
      });
    });

    it("is a wrong current password, which spends of the one budget", async () => {
      const { user, browser } = await arrive();
      await givePass(server(), browser);
      for (let tries = 0; tries < 5; tries += 1)
        expect(codesOf(await change(browser, { currentPassword: "wrong" }))).toEqual({
          currentPassword: ["problems.passwordWrong"],
        });
      expect((await change(browser)).status).toBe(429);
      expect(await signsIn(user, testPassword)).toBe(false);
      server().clock.advance(minute);
      expect((await change(browser)).status).toBe(200);
    });

    it("is somebody who is not signed in, or has no password", async () => {
      expect((await change(server().browser())).status).toBe(401);
      const { user, browser } = await arrive();
      await database
        .store()
        .db.updateTable("users")
        .set({ password_phc: null })
        .where("id", "=", user.id)
        .execute();
      expect(codesOf(await change(browser))).toEqual({ "": ["problems.noPassword"] });
    });
  });

  it("is changed by a native form without script", async () => {
    const { browser } = await arrive();
    const path = "/account/change-password";
    const fields = { currentPassword: testPassword, newPassword: chosen, confirmPassword: "other" };
    const wrong = await postForm(browser, path, fields);
    expect(pageStateOf(wrong)).toMatchObject({ values: {}, problems: { confirmPassword: [{}] } });
    const right = await postForm(browser, path, { ...fields, confirmPassword: chosen });
    expect([right.status, right.headers.location]).toEqual([303, "/"]);
    const home = await browser.send("/", { headers: { accept: "text/html" } });
    expect(pageStateOf(home)?.say).toBe("messages.passwordChanged");
    expect(await browser.isSignedIn()).toBe(true);
  });
});

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  it("goes on in the applications that were entered here, and ends in those that were entered elsewhere", async () => {
    const user = await suite().server.addUser();
    const [here, elsewhere] = [suite().server.browser(), suite().server.browser()];
    const own = await suite().signIn(here, user);
    const other = await suite().signIn(elsewhere, user);
    expect((await change(here)).status).toBe(200);
    const info = ({ application, tokens }: typeof own) =>
      oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    expect((await info(own)).sub).toBe(user.id);
    await expect(info(other)).rejects.toThrow();
    const again = await suite().follow(here, (await own.application.begin({ prompt: "none" })).path);
    expect(again.searchParams.has("code")).toBe(true);
  });
});
