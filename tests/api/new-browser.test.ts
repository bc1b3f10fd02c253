import { randomBytes, randomUUID } from "node:crypto";
import { describe, expect, it, onTestFinished } from "vitest";
import { knownBrowserFor } from "../../src/server/account/known-browser.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { hour, second } from "../../src/shared/durations.ts";
import { momentIn } from "../../src/shared/formats.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer, suiteServer, testPassword } from "../support/server.ts";

const firefox = "Mozilla/5.0 (X11; Linux x86_64; rv:143.0) Gecko/20100101 Firefox/143.0";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** As if everybody had signed in in a new browser before, but long ago. */
  const forgetNews = () => database.store().db.updateTable("users").set({ new_browser_told_at: 0 }).execute();

  /** Somebody who has signed in before, in a browser that is none of these. */
  const addPerson = async (newBrowserToldAt: number | null = 0) => {
    const email = `${randomUUID()}@payroll.example`;
    const { username } = await server().addUser({ email, language: "en-GB", newBrowserToldAt });
    const signIn = (browser = server().browser(), headers = {}) =>
      browser.call("Login", { username, password: testPassword }, {}, headers);
    const mails = () => messagesTo(server(), email);
    return { username, signIn, mails };
  };

  describe("a sign-in in a browser that is new to the account", () => {
    it("is told its person by mail: whose account, when and in which browser", async () => {
      const { username, signIn, mails } = await addPerson();
      const letGo = server().clock.hold();
      expect((await signIn(undefined, { "user-agent": firefox })).status).toBe(209);
      const time = momentIn("en-GB", server().clock.now());
      letGo();
      const [mail, ...more] = await mails();
      expect(more).toEqual([]);
      expect(mail?.subject).toMatch(/^New sign-in at /);
      expect(mail?.text).toContain(` ${username} `);
      expect(mail?.text).toContain(`\n\nTime: ${time} (UTC). Browser: Firefox on Linux.\n\n`);
    });

    it("that does not tell what it is, is told with the time alone", async () => {
      const { signIn, mails } = await addPerson();
      await signIn(undefined, { "user-agent": "curl/8.5.0" });
      expect((await mails())[0]?.text).toMatch(/\n\nTime: [^\n]* \(UTC\)\.\n\n/);
    });

    it("is no news at the account's first sign-in of all, but at the next", async () => {
      const { signIn, mails } = await addPerson(null);
      await signIn();
      expect(await mails()).toEqual([]);
      await signIn();
      expect(await mails()).toHaveLength(1);
    });

    it("is told once within an hour, and once where two sign in at the same moment", async () => {
      const { signIn, mails } = await addPerson();
      await Promise.all([signIn(), signIn(), signIn()]);
      await signIn();
      expect(await mails()).toHaveLength(1);
      server().clock.advance(hour);
      await signIn();
      expect(await mails()).toHaveLength(2);
    });

    it("is not told of a right password alone where a second step is due", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      await forgetNews();
      const browser = server().browser();
      await givePassword(browser, person);
      expect(await messagesTo(server(), person.email)).toEqual([]);
      await giveCode(browser, "authenticator", appCode(server()));
      expect(await messagesTo(server(), person.email)).toHaveLength(1);
    });
  });

  describe("a browser is known", () => {
    it("to whoever has signed in there, for as long as browsers keep that, also after a sign-out", async () => {
      const { signIn, mails } = await addPerson(null);
      const browser = server().browser();
      const { headers } = await signIn(browser);
      const cookie = headers["set-cookie"]?.find((line) => line.startsWith(`${cookieNames.known}=`));
      expect(cookie).toContain(`Max-Age=${knownBrowserFor / second};`);
      expect(cookie).toContain("HttpOnly");
      await forgetNews();
      await browser.call("Token");
      await browser.call("Logout", {});
      expect(await browser.isSignedIn()).toBe(false);
      await signIn(browser);
      expect(await mails()).toEqual([]);
    });

    it("to each of eight people who share it, and to nobody else", async () => {
      const browser = server().browser();
      const people = await Promise.all(Array.from({ length: 9 }, () => addPerson()));
      const [oldest, next, ...others] = people;
      for (const { signIn } of people) await signIn(browser);
      await forgetNews();
      for (const person of [...others, next]) await person?.signIn(browser);
      for (const { mails } of people) expect(await mails()).toHaveLength(1);
      await oldest?.signIn(browser);
      expect(await oldest?.mails()).toHaveLength(2);
    });

    it("by the key that the server had before, which each sign-in replaces", async () => {
      const { signIn, mails } = await addPerson(null);
      const [old] = server().services.settings.secretKeys;
      const both = [randomBytes(32), old] as const;
      const marks: (string | undefined)[] = [];
      const jar = new Map<string, string>();
      for (const secretKeys of [[old], both, both] as const) {
        const renewed = await startTestServer(database.store(), { settings: { secretKeys } });
        onTestFinished(() => renewed.close());
        const browser = renewed.browser();
        for (const [name, value] of jar) browser.cookies.set(name, value);
        await signIn(browser);
        await forgetNews();
        jar.set(cookieNames.known, browser.cookies.get(cookieNames.known) ?? "");
        marks.push(jar.get(cookieNames.known));
      }
      expect(await mails()).toEqual([]);
      expect([marks[0] === marks[1], marks[1] === marks[2]]).toEqual([false, true]);
    });

    it("by nothing that the server has not made", async () => {
      const { signIn, mails } = await addPerson();
      const browser = server().browser();
      browser.cookies.set(cookieNames.known, `${"A".repeat(43)}.${"B".repeat(43)}`);
      await signIn(browser);
      expect(await mails()).toHaveLength(1);
    });
  });
});
