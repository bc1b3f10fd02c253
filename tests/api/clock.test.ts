import { describe, expect, it } from "vitest";
import { keepSessionAges } from "../../src/server/oidc/session-life.ts";
import { hour, minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { addPersonWith, appCode, giveCode, givePassword, sentCode } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  /** Does something while the clock is set to another time. */
  const clockSet = async <Result>(by: number, work: () => Promise<Result>): Promise<Result> => {
    server().clock.advance(by);
    return work().finally(() => server().clock.advance(-by));
  };

  describe("a clock that was two hours ahead and is set right", () => {
    it("takes no code and no link of the time ahead", async () => {
      const person = await addPersonWith(server(), ["pin"]);
      const browser = server().browser();
      const made = await clockSet(2 * hour, async () => {
        await givePassword(browser, person);
        const code = await sentCode(server(), person.email);
        await server().browser().call("Recover", { username: person.user.username });
        const mails = await messagesTo(server(), person.email);
        const link = mails.flatMap(({ text }) => /state=([\w-]{43})/.exec(text)?.[1] ?? []);
        return { code, state: link[0] };
      });
      expect((await giveCode(browser, "pin", made.code)).status).toBe(400);
      const password = "seven slow boats upstream";
      const body = { state: made.state, newPassword: password, confirmPassword: password };
      const { json } = await server().browser().call("ResetPassword", body);
      expect(json.redirect).toBe("/error/link-expired?errorId=passwordLinkExpired");
    });

    it("takes no code for another mail address, also after a new sign-in", async () => {
      const { username } = await server().addUser({ email: "paula@old.example" });
      const email = `paula-${database.kind}@new.example`;
      const code = await clockSet(2 * hour, async () => {
        const ahead = server().browser();
        await ahead.signIn(username, testPassword);
        expect((await ahead.call("UpdateContact", { email })).json).toEqual({ outcome: "sent" });
        return sentCode(server(), email);
      });
      const browser = server().browser();
      await browser.signIn(username, testPassword);
      const { json } = await browser.call("ConfirmContact", { code });
      expect(json.codes).toEqual({ code: [{ code: "problems.codeGone" }] });
    });

    it("takes no code of an app again", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const code = await clockSet(2 * hour, async () => {
        const browser = server().browser();
        await givePassword(browser, person);
        const shown = appCode(server());
        expect((await giveCode(browser, "authenticator", shown)).status).toBe(209);
        return shown;
      });
      const browser = server().browser();
      await givePassword(browser, person);
      expect((await giveCode(browser, "authenticator", code)).status).toBe(400);
    });

    it("makes no sign-in of long ago a fresh one", async () => {
      const browser = server().browser();
      const { username } = await server().addUser();
      await clockSet(2 * hour, () => browser.signIn(username, testPassword));
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
      expect((await browser.call("CredentialOptions")).json.codes).toEqual({
        "": [{ code: "problems.signInAgain" }],
      });
      expect((await browser.call("Setup2FAView")).json.step).toBe("signInAgain");
    });

    it("has whoever was signed in then sign in again, once", async () => {
      const browser = server().browser();
      const { username } = await server().addUser();
      await clockSet(2 * hour, () => browser.signIn(username, testPassword));
      await browser.signIn(username, testPassword);
      expect((await browser.call("Setup2FAView")).json.step).toBe("choose");
    });

    it("offers no device that was offered then", async () => {
      const browser = server().browser();
      const { username } = await server().addUser({ deviceOfferAt: 0 });
      await clockSet(2 * hour, () => browser.signIn(username, testPassword));
      expect((await browser.call("Credentials")).json).toMatchObject({ fresh: false, offered: false });
    });

    it("goes on with no sign-in that was half-way through then", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await clockSet(2 * hour, () => givePassword(browser, person));
      expect((await browser.call("LoginWith2FAView")).status).toBe(400);
    });
  });

  it("a session that was begun while the clock was ahead lives no longer for it", async () => {
    const two = [await server().addUser(), await server().addUser()];
    const [used, unused] = [server().browser(), server().browser()];
    const isIn = async (browser: TestClient) => (await browser.call("User")).json.isAuthenticated;
    const { services, clock } = server();
    clock.advance(2 * hour);
    await keepSessionAges(services);
    await used.signIn(two[0]?.username ?? "", testPassword);
    await unused.signIn(two[1]?.username ?? "", testPassword);
    clock.advance(-2 * hour);
    // Any number of processes notice it; the second time changes nothing.
    for (let count = 0; count < 2; count += 1) await keepSessionAges(services);
    const seen = await services.store.db.selectFrom("sessions").select("seen_at").execute();
    expect(Math.max(...seen.map(({ seen_at }) => seen_at))).toBeLessThan(clock.now() + hour);
    const other = {
      ...services,
      operations: {
        ...services.operations,
        pulse: { ...services.operations.pulse, setBack: () => ({ by: 2 * hour, passed: () => undefined }) },
      },
    };
    await keepSessionAges(other);
    clock.advance(59 * minute);
    expect(await isIn(used)).toBe(true);
    clock.advance(2 * minute);
    expect([await isIn(used), await isIn(unused)]).toEqual([true, false]);
    for (let half = 0; half < 45; half += 1) {
      clock.advance(30 * minute);
      expect(await isIn(used)).toBe(true);
    }
    clock.advance(30 * minute);
    expect(await isIn(used)).toBe(false);
    clock.advance(-24 * hour);
    await keepSessionAges(services);
  });

  it("a sign-in that was made while the clock was ahead is as fresh as it is, then and hours later", async () => {
    const { services, clock } = server();
    const { username } = await server().addUser();
    const browser = server().browser();
    const isFresh = async () => (await browser.call("CredentialOptions")).status === 200;
    clock.advance(2 * hour);
    await keepSessionAges(services);
    await browser.signIn(username, testPassword);
    clock.advance(-2 * hour);
    await keepSessionAges(services);
    expect(await isFresh()).toBe(true);
    clock.advance(6 * minute);
    expect(await isFresh()).toBe(false);
    await browser.signIn(username, testPassword);
    expect(await isFresh()).toBe(true);
    for (let half = 0; half < 4; half += 1) {
      clock.advance(29 * minute);
      expect(await isFresh()).toBe(false);
    }
    clock.advance(-122 * minute);
    await keepSessionAges(services);
  });

  it("a sign-in that was made while the clock was ahead grows old also where its session was used since", async () => {
    const { services, clock } = server();
    const { username } = await server().addUser();
    const browser = server().browser();
    clock.advance(2 * hour);
    await keepSessionAges(services);
    await browser.signIn(username, testPassword);
    clock.advance(-2 * hour);
    expect((await browser.call("ExtendSession")).status).toBe(200);
    await keepSessionAges(services);
    for (let half = 0; half < 4; half += 1) {
      clock.advance(30 * minute);
      expect((await browser.call("CredentialOptions")).json.codes).toEqual({
        "": [{ code: "problems.signInAgain" }],
      });
    }
    clock.advance(-2 * hour);
    await keepSessionAges(services);
  });

  it.each([-80_000, 80_000])(
    "a clock that is %i ms beside another process's changes nothing of this",
    async (by) => {
      const person = await addPersonWith(server(), ["pin"]);
      const browser = server().browser();
      await givePassword(browser, person);
      const code = await sentCode(server(), person.email);
      expect((await clockSet(by, () => giveCode(browser, "pin", code))).status).toBe(209);
    },
  );
});
