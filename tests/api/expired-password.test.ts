import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { createPasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import type { User } from "../../src/server/store/users.ts";
import { day, minute } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { hashTogether } from "../support/hash-together.ts";
import { messagesTo } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { startTestServer, suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";

const chosen = "seven slow boats upstream";
const path = "/account/change-expired-password";

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  beforeEach(database.forgetTries);

  const addPerson = (changes: Parameters<TestServer["addUser"]>[0] = {}): Promise<User> =>
    server().addUser({
      email: `mail-${crypto.randomUUID()}@payroll.example`,
      mustChangePassword: true,
      ...changes,
    });

  /** A person whose password has expired, in a browser that has proven it. */
  const arrive = async (changes?: Parameters<typeof addPerson>[0], returnUrl?: string) => {
    const user = await addPerson(changes);
    const browser = server().browser();
    const query: Record<string, string> = returnUrl === undefined ? {} : { returnUrl };
    const answer = await browser.signIn(user.username, testPassword, query);
    expect(answer.json).toEqual({ outcome: "passwordExpired" });
    return { user, browser, query };
  };

  const change = (
    browser: TestClient,
    { username }: Pick<User, "username">,
    changes: Record<string, string> = {},
    query: Record<string, string> = {},
  ) => {
    const typed = { currentPassword: testPassword, newPassword: chosen, confirmPassword: chosen };
    return browser.call("ChangeExpiredPassword", { username, ...typed, ...changes }, query);
  };

  const codesOf = ({ json }: TestAnswer) =>
    Object.fromEntries(
      Object.entries(json.codes as Record<string, { code: string }[]>).map(([field, list]) => [
        field,
        list.map(({ code }) => code),
      ]),
    );

  const signIn = async ({ username }: User, password: string) => {
    const browser = server().browser();
    await givePass(server(), browser);
    return browser.signIn(username, password);
  };

  describe("an expired password", () => {
    it("is changed and lets its person in, who never had a session before", async () => {
      const returnUrl = await server().addRequest();
      const { user, browser, query } = await arrive({}, returnUrl);
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      const view = await browser.call("ChangeExpiredPasswordView", undefined, query);
      expect(view.json).toEqual({
        username: user.username,
        rules: expect.objectContaining({ minLength: 15 }),
        cancelAllowed: true,
      });
      const answer = await change(browser, user, {}, query);
      expect([answer.status, answer.json.redirect]).toEqual([209, returnUrl]);
      expect(await browser.isSignedIn()).toBe(true);
      expect((await signIn(user, testPassword)).status).toBe(400);
      expect((await signIn(user, chosen)).status).toBe(209);
      const mails = await messagesTo(server(), user.email);
      expect(mails.map(({ subject }) => subject)).toEqual(["Your password was changed at Northwind Payroll"]);
    });

    it("is one whose day has come, or that is older than the partner allows", async () => {
      const { services, clock } = server();
      const config = services.config();
      const standard = config.partners.default;
      const strict = {
        ...config,
        partners: { ...config.partners, default: { ...standard, passwordMaxAgeDays: 90 } },
      };
      const before = services.config;
      const old = { mustChangePassword: false, passwordChangedAt: clock.now() - 91 * day };
      const young = await addPerson({ ...old, passwordChangedAt: clock.now() - 89 * day });
      const aged = await addPerson(old);
      expect((await signIn(aged, testPassword)).status).toBe(209);
      services.config = () => strict;
      const [first, second] = [await signIn(young, testPassword), await signIn(aged, testPassword)];
      const changed = await change(server().browser(), aged);
      const third = await signIn(aged, chosen);
      services.config = before;
      expect([first.status, second.json.outcome]).toEqual([209, "passwordExpired"]);
      expect([changed.status, third.status]).toEqual([209, 209]);
      await arrive({ mustChangePassword: false, passwordExpiresAt: clock.now() - 1 });
    });

    it("still owes the second step afterwards", async () => {
      const { user, browser } = await arrive();
      const factor = { kind: "sms", secret: null, target: "+15551234567" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      expect((await change(browser, user)).json).toEqual({ outcome: "twoFactorRequired" });
      expect(await browser.isSignedIn()).toBe(false);
    });

    it("goes on with what the sign-in had proven by another way in", async () => {
      const user = await addPerson();
      const browser = server().browser();
      await browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: user.username });
      const [mail] = await messagesTo(server(), user.email);
      const token = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? "")?.[0];
      expect((await browser.call("LoginWithOTT", { token })).json).toEqual({ outcome: "passwordExpired" });
      expect((await change(browser, user)).status).toBe(209);
      const session = database.store().db.selectFrom("sessions").select("amr").where("user_id", "=", user.id);
      expect((await session.executeTakeFirst())?.amr).toBe('["otp"]');
    });

    it("is changed with a stored hash of lower costs at the first press", async () => {
      const cheaper = createPasswordHasher({ memoryKib: 32, passes: 1, concurrency: 1 });
      const { user, browser } = await arrive({ passwordPhc: await cheaper.hash(testPassword) });
      expect((await change(browser, user)).status).toBe(209);
    });

    it("is changed by a press whose answer was lost, and the same press lets its person in", async () => {
      const { user, browser } = await arrive();
      const held = new Map(browser.cookies);
      await change(browser, user);
      browser.cookies.clear();
      for (const [name, value] of held) browser.cookies.set(name, value);
      expect((await change(browser, user)).status).toBe(209);
      expect(await browser.isSignedIn()).toBe(true);
      const mails = await messagesTo(server(), user.email);
      expect(mails).toHaveLength(1);
    });

    it("is changed before a second step, which the same press still owes", async () => {
      const { user, browser } = await arrive();
      const factor = { kind: "sms", secret: null, target: "+15551234567" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      for (const each of [browser, browser, server().browser()]) {
        expect((await change(each, user)).json).toEqual({ outcome: "twoFactorRequired" });
        expect(await each.isSignedIn()).toBe(false);
      }
    });

    it("is another one than the new password of a minute ago", async () => {
      const { user, browser } = await arrive();
      await change(browser, user);
      const other = "another good harbour wall";
      const wrong = { newPassword: other, confirmPassword: other };
      expect(codesOf(await change(server().browser(), user, wrong))).toEqual({
        currentPassword: ["problems.passwordWrong"],
      });
      server().clock.advance(minute);
      expect((await change(server().browser(), user)).status).toBe(400);
    });

    it("leads on after both of two presses at once", async () => {
      const { user, browser } = await arrive();
      hashTogether(server(), 2);
      const answers = await Promise.all([change(browser, user), change(browser, user)]);
      expect(answers.map(({ status, json }) => [status, json.redirect])).toEqual(Array(2).fill([209, "/"]));
      expect(await browser.isSignedIn()).toBe(true);
      expect(await messagesTo(server(), user.email)).toHaveLength(1);
    });

    it("is changed once, also of twenty at once over two servers", async () => {
      const { user } = await arrive();
      const second = await startTestServer(database.connect());
      const browsers = Array.from({ length: 20 }, (_, index) => {
        const address = index % 2 === 0 ? server().app.listeningOrigin : second.app.listeningOrigin;
        return new TestClient(address, "http://localhost:5400");
      });
      for (const browser of browsers) await givePass(server(), browser);
      const passwords = browsers.map((_, index) => `seven slow boats number ${index}`);
      const answers = await Promise.all(
        browsers.map((browser, index) => {
          const password = passwords[index] ?? "";
          return change(browser, user, { newPassword: password, confirmPassword: password });
        }),
      );
      await second.close();
      const won = answers.flatMap(({ status }, index) => (status === 209 ? [index] : []));
      expect(won).toHaveLength(1);
      for (const { status } of answers.filter(({ status }) => status !== 209))
        expect([400, 429]).toContain(status);
      server().clock.advance(day);
      expect((await signIn(user, passwords[won[0] ?? 0] ?? "")).status).toBe(209);
    });

    it("ends the person's sessions and half-way sign-ins elsewhere", async () => {
      const user = await addPerson({ mustChangePassword: false });
      const elsewhere = server().browser();
      await elsewhere.signIn(user.username, testPassword);
      const { db } = database.store();
      await db.updateTable("users").set({ must_change_password: 1 }).where("id", "=", user.id).execute();
      const [halfWay, browser] = [server().browser(), server().browser()];
      for (const each of [halfWay, browser]) await each.signIn(user.username, testPassword);
      expect((await change(browser, user)).status).toBe(209);
      expect(await elsewhere.isSignedIn()).toBe(false);
      expect(await browser.isSignedIn()).toBe(true);
      const lost = await halfWay.call("ChangeExpiredPasswordView");
      expect([lost.status, lost.json.errors]).toEqual([400, undefined]);
    });

    it("past its change leads on, and without a sign-in back to the sign-in page", async () => {
      const { user, browser } = await arrive();
      await change(browser, user);
      const view = await browser.call("ChangeExpiredPasswordView");
      expect([view.status, view.json.redirect]).toEqual([209, "/"]);
      const nobody = await server().browser().call("ChangeExpiredPasswordView");
      expect([nobody.status, nobody.json.errors]).toEqual([400, undefined]);
    });
  });

  describe("what is refused", () => {
    it("is said at its fields all at once, without a guess", async () => {
      const { user, browser } = await arrive();
      const typed = {
        currentPassword: "wrong",
        newPassword: user.username.slice(0, 8),
        confirmPassword: "x",
      };
      const refused = await change(browser, user, typed);
      expect([refused.status, codesOf(refused)]).toEqual([
        400,
        {
          newPassword: ["validation.passwordMinLength", "validation.containsName"],
          confirmPassword: ["validation.match"],
        },
      ]);
      const same = { newPassword: testPassword, confirmPassword: testPassword };
      expect(codesOf(await change(browser, user, same))).toEqual({
        newPassword: ["validation.passwordSame"],
      });
      const rows = await database.store().db.selectFrom("throttle").selectAll().execute();
      expect(rows.filter(({ key, failures }) => key.startsWith("name:") && failures > 0)).toEqual([]);
      expect((await change(browser, user)).status).toBe(209);
    });

    it("looks the same for a wrong password, an unknown name and a disabled account, and shares the one lock", async () => {
      const { user } = await arrive();
      const disabled = await addPerson({ disabled: true });
      const seen: unknown[] = [];
      for (const username of [user.username, disabled.username, "nobody-with-expired"]) {
        const browser = server().browser();
        await givePass(server(), browser);
        const answers: TestAnswer[] = [];
        const currentPassword = username === disabled.username ? testPassword : "wrong";
        for (let tries = 0; tries < 6; tries += 1)
          answers.push(await change(browser, { username }, { currentPassword }));
        seen.push(
          answers.map(({ status, json: { supportCode: _, ...json } }) =>
            JSON.stringify([status, json]).replace(/"count":\d+|\d+ seconds?/g, "<seconds>"),
          ),
        );
      }
      expect(new Set(seen.map((each) => JSON.stringify(each))).size).toBe(1);
      expect(JSON.stringify(seen[0])).toContain("problems.passwordWrong");
      expect((await signIn(user, testPassword)).status).toBe(429);
    });

    it("is a password that has not expired, whose second step would be left out", async () => {
      const user = await addPerson({ mustChangePassword: false });
      const browser = server().browser();
      const refused = await change(browser, user);
      expect([refused.status, codesOf(refused)]).toEqual([400, { "": ["problems.passwordNotExpired"] }]);
      expect(await browser.isSignedIn()).toBe(false);
      expect((await signIn(user, testPassword)).status).toBe(209);
    });

    it("is our own form where the application wants a provider", async () => {
      const user = await addPerson();
      const returnUrl = await server().addRequest({}, "outside");
      expect((await change(server().browser(), user, {}, { returnUrl })).status).toBe(403);
    });
  });

  it("is changed by native forms without script", async () => {
    const { browser } = await arrive();
    const fields = { currentPassword: "wrong", newPassword: chosen, confirmPassword: chosen };
    const wrong = await postForm(browser, path, fields);
    expect(wrong.status).toBe(400);
    expect(pageStateOf(wrong)).toMatchObject({
      values: {},
      problems: { currentPassword: [{ code: "problems.passwordWrong" }] },
    });
    const right = await postForm(browser, path, { ...fields, currentPassword: testPassword });
    expect([right.status, right.headers.location]).toEqual([303, "/"]);
    expect(await browser.isSignedIn()).toBe(true);
  });
});
