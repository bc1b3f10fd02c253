import { randomBytes } from "node:crypto";
import { createRemoteJWKSet, jwtVerify } from "jose";
import * as oidc from "openid-client";
import { afterAll, beforeAll, beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { changeAndEndOthers } from "../../src/server/account/account-change.ts";
import type { CallContext } from "../../src/server/call.ts";
import { addSignOutNotices, claimSignOutNotices } from "../../src/server/store/sign-out-notices.ts";
import { sweep } from "../../src/server/store/sweep.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { hour, minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { type LogoutListener, listenForLogouts, tellSignOuts } from "../support/logout-listener.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";
import { whileHeld } from "../support/while-held.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);
  const closed = oidcSuite(database, { privateAddresses: [] });
  let listener: LogoutListener;
  beforeAll(async () => {
    listener = await listenForLogouts();
  });
  afterAll(() => listener.close());
  beforeEach(async () => {
    listener.answer = 204;
    suite().clients.listening = testClient("listening", { backChannelLogoutUri: listener.url });
    await database.store().db.deleteFrom("sign_out_notices").execute();
  });

  const tell = () => tellSignOuts(suite().server.services);
  const waiting = () => database.store().db.selectFrom("sign_out_notices").selectAll().execute();

  /** Somebody who is signed in to the application that listens. */
  const signedIn = async () => {
    const [browser, user] = [suite().server.browser(), await suite().server.addUser()];
    return { browser, user, ...(await suite().signIn(browser, user, "listening")) };
  };

  /** The ways in which a session ends that was signed in to applications. */
  const ends: [string, (person: { browser: TestClient; userId: string }) => Promise<unknown>][] = [
    ["a sign-out", ({ browser }) => browser.call("Logout", {})],
    [
      "the end of an unused session in its tab",
      ({ browser }) => browser.call("SilentLogout", { reason: "inactivity" }),
    ],
    [
      "a change of the account elsewhere",
      ({ userId }) => {
        const { services } = suite().server;
        const elsewhere = { services, visitor: { session: null } } as unknown as CallContext;
        return changeAndEndOthers(
          elsewhere,
          userId,
          async () => true,
          () => ({}),
        );
      },
    ],
    [
      // By its row, because an hour later what the application was given has ended too.
      "the end of an unused session on the server",
      ({ userId }) =>
        database
          .store()
          .db.updateTable("sessions")
          .set({ expires_at: suite().server.clock.now() })
          .where("user_id", "=", userId)
          .execute(),
    ],
  ];

  describe.each(ends)("after %s", (_name, end) => {
    it("the application is told once, by a token that its library can verify", async () => {
      const { browser, user, tokens } = await signedIn();
      await end({ browser, userId: user.id });
      await tell();
      await tell();
      const told = listener.heardOf(user.id);
      expect(told).toHaveLength(1);
      const keys = createRemoteJWKSet(new URL(`${suite().origin}/connect/jwks`));
      const { payload } = await jwtVerify(told[0]?.token ?? "", keys, {
        issuer: suite().origin,
        audience: "listening",
        typ: "logout+jwt",
        requiredClaims: ["iat", "exp", "jti", "events"],
        // The keys have no clock of their own.
        currentDate: new Date(),
      });
      expect(payload).toMatchObject({
        sub: user.id,
        sid: tokens.claims()?.sid,
        events: { "http://schemas.openid.net/event/backchannel-logout": {} },
      });
      expect(payload).not.toHaveProperty("nonce");
    });

    it("what the application was given is of no use any more", async () => {
      const { browser, user, application, tokens } = await signedIn();
      const service = (await suite().application("web")).configuration;
      const look = () =>
        Promise.allSettled([
          oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id),
          oidc.tokenIntrospection(service, tokens.access_token),
        ]);
      expect(await look()).toMatchObject([{ value: { sub: user.id } }, { value: { active: true } }]);
      const { db } = database.store();
      const sessions = db.selectFrom("sessions").select("id_hash").where("user_id", "=", user.id);
      const { id_hash: line } = await sessions.executeTakeFirstOrThrow();
      await end({ browser, userId: user.id });
      await tell();
      expect(await look()).toMatchObject([{ reason: { status: 401 } }, { value: { active: false } }]);
      // That the session is gone would be enough; the grant goes all the same, so that no session can bring it back.
      // And which applications were entered is forgotten with it.
      const records = db.selectFrom("oidc_records").select("id_hash");
      expect(await records.where("uid", "in", [user.id, line]).execute()).toEqual([]);
    });
  });

  it("tells every application that was entered, each with its own session", async () => {
    suite().clients["also-listening"] = testClient("also-listening", { backChannelLogoutUri: listener.url });
    const { browser, user, tokens } = await signedIn();
    const begun = await (await suite().application("also-listening")).begin();
    const also = await begun.finish(await suite().follow(browser, begun.path));
    await suite().signIn(browser, user, "web", { prompt: "login" });
    await browser.call("Logout", {});
    await tell();
    const told = listener.heardOf(user.id).map(({ payload }) => [payload.aud, payload.sid]);
    expect(told.sort()).toEqual([
      ["also-listening", also.claims()?.sid],
      ["listening", tokens.claims()?.sid],
    ]);
  });

  it("keeps nobody waiting for an application that does not answer", async () => {
    listener.answer = "silence";
    const { browser, user } = await signedIn();
    const done = await browser.call("Logout", {});
    expect(done.json.outcome).toBe("signedOut");
    expect(listener.heardOf(user.id)).toEqual([]);
    expect((await waiting()).map(({ tries }) => tries)).toEqual([0]);
  });

  it.each([503, 429, "silence"] as const)("tries again after %s, until it is taken", async (answer) => {
    listener.answer = answer;
    const { browser, user } = await signedIn();
    await browser.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
    listener.answer = 200;
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
    suite().server.clock.advance(2 * second);
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(2);
    expect(await waiting()).toEqual([]);
    const [first, again] = listener.heardOf(user.id).map(({ payload }) => payload);
    expect(again?.sid).toBe(first?.sid);
    expect(suite().server.log.join("")).toContain("the application did not take the sign-out");
  });

  const addNotices = (clientId: string, count: number, at: number) => {
    const notices = Array.from({ length: count }, (_, index) => ({
      clientId,
      userId: `user-${index}`,
      sid: `${clientId}-${index}`,
    }));
    const { secretKeys } = suite().server.services.settings;
    return addSignOutNotices(database.store().db, secretKeys, notices, hour, at);
  };

  it("keeps no application waiting for one that takes connections and says nothing, whose turn comes again", async () => {
    const silent = await listenForLogouts();
    onTestFinished(() => silent.close());
    silent.answer = "silence";
    suite().clients.silent = testClient("silent", { backChannelLogoutUri: silent.url });
    const { clock } = suite().server;
    onTestFinished(clock.hold());
    await addNotices("silent", 100, clock.now() - 1);
    await addNotices("listening", 1, clock.now());
    await tell();
    expect(listener.heard.map(({ payload }) => payload.sid)).toContain("listening-0");
    expect(silent.heard).toHaveLength(20);
    const dueAt = clock.now() + 2 * second;
    expect((await waiting()).map(({ due_at }) => due_at)).toEqual(Array(100).fill(dueAt));
    silent.answer = 200;
    clock.advance(2 * second);
    await tell();
    expect(new Set(silent.heard.map(({ payload }) => payload.sid)).size).toBe(100);
    expect(await waiting()).toEqual([]);
  });

  it("puts off nothing that is for an application that leaves one notice without an answer", async () => {
    listener.answer = ({ sid }) => (sid === "listening-0" ? "silence" : 200);
    const { clock } = suite().server;
    onTestFinished(clock.hold());
    await addNotices("listening", 60, clock.now());
    await tell();
    expect((await waiting()).map(({ tries }) => tries)).toEqual([1]);
  });

  it("tells the others where one notice is sealed by a key that nobody has any more", async () => {
    const { browser, user } = await signedIn();
    const notice = { clientId: "listening", userId: user.id, sid: "lost" };
    const before = suite().server.clock.now() - 1;
    await addSignOutNotices(database.store().db, [randomBytes(32)], [notice], hour, before);
    await browser.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
    expect(await waiting()).toMatchObject([{ tries: 1 }]);
    expect(suite().server.log.join("")).toContain("a sign-out could not be told");
  });

  it("does not try again what the application calls wrong, and says so to the operator", async () => {
    listener.answer = 400;
    const { browser } = await signedIn();
    await browser.call("Logout", {});
    await tell();
    expect(await waiting()).toEqual([]);
    expect(suite().server.log.join("")).toContain("the application is not told of the sign-out any more");
  });

  it("gives up after an hour, and keeps who it was about from everybody until then", async () => {
    listener.answer = 500;
    const { browser, user, tokens } = await signedIn();
    await browser.call("Logout", {});
    const [notice] = await waiting();
    for (const secret of [user.id, String(tokens.claims()?.sid), "listening"])
      expect(JSON.stringify(notice)).not.toContain(secret);
    let tries = 0;
    while ((await waiting()).length > 0 && tries < 100) {
      await tell();
      suite().server.clock.advance(2 * minute);
      tries += 1;
    }
    expect(tries).toBeGreaterThan(10);
    expect(tries).toBeLessThan(40);
  });

  it("tells each once, however many processes look", async () => {
    const people = await Promise.all(Array.from({ length: 8 }, signedIn));
    await Promise.all(people.map(({ browser }) => browser.call("Logout", {})));
    await Promise.all(Array.from({ length: 6 }, tell));
    for (const { user } of people) expect(listener.heardOf(user.id)).toHaveLength(1);
  });

  if (database.kind === "postgres")
    it("tells none that another process takes at the same moment", async () => {
      const { browser, user } = await signedIn();
      await browser.call("Logout", {});
      const claim = (transaction: Db) =>
        claimSignOutNotices(transaction, { limit: 1, claim: minute }, suite().server.clock.now());
      await whileHeld(database, claim, tell);
      expect(listener.heardOf(user.id)).toEqual([]);
    });

  it("tells nobody of a session that ended twice at once", async () => {
    const { browser, user } = await signedIn();
    const twice = () => browser.call("SilentLogout", { reason: "inactivity" });
    await Promise.all([twice(), twice(), browser.call("Logout", {})]);
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
  });

  it("still knows the applications of a long line of sessions, and of one whose end nobody noticed for hours", async () => {
    const { browser, user, tokens } = await signedIn();
    const { server } = suite();
    const { db } = database.store();
    for (let hours = 0; hours < 40; hours += 1) {
      server.clock.advance(50 * minute);
      await browser.call("User");
      // A session lasts 24 hours at most, so the person signs in again before.
      if (hours % 20 === 10) await suite().signIn(browser, user, "web", { prompt: "login" });
      await sweep(db, server.services.settings.auditLife, server.clock.now());
    }
    server.clock.advance(12 * hour);
    await sweep(db, server.services.settings.auditLife, server.clock.now());
    await tell();
    expect(listener.heardOf(user.id).map(({ payload }) => payload.sid)).toEqual([tokens.claims()?.sid]);
  });

  it("calls no private address that the settings do not allow, by number or by name", async () => {
    const careful = closed();
    const { browser, user } = { browser: careful.server.browser(), user: await careful.server.addUser() };
    careful.clients.inner = testClient("inner", { backChannelLogoutUri: listener.url });
    careful.clients.named = testClient("named", {
      backChannelLogoutUri: listener.url.replace("127.0.0.1", "localhost"),
    });
    await careful.signIn(browser, user, "inner");
    await careful.signIn(browser, user, "named", { prompt: "login" });
    await browser.call("Logout", {});
    await tellSignOuts(careful.server.services);
    expect(listener.heardOf(user.id)).toEqual([]);
    expect(careful.server.log.join("").match(/the application did not take the sign-out/g)).toHaveLength(2);
  });

  it("keeps the applications and their tokens when the same person signs in again", async () => {
    const { browser, user, application, tokens } = await signedIn();
    await suite().signIn(browser, user, "web", { prompt: "login" });
    await suite().signIn(browser, user, "web", { prompt: "login" });
    await tell();
    expect(listener.heardOf(user.id)).toEqual([]);
    await oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    await browser.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id).map(({ payload }) => payload.sid)).toEqual([tokens.claims()?.sid]);
  });

  it("leaves no session and no application behind that two sign-ins at once made of one", async () => {
    const { browser, user, application, tokens } = await signedIn();
    await Promise.all([1, 2, 3].map(() => browser.signIn(user.username, testPassword)));
    await oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    await tell();
    expect(listener.heardOf(user.id)).toEqual([]);
    await browser.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id).map(({ payload }) => payload.sid)).toEqual([tokens.claims()?.sid]);
    const sessions = database.store().db.selectFrom("sessions").select("id_hash");
    expect(await sessions.where("user_id", "=", user.id).execute()).toEqual([]);
  });

  it("goes on with the applications of a session that another tab's sign-in has just replaced", async () => {
    const { browser, user } = await signedIn();
    const late = suite().server.browser();
    for (const [name, value] of browser.cookies) late.cookies.set(name, value);
    await browser.signIn(user.username, testPassword);
    await late.signIn(user.username, testPassword);
    await late.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
    const sessions = database.store().db.selectFrom("sessions").select("id_hash");
    expect(await sessions.where("user_id", "=", user.id).execute()).toEqual([]);
  });

  it("leaves a session alone where another person signs in with an identifier that it had before", async () => {
    const { browser, user } = await signedIn();
    const thief = suite().server.browser();
    for (const [name, value] of browser.cookies) thief.cookies.set(name, value);
    await browser.signIn(user.username, testPassword);
    await thief.signIn((await suite().server.addUser()).username, testPassword);
    expect((await browser.call("User")).json.userId).toBe(user.id);
    await tell();
    expect(listener.heardOf(user.id)).toEqual([]);
  });

  it("keeps the applications while one of two sessions that were made at once is used", async () => {
    const { browser, user, application, tokens } = await signedIn();
    await Promise.all([1, 2].map(() => browser.signIn(user.username, testPassword)));
    suite().server.clock.advance(hour / 2);
    expect((await browser.call("User")).json.userId).toBe(user.id);
    suite().server.clock.advance(hour / 2 + second);
    await tell();
    expect(listener.heardOf(user.id)).toEqual([]);
    await browser.call("Logout", {});
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
    await expect(
      oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id),
    ).rejects.toThrow();
  });

  it("tells the applications of the first person when another one signs in", async () => {
    const { browser, user } = await signedIn();
    await suite().signIn(browser, await suite().server.addUser(), "web", { prompt: "login" });
    await tell();
    expect(listener.heardOf(user.id)).toHaveLength(1);
  });
});
