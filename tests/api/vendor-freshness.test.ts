import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";
import type { Mischief } from "../support/stand-in-provider.ts";
import type { TestClient } from "../support/test-client.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

const hour = 3600;
const now = () => Math.floor(Date.now() / 1000);

/** The provider lets somebody in who proved who they are so many seconds ago; undefined: it does not say when. */
const from = (age: number | undefined): Mischief => ({
  claims: { auth_time: age === undefined ? undefined : now() - age },
});

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const browser = () => suite().server.browser();
  const wishesOf = async (visitor: TestClient, returnUrl: string) =>
    Object.fromEntries(new URL(await suite().wayOut(visitor, returnUrl)).searchParams);

  describe("an application that wants a new proof", () => {
    it.each([
      ["prompt=login", { prompt: "login" }],
      ["prompt=login and max_age", { prompt: "login", max_age: "7200" }],
      ["max_age", { max_age: "60" }],
    ])("by %s is given no older one, nor one without its time", async (_how, params) => {
      const person = suite().person();
      await suite().linked(person);
      const returnUrl = await suite().server.addRequest(params);
      for (const mischief of [from(hour), from(undefined)]) {
        const visitor = browser();
        const answer = await suite().signIn(visitor, person, { returnUrl, mischief });
        expect(await suite().errorOf(visitor, answer)).toBe("signIn");
        expect((await visitor.call("User")).json.isAuthenticated).toBe(false);
      }
    });

    it("has it asked for at the provider", async () => {
      const { addRequest } = suite().server;
      const login = await wishesOf(browser(), await addRequest({ prompt: "login" }));
      expect(login).toMatchObject({ prompt: "login", max_age: expect.stringMatching(/^[1-5]$/) });
      const aged = await wishesOf(browser(), await addRequest({ max_age: "60" }));
      expect([aged.prompt, aged.max_age]).toEqual([undefined, "60"]);
      const plain = await wishesOf(browser(), await addRequest());
      expect([plain.prompt, plain.max_age]).toEqual([undefined, undefined]);
    });

    it.each([
      ["prompt=login", { prompt: "login" }, 0],
      ["prompt=login, by a clock that is a little behind", { prompt: "login" }, 20],
      ["max_age", { max_age: "600" }, 400],
    ])("by %s is answered without being asked twice", async (_how, params, age) => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const { begun, page } = await suite().apply(visitor, "vendors", params);
      const returnUrl = returnUrlOf(page);
      const back = await suite().signIn(visitor, person, { returnUrl, mischief: from(age) });
      const tokens = await begun.finish(await suite().follow(visitor, back.headers.location ?? ""));
      expect(tokens.claims()?.sub).toBe(user.id);
    });
  });

  it("takes the time of a proof that has a fraction", async () => {
    const [visitor, person] = [browser(), suite().person()];
    const user = await suite().linked(person);
    const mischief = { claims: { auth_time: now() - hour + 0.0625 } };
    expect((await suite().signIn(visitor, person, { mischief })).headers.location).toBe("/");
    const { db } = database.store();
    const sessions = db.selectFrom("sessions").select("authenticated_at").where("user_id", "=", user.id);
    const { authenticated_at } = await sessions.executeTakeFirstOrThrow();
    expect(authenticated_at).toBe((mischief.claims.auth_time - 0.0625) * 1000);
  });

  describe("a provider that answers from an old sign-in", () => {
    it.each([
      ["and says so", hour],
      ["and does not say when that was", undefined],
    ])("%s signs in, but nothing can be changed by it", async (_how, age) => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      await suite().signIn(visitor, person, { mischief: from(age) });
      expect((await visitor.call("User")).json.userId).toBe(user.id);
      const device = await visitor.call("CredentialOptions");
      expect(device.json.codes[""][0].code).toBe("problems.signInAgain");
      expect((await visitor.call("Setup2FAView")).json.step).toBe("signInAgain");
      const code = await suite().invitation(suite().person(), user.username);
      expect((await visitor.call("EexLink", { code })).json.outcome).toBe("proofRequired");
    });

    it("is asked for a new one by whoever comes from a page on which something can be changed", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      await suite().signIn(visitor, person, { mischief: from(hour) });
      const returnUrl = "/account/registerdevice";
      expect(await wishesOf(visitor, returnUrl)).toMatchObject({ prompt: "login", max_age: "1" });
      await suite().signIn(visitor, person, { returnUrl });
      expect((await visitor.call("CredentialOptions")).status).toBe(200);
    });

    it("brings no offer of a device", async () => {
      const person = suite().person();
      await suite().linked(person, await suite().server.addUser({ deviceOfferAt: 0 }));
      const silent = await suite().signIn(browser(), person, { mischief: from(hour) });
      expect(silent.headers.location).toBe("/");
      const fresh = await suite().signIn(browser(), person);
      expect(fresh.headers.location).toBe("/account/registerdevice");
    });

    it.each([
      ["its own time", hour, (claim: unknown) => Math.abs(Number(claim) - (now() - hour)) < 10],
      ["none where it does not say it", undefined, (claim: unknown) => claim === undefined],
      ["no time to come", -20, (claim: unknown) => Number(claim) <= now()],
    ])("is told to applications with %s", async (_how, age, isRight) => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const { begun, page } = await suite().apply(visitor, "vendors");
      const way = { returnUrl: returnUrlOf(page), mischief: from(age) };
      const back = await suite().signIn(visitor, person, way);
      const tokens = await begun.finish(await suite().follow(visitor, back.headers.location ?? ""));
      expect(isRight(tokens.claims()?.auth_time)).toBe(true);
      const aged = await suite().apply(visitor, "vendors", { max_age: "600", prompt: "none" });
      expect(aged.page.searchParams.get("error")).toBe(age === -20 ? null : "login_required");
    });

    it("as another person than the application asked for ends there, not in a circle", async () => {
      const [first, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const { begun, page } = await suite().apply(first, "web");
      const login = { username: user.username, password: testPassword };
      const done = await first.call("Login", login, { returnUrl: returnUrlOf(page) });
      const tokens = await begun.finish(await suite().follow(first, done.json.redirect));
      const other = suite().person();
      await suite().linked(other);
      const visitor = browser();
      const hinted = await suite().apply(visitor, "web", { id_token_hint: tokens.id_token ?? "" });
      const way = { returnUrl: returnUrlOf(hinted.page), mischief: from(hour) };
      const back = await suite().signIn(visitor, other, way);
      const end = await suite().follow(visitor, back.headers.location ?? "");
      expect(end.searchParams.get("error")).toBe("login_required");
    });
  });
});
