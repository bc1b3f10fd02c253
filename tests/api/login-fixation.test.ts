import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import type { User } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { addPersonWith, appCode, forgetAddress, giveCode, givePassword } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import type { TestAnswer, TestClient } from "../support/test-client.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

const isAttempt = (name: string) => name.startsWith(cookieNames.attempt);

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  beforeEach(() => forgetAddress(suite().server));
  const browser = () => suite().server.browser();
  const proofOf = ({ username }: User) => ({ username, password: testPassword });
  const pending = async (visitor: TestClient, returnUrl = "/") =>
    (await visitor.call("User", undefined, { returnUrl })).json.pending;

  /** Somebody else's browser with the same cookies: those that were planted, or stolen, before the proof. */
  const twinOf = (visitor: TestClient): TestClient => {
    const twin = browser();
    for (const [name, value] of visitor.cookies) twin.cookies.set(name, value);
    return twin;
  };

  const attemptOf = ({ cookies }: TestClient) => [...cookies].filter(([name]) => isAttempt(name));

  const addOwing = () =>
    suite().server.addUser({ mustChangePassword: true, email: `${crypto.randomUUID()}@payroll.example` });
  const token = async (visitor: TestClient, { username, email }: User): Promise<string> => {
    await visitor.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username });
    return (await messagesTo(suite().server, email))[0]?.text ?? "";
  };

  /** The ways in: what is done before the proof, which gives the proof itself. */
  const ways: [string, (visitor: TestClient, user: User) => Promise<() => Promise<TestAnswer>>][] = [
    ["a password", async (visitor, user) => () => visitor.call("Login", proofOf(user))],
    [
      "a typed one-time token",
      async (visitor, user) => {
        const [code] = /\b\d{6}\b/.exec(await token(visitor, user)) ?? [];
        return () => visitor.call("LoginWithOTT", { token: code });
      },
    ],
    [
      "a mailed link",
      async (visitor, user) => {
        const [, secret] = /state=([\w-]+)/.exec(await token(visitor, user)) ?? [];
        return () => visitor.call("LoginWithOTT", { token: secret });
      },
    ],
    [
      "a provider",
      async (visitor, user) => {
        const person = suite().person();
        await suite().linked(person, user);
        const back = suite().provider.authorize(await suite().wayOut(visitor), person);
        return () => suite().callback(visitor, back);
      },
    ],
    [
      "a secure credential",
      async (visitor, user) => {
        const change = (must_change_password: 0 | 1) =>
          database
            .store()
            .db.updateTable("users")
            .set({ must_change_password })
            .where("id", "=", user.id)
            .execute();
        const device = new SoftwareAuthenticator(suite().origin);
        const own = browser();
        await change(0);
        await own.signIn(user.username, testPassword);
        await own.call("RegisterCredential", device.register((await own.call("CredentialOptions")).json));
        await change(1);
        const { json } = await visitor.call("AssertionOptions", {});
        return () => visitor.call("SecureLogin", device.assert(json));
      },
    ],
    [
      "the password to an identity that is linked",
      async (visitor, user) => {
        await suite().signIn(visitor, suite().person());
        return () => visitor.call("Link", proofOf(user));
      },
    ],
  ];

  describe("whoever shares the cookies of before the proof", () => {
    it.each(ways)("does not share what %s proves", async (_way, prepare) => {
      const [visitor, user] = [browser(), await addOwing()];
      await visitor.call("Token");
      const proof = await prepare(visitor, user);
      const twin = twinOf(visitor);
      await proof();
      expect(await pending(visitor)).toBe("passwordExpired");
      expect(await pending(twin)).toBe(null);
      const next = await twin.call("Next", undefined, { button: "continue" });
      expect([next.status, next.json.errors]).toEqual([400, undefined]);
    });

    it("does not share it either where they were somebody's who had proven something", async () => {
      const [stranger, user] = [browser(), await addOwing()];
      await stranger.call("Login", proofOf(await addOwing()));
      const visitor = twinOf(stranger);
      await visitor.call("Login", proofOf(user));
      expect(await pending(visitor)).toBe("passwordExpired");
      expect(await pending(stranger)).toBe(null);
    });

    it("does not share the identity that a provider vouched for and that waits to be linked", async () => {
      const visitor = browser();
      const back = suite().provider.authorize(await suite().wayOut(visitor), suite().person());
      const twin = twinOf(visitor);
      await suite().callback(visitor, back);
      expect((await visitor.call("ExternalUser")).json.step).toBe("proof");
      expect((await twin.call("ExternalUser")).json.step).toBe("none");
      expect((await twin.call("Link", proofOf(await suite().server.addUser()))).status).toBe(400);
    });

    it("and knows the password is left behind by the second step", async () => {
      const code = "0".repeat(20);
      const visitor = browser();
      const person = await addPersonWith(suite().server, ["authenticator"], [code]);
      await visitor.call("Token");
      const twin = twinOf(visitor);
      for (const one of [visitor, twin]) await givePassword(one, person);
      expect(attemptOf(twin)).toEqual(attemptOf(visitor));
      expect((await visitor.call("LoginWithRecoveryCode", { code })).json.outcome).toBe("codeUsed");
      expect((await twin.call("Next", undefined, { button: "continue" })).status).toBe(400);
      expect(twin.cookies.has(cookieNames.session)).toBe(false);
      expect((await visitor.call("Next", undefined, { button: "continue" })).status).toBe(209);
    });

    it("cannot put another proof in its place", async () => {
      const [visitor, user, stranger] = [browser(), await addOwing(), await addOwing()];
      await visitor.call("Token");
      const twin = twinOf(visitor);
      await visitor.call("Login", proofOf(user));
      await twin.call("Login", proofOf(stranger));
      const kept = await database
        .store()
        .db.selectFrom("attempts")
        .select("user_id")
        .where("user_id", "in", [user.id, stranger.id])
        .execute();
      expect(kept.map(({ user_id }) => user_id).sort()).toEqual([user.id, stranger.id].sort());
      expect(await pending(visitor)).toBe("passwordExpired");
    });
  });

  describe("the tabs of one browser", () => {
    const places = ["/devops", "/account/select", "/"];

    it.each(places)("sign in at once, and each has its second step: that for %s", async (last) => {
      const [visitor, person] = [browser(), await addPersonWith(suite().server, ["authenticator"])];
      await visitor.call("Token");
      const outcomes = await Promise.all(
        places.map((returnUrl) => givePassword(visitor, person, { returnUrl })),
      );
      expect(outcomes.map(({ json }) => json.outcome)).toEqual(places.map(() => "twoFactorRequired"));
      for (const place of places) expect(await pending(visitor, place)).toBe("twoFactorRequired");
      const query = { returnUrl: last };
      const done = await giveCode(visitor, "authenticator", appCode(suite().server), { query });
      expect([done.status, done.json.redirect]).toEqual([209, last]);
      expect((await visitor.call("User")).json.userId).toBe(person.user.id);
    });

    it("sign in for the same address at once, and go on", async () => {
      const [visitor, person] = [browser(), await addPersonWith(suite().server, ["authenticator"])];
      await visitor.call("Token");
      await Promise.all([1, 2, 3].map(() => givePassword(visitor, person)));
      expect(await pending(visitor)).toBe("twoFactorRequired");
      expect((await giveCode(visitor, "authenticator", appCode(suite().server))).status).toBe(209);
    });

    it("keep what they had begun, when another one is ahead", async () => {
      const visitor = browser();
      const [user, person] = [await suite().server.addUser(), suite().person()];
      await suite().linked(person);
      const email = `${crypto.randomUUID()}@payroll.example`;
      const other = await suite().server.addUser({ email });
      const ask = { purpose: "oneTimeToken", channel: "mail", username: other.username };
      await visitor.call("SendOTP", ask, { returnUrl: "/devops" });
      const address = await suite().wayOut(visitor, "/error/notfound");
      await visitor.call("Login", proofOf(await addOwing()));
      expect((await visitor.signIn(user.username, testPassword)).status).toBe(209);
      const [mail] = await messagesTo(suite().server, email);
      const [code] = /\b\d{6}\b/.exec(mail?.text ?? "") ?? [];
      const typed = await visitor.call("LoginWithOTT", { token: code }, { returnUrl: "/devops" });
      expect([typed.status, typed.json.redirect]).toEqual([209, "/devops"]);
      const back = await suite().callback(visitor, suite().provider.authorize(address, person));
      expect(back.headers.location).toBe("/error/notfound");
    });

    it("forget at the sign-out what was half proven in any of them", async () => {
      for (const leave of ["Logout", "Next"] as const) {
        const visitor = browser();
        await visitor.call("Login", proofOf(await addOwing()), { returnUrl: "/devops" });
        await visitor.signIn((await suite().server.addUser()).username, testPassword);
        expect(await pending(visitor, "/devops")).toBe("passwordExpired");
        const twin = twinOf(visitor);
        await visitor.call(
          leave,
          leave === "Logout" ? {} : undefined,
          leave === "Next" ? { button: "switch" } : {},
        );
        for (const one of [visitor, twin]) expect(await pending(one, "/devops")).toBe(null);
        expect(attemptOf(visitor)).toEqual([]);
      }
    });
  });

  it("is held by a cookie that no script reads, until the session takes its place", async () => {
    const [visitor, person] = [browser(), await addPersonWith(suite().server, ["authenticator"])];
    const answer = await givePassword(visitor, person);
    expect(answer.headers["set-cookie"]?.find(isAttempt)).toMatch(
      /^__Host-vestibule-attempt-[\w-]{16}=[\w-]{43}; Max-Age=3600; Path=\/; HttpOnly; Secure; SameSite=Lax$/,
    );
    await giveCode(visitor, "authenticator", appCode(suite().server));
    expect(attemptOf(visitor)).toEqual([]);
  });
});
