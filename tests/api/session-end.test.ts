import { describe, expect, it, onTestFinished } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { endExpiredSessions } from "../../src/server/oidc/session-life.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { personHeader } from "../../src/shared/constants.ts";
import { hour, minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";
import { untilWaiting, whileHeld } from "../support/while-held.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const signedIn = async () => {
    const browser = server().browser();
    const user = await server().addUser();
    await browser.signIn(user.username, testPassword);
    return { browser, user };
  };
  const user = async (browser: TestClient) => (await browser.call("User")).json;

  describe("a call from the page of another person than the one who is signed in by now", () => {
    const personOf = (userId: string) => ({ [personHeader]: userId });

    it("is refused as timed out, and nothing happens", async () => {
      const { browser, user: first } = await signedIn();
      const second = await server().addUser();
      const [customer] = await server().addCustomers(second, 2);
      await browser.signIn(second.username, testPassword);
      const choice = { customerId: customer?.id };
      const foreign = await browser.call("SelectCustomer", choice, {}, personOf(first.id));
      expect([foreign.status, foreign.json.errors]).toEqual([400, undefined]);
      expect((await user(browser)).customer).toBeNull();
      expect((await browser.call("SelectCustomer", choice, {}, personOf(second.id))).status).toBe(209);
    });

    it("is fine where anybody may make it, as signing in and out", async () => {
      const { browser, user: first } = await signedIn();
      const second = await server().addUser();
      await browser.signIn(second.username, testPassword);
      const { json } = await browser.call("Logout", {}, {}, personOf(first.id));
      expect(json.outcome).toBe("signedOut");
    });
  });

  describe("ExtendSession", () => {
    it("lets the session live for its whole idle time from now on, also within a minute of another use", async () => {
      onTestFinished(server().clock.hold());
      const { browser } = await signedIn();
      const { sessionExpiresAt } = await user(browser);
      server().clock.advance(30_000);
      const { status, json } = await browser.call("ExtendSession");
      expect(status).toBe(200);
      expect(json.sessionExpiresAt - sessionExpiresAt).toBe(30_000);
      expect(json.sessionExpiresIn).toBe(hour);
      server().clock.advance(hour - 1);
      expect((await user(browser)).isAuthenticated).toBe(true);
    });

    if (database.kind === "postgres")
      it("at its very end is not undone by a process whose clock is a little ahead", async () => {
        const { browser, user: person } = await signedIn();
        const { services, clock } = server();
        clock.advance(hour - 10 * second);
        const ahead = { ...services, now: () => clock.now() + minute };
        const hold = (transaction: Db) =>
          transaction
            .selectFrom("sessions")
            .select("id_hash")
            .where("user_id", "=", person.id)
            .forUpdate()
            .execute();
        const extendAndSweep = async () => {
          const extension = browser.call("ExtendSession");
          await untilWaiting(database, 1);
          await endExpiredSessions(ahead);
          return extension;
        };
        expect((await whileHeld(database, hold, extendAndSweep, 2)).status).toBe(200);
        expect((await user(browser)).isAuthenticated).toBe(true);
      });

    it("never lets it live longer than any session may", async () => {
      const { browser } = await signedIn();
      const { sessionEndsAt } = await user(browser);
      expect(sessionEndsAt - server().clock.now()).toBeGreaterThan(24 * hour - minute);
      for (let halves = 0; halves < 47; halves += 1) {
        server().clock.advance(30 * minute);
        expect((await browser.call("ExtendSession")).status).toBe(200);
      }
      const { json } = await browser.call("ExtendSession");
      expect(json.sessionExpiresAt).toBe(sessionEndsAt);
      expect(await user(browser)).toMatchObject({ sessionExpiresAt: sessionEndsAt, sessionEndsAt });
      server().clock.advance(30 * minute);
      expect((await browser.call("ExtendSession")).status).toBe(400);
    });

    it("wakes no session that has ended: 400 without errors, and 401 where there was none", async () => {
      const { browser } = await signedIn();
      server().clock.advance(hour + 1000);
      const late = await browser.call("ExtendSession");
      expect([late.status, late.json.errors]).toEqual([400, undefined]);
      expect((await server().browser().call("ExtendSession")).status).toBe(401);
    });

    it("that comes with the cookie of before does not take the one that has taken its place", async () => {
      const { browser, user: person } = await signedIn();
      const before = new Map(browser.cookies);
      await browser.signIn(person.username, testPassword);
      const now = browser.cookies.get(cookieNames.session);
      const late = server().browser();
      for (const [name, value] of before) late.cookies.set(name, value);
      const answer = await late.call("ExtendSession");
      expect(answer.status).toBe(400);
      const set = (answer.headers["set-cookie"] ?? []).filter((line) => line.startsWith(cookieNames.session));
      expect([set, now === before.get(cookieNames.session)]).toEqual([[], false]);
    });

    it("cannot be made to happen by another site", async () => {
      const { browser } = await signedIn();
      const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      expect((await browser.post("/api/Account/ExtendSession", undefined, foreign)).status).toBe(400);
    });
  });
});
