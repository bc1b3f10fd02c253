import { randomUUID } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { userOfExternalLogin } from "../../src/server/store/external-logins.ts";
import type { User } from "../../src/server/store/users.ts";
import { day, minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { giveOtherKey } from "../support/other-key.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import type { StandInPerson } from "../support/stand-in-provider.ts";
import type { TestClient } from "../support/test-client.ts";
import { type VendorSuite, vendorSuite } from "../support/vendor-suite.ts";

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const strict = vendorSuite(database, { dateOfBirth: true });
  const browser = () => suite().server.browser();
  const ownerOf = (person: StandInPerson, of: VendorSuite = suite()) =>
    userOfExternalLogin(of.server.services.store.db, { issuer: of.provider.issuer, subject: person.sub });
  const proofOf = ({ username }: User) => ({ username, password: testPassword });

  /** A browser that came back from the provider as somebody who is linked to nobody. */
  const arrived = async (person: StandInPerson, query: { returnUrl?: string } = {}, of = suite()) => {
    const visitor = of.server.browser();
    const answer = await of.signIn(visitor, person, query);
    expect(answer.headers.location).toMatch(/^\/account\/link/);
    return visitor;
  };
  const external = async (visitor: TestClient, query: Record<string, string> = {}) =>
    (await visitor.call("ExternalUser", undefined, query)).json;

  describe("an unknown identity", () => {
    it("is shown with a name to begin with, and linked by the password", async () => {
      const person = suite().person({ preferred_username: "ada" });
      const user = await suite().server.addUser();
      const visitor = await arrived(person, { returnUrl: "/devops" });
      expect(await external(visitor, { returnUrl: "/devops" })).toMatchObject({
        step: "proof",
        provider: "Contoso",
        displayName: person.name,
        email: person.email,
        username: "ada",
        dateOfBirth: false,
      });
      const answer = await visitor.call("Link", proofOf(user), { returnUrl: "/devops" });
      expect([answer.status, answer.json.redirect]).toEqual([209, "/devops"]);
      expect(await ownerOf(person)).toBe(user.id);
      expect((await visitor.call("User")).json.userId).toBe(user.id);
      expect(await external(visitor, { returnUrl: "/devops" })).toMatchObject({ step: "none" });
      const next = browser();
      expect((await suite().signIn(next, person)).headers.location).toBe("/");
      expect((await next.call("User")).json.userId).toBe(user.id);
    });

    it.each([
      ["of its own subject, where the token names nobody", "its own", "Ada Elsewhere"],
      ["of no other subject", "another", null],
      ["of nobody where that fails, and goes on all the same", undefined, null],
    ])("is shown by what the userinfo endpoint tells %s", async (_, whose, displayName) => {
      const { sub } = suite().person();
      const { provider } = suite();
      provider.metadata = { userinfo_endpoint: `${provider.issuer}/userinfo` };
      // What it says of itself is kept for ten minutes.
      suite().server.clock.advance(11 * minute);
      const subject = whose === "its own" ? sub : `${sub}x`;
      const told = { sub: subject, name: "Ada Elsewhere", email: "ada@elsewhere.example" };
      provider.userInfo = whose === undefined ? undefined : told;
      const visitor = await arrived({ sub });
      const email = displayName && "ada@elsewhere.example";
      expect(await external(visitor)).toMatchObject({ step: "proof", displayName, email });
      suite().server.clock.advance(11 * minute);
    });

    it("is on no page that is kept for others, also where its name is all that is known", async () => {
      const { pagesDrawn } = suite().server.services.metrics;
      const drawn = async () => (await pagesDrawn.get()).values[0]?.value ?? 0;
      const visitor = await arrived({ sub: randomUUID(), name: "Ada Contoso" });
      const before = await drawn();
      for (let looks = 0; looks < 2; looks += 1) {
        const page = await visitor.send("/account/link", { headers: { accept: "text/html" } });
        expect(pageStateOf(page)?.view).toMatchObject({ displayName: "Ada Contoso", username: null });
      }
      expect((await drawn()) - before).toBe(2);
    });

    it("waits in its own attempt and browser alone, and for an hour", async () => {
      const visitor = await arrived(suite().person(), { returnUrl: "/devops" });
      expect(await external(visitor)).toMatchObject({ step: "none", username: null });
      expect(await external(browser(), { returnUrl: "/devops" })).toMatchObject({ step: "none" });
      suite().server.clock.advance(61 * minute);
      expect(await external(visitor, { returnUrl: "/devops" })).toMatchObject({ step: "none" });
      const late = await visitor.call("Link", { username: "a", password: "b" }, { returnUrl: "/devops" });
      expect([late.status, late.json.errors]).toEqual([400, undefined]);
    });

    it("waits no longer once the key is gone that sealed it", async () => {
      const visitor = await arrived(suite().person());
      expect(await external(visitor)).toMatchObject({ step: "proof" });
      giveOtherKey(suite().server);
      expect(await external(visitor)).toMatchObject({ step: "none" });
    });

    it("is not linked by a wrong password, and spends the tries of the name", async () => {
      const person = suite().person();
      const user = await suite().server.addUser();
      const visitor = await arrived(person);
      const wrong = { username: user.username, password: "wrong" };
      const { status, json } = await visitor.call("Link", wrong);
      expect([status, json.codes[""][0].code]).toEqual([400, "problems.signInFailed"]);
      for (let round = 0; round < 4; round += 1) await visitor.call("Link", wrong);
      const elsewhere = await browser().call("Login", proofOf(user));
      expect([403, 429]).toContain(elsewhere.status);
      expect((await visitor.call("Link", proofOf(user))).status).not.toBe(209);
      expect(await ownerOf(person)).toBeUndefined();
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("that is another account's is refused after the right password alone", async () => {
      const person = suite().person();
      const visitor = await arrived(person);
      const [first, second] = [await suite().linked(person), await suite().server.addUser()];
      const { status, json } = await visitor.call("Link", proofOf(second));
      expect([status, json.codes[""][0].code]).toEqual([400, "problems.linkTaken"]);
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
      expect(await ownerOf(person)).toBe(first.id);
      expect((await visitor.call("Link", proofOf(first))).status).toBe(209);
    });

    it("is linked only when the second factor is set up too", async () => {
      const person = suite().person();
      const user = await suite().server.addUser({ secondFactorRequired: true });
      const visitor = await arrived(person);
      expect((await visitor.call("Link", proofOf(user))).json.outcome).toBe("twoFactorSetupRequired");
      expect(await ownerOf(person)).toBeUndefined();
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("is linked only with the second step, also where the device is remembered", async () => {
      const { server } = suite();
      const owner = await addPersonWith(server, ["authenticator"]);
      const remembered = server.browser();
      await givePassword(remembered, owner);
      await giveCode(remembered, "authenticator", appCode(server), { rememberDevice: true });
      const person = suite().person();
      const visitor = await arrived(person);
      visitor.cookies.set(cookieNames.device, remembered.cookies.get(cookieNames.device) ?? "");
      expect((await visitor.call("Link", proofOf(owner.user))).json.outcome).toBe("twoFactorRequired");
      expect(await ownerOf(person)).toBeUndefined();
      expect((await giveCode(visitor, "authenticator", appCode(server, 1))).status).toBe(209);
      expect(await ownerOf(person)).toBe(owner.user.id);
    });

    it("is told to the account's address: which provider, when, and what to do", async () => {
      const [person, email] = [suite().person(), `${randomUUID()}@payroll.example`];
      const user = await suite().server.addUser({ email, language: "en-GB" });
      const visitor = await arrived(person);
      await visitor.call("Link", proofOf(user));
      const [mail, ...more] = await messagesTo(suite().server, email);
      expect(more).toEqual([]);
      expect(mail?.subject).toContain("Contoso");
      const day = new Intl.DateTimeFormat("en-GB", { dateStyle: "long", timeZone: "UTC" });
      expect(mail?.text).toContain(day.format(suite().server.clock.now()));
      expect(mail?.text).toContain("If this was not you");
      expect(mail?.text).not.toContain(person.name);
      await suite().signIn(browser(), person);
      expect(await messagesTo(suite().server, email)).toHaveLength(1);
    });

    it("is told to nobody before the account is proven in full", async () => {
      const [person, email] = [suite().person(), `${randomUUID()}@payroll.example`];
      const user = await suite().server.addUser({ email, secondFactorRequired: true });
      await (await arrived(person)).call("Link", proofOf(user));
      expect(await messagesTo(suite().server, email)).toEqual([]);
    });

    it("pressed twenty times at once is linked once", async () => {
      const person = suite().person();
      const user = await suite().server.addUser();
      const visitor = await arrived(person);
      await Promise.all(Array.from({ length: 20 }, () => visitor.call("Link", proofOf(user))));
      expect(await ownerOf(person)).toBe(user.id);
    });

    it("goes to one of two accounts that take it at once", async () => {
      const person = suite().person();
      const users = [await suite().server.addUser(), await suite().server.addUser()];
      const visitors = [await arrived(person), await arrived(person)];
      await Promise.all(
        visitors.map((visitor, index) => visitor.call("Link", proofOf(users[index] as User))),
      );
      const sessions = await suite()
        .server.services.store.db.selectFrom("sessions")
        .select(["user_id", "vendor_id"])
        .where(
          "user_id",
          "in",
          users.map(({ id }) => id),
        )
        .where("vendor_id", "is not", null)
        .execute();
      expect(sessions.map((session) => session.user_id)).toEqual([await ownerOf(person)]);
    });

    it("is linked by the posted form too, which keeps the name and no password", async () => {
      const person = suite().person();
      const user = await suite().server.addUser();
      const visitor = await arrived(person);
      const { origin } = suite();
      const wrong = { username: user.username, password: "typed blind" };
      const refused = await postForm(visitor, "/account/link", wrong, { origin });
      expect(refused.text).not.toContain("typed blind");
      expect(pageStateOf(refused)).toMatchObject({ screen: "link", values: { username: user.username } });
      const answer = await postForm(visitor, "/account/link", proofOf(user), { origin });
      expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
      expect(await ownerOf(person)).toBe(user.id);
    });
  });

  describe("where the partner asks for the date of birth", () => {
    const born = "1984-02-29";

    it("takes the right one alone", async () => {
      const person = strict().person();
      const user = await strict().server.addUser({ dateOfBirth: born });
      const visitor = await arrived(person, {}, strict());
      expect(await external(visitor)).toMatchObject({ dateOfBirth: true });
      const other = await visitor.call("Link", { ...proofOf(user), dateOfBirth: "1984-02-28" });
      expect([other.status, other.json.codes[""][0].code]).toEqual([400, "problems.linkFailed"]);
      const wrong = await visitor.call("Link", { username: user.username, password: "x", dateOfBirth: born });
      expect(wrong.json.codes).toEqual(other.json.codes);
      expect((await visitor.call("Link", { ...proofOf(user), dateOfBirth: born })).status).toBe(209);
      expect(await ownerOf(person, strict())).toBe(user.id);
    });

    it.each([undefined, "1901-01-01", "0001-01-01"])(
      "asks for it again where it is %s",
      async (dateOfBirth) => {
        const user = await strict().server.addUser({ dateOfBirth: dateOfBirth ?? null });
        const visitor = await arrived(strict().person(), {}, strict());
        const body = { ...proofOf(user), ...(dateOfBirth === undefined ? {} : { dateOfBirth }) };
        const { status, json } = await visitor.call("Link", body);
        expect([status, json.codes]).toEqual([400, { dateOfBirth: [{ code: "validation.required" }] }]);
      },
    );

    it("says that it is required where the posted form leaves it empty", async () => {
      const user = await strict().server.addUser({ dateOfBirth: born });
      const visitor = await arrived(strict().person(), {}, strict());
      const { origin } = strict();
      const empty = { ...proofOf(user), dateOfBirth: "" };
      const { problems } = pageStateOf(await postForm(visitor, "/account/link", empty, { origin })) ?? {};
      expect(problems).toEqual({ dateOfBirth: [{ code: "validation.required" }] });
    });

    it.each([null, "1901-01-01"])("links no account whose own is %s", async (dateOfBirth) => {
      const user = await strict().server.addUser({ dateOfBirth });
      const visitor = await arrived(strict().person(), {}, strict());
      const { json } = await visitor.call("Link", { ...proofOf(user), dateOfBirth: born });
      expect(json.codes[""][0].code).toBe("problems.linkFailed");
    });

    it("counts a wrong one like a wrong password", async () => {
      const user = await strict().server.addUser({ dateOfBirth: born });
      const visitor = await arrived(strict().person(), {}, strict());
      const wrong = { ...proofOf(user), dateOfBirth: "1990-01-01" };
      for (let round = 0; round < 5; round += 1) await visitor.call("Link", wrong);
      expect((await visitor.call("Link", { ...proofOf(user), dateOfBirth: born })).status).not.toBe(209);
    });
  });

  describe("an invitation", () => {
    const isExpired = ({ status, json }: { status: number; json: { redirect?: string } }) =>
      status === 209 && json.redirect === "/error/link-expired?errorId=invitationExpired";

    it("is linked at once by who has just signed in, and is then spent", async () => {
      const person = suite().person();
      const [visitor, user] = [browser(), await suite().server.addUser()];
      await visitor.signIn(user.username, testPassword);
      const code = await suite().invitation(person, user.username);
      expect(await external(visitor, { id: code })).toMatchObject({
        step: "invitation",
        provider: "Contoso",
        displayName: person.name,
      });
      const { json } = await visitor.call("EexLink", { code });
      expect(json).toEqual({ outcome: "linked", provider: "Contoso", displayName: person.name });
      expect(await ownerOf(person)).toBe(user.id);
      expect(isExpired(await visitor.call("EexLink", { code }))).toBe(true);
      expect(isExpired(await visitor.call("ExternalUser", undefined, { id: code }))).toBe(true);
      expect((await suite().signIn(browser(), person)).headers.location).toBe("/");
    });

    it("asks for the proof where the sign-in is older than five minutes, or there is none", async () => {
      const [signedIn, user] = [browser(), await suite().server.addUser()];
      await signedIn.signIn(user.username, testPassword);
      suite().server.clock.advance(6 * minute);
      for (const visitor of [signedIn, browser()]) {
        const person = suite().person();
        const code = await suite().invitation(person, user.username);
        expect((await visitor.call("EexLink", { code })).json.outcome).toBe("proofRequired");
        const shown = { step: "proof", username: user.username };
        expect(await external(visitor, { id: code })).toMatchObject(shown);
        expect(await ownerOf(person)).toBeUndefined();
        expect((await visitor.call("Link", proofOf(user))).status).toBe(209);
        expect(await ownerOf(person)).toBe(user.id);
        expect(isExpired(await browser().call("ExternalUser", undefined, { id: code }))).toBe(true);
      }
    });

    it("does not count as the provider's word about who is here", async () => {
      const person = suite().person();
      const [visitor, user] = [browser(), await suite().server.addUser()];
      await visitor.call("EexLink", { code: await suite().invitation(person, user.username) });
      expect((await visitor.call("Link", proofOf(user))).status).toBe(209);
      const { db } = suite().server.services.store;
      const sessions = db.selectFrom("sessions").select("vendor_id").where("user_id", "=", user.id);
      expect(await sessions.execute()).toEqual([{ vendor_id: null }]);
    });

    it("is spent also where its identity was linked before", async () => {
      const person = suite().person();
      const [visitor, user] = [browser(), await suite().linked(person)];
      await visitor.signIn(user.username, testPassword);
      const code = await suite().invitation(person, user.username);
      expect((await visitor.call("EexLink", { code })).json.outcome).toBe("linked");
      expect(isExpired(await browser().call("ExternalUser", undefined, { id: code }))).toBe(true);
    });

    it("whose identity is another account's is refused, and not spent", async () => {
      const person = suite().person();
      const [first, second] = [await suite().linked(person), await suite().server.addUser()];
      const visitor = browser();
      await visitor.signIn(second.username, testPassword);
      const code = await suite().invitation(person, second.username);
      const { status, json } = await visitor.call("EexLink", { code });
      expect([status, json.codes[""][0].code]).toEqual([400, "problems.linkTaken"]);
      expect(await ownerOf(person)).toBe(first.id);
      expect(isExpired(await browser().call("ExternalUser", undefined, { id: code }))).toBe(false);
    });

    it("of a stranger links nothing to whoever presses it, however they prove who they are", async () => {
      const person = suite().person();
      const [victim, stranger] = [await suite().server.addUser(), await suite().server.addUser()];
      const code = await suite().invitation(person, stranger.username);
      const visitor = browser();
      await visitor.signIn(victim.username, testPassword);
      expect((await visitor.call("EexLink", { code })).json.outcome).toBe("proofRequired");
      const { status, json } = await visitor.call("Link", proofOf(victim));
      expect([status, json.codes[""][0].code]).toEqual([400, "problems.linkNotYours"]);
      expect(await ownerOf(person)).toBeUndefined();
      const other = browser();
      await other.call("EexLink", { code });
      expect((await other.call("Link", proofOf(victim))).status).toBe(400);
      expect(other.cookies.has(cookieNames.session)).toBe(false);
      expect((await other.call("Link", proofOf(stranger))).status).toBe(209);
      expect(await ownerOf(person)).toBe(stranger.id);
    });

    it("knows the account by any spelling of its name that means the same", async () => {
      const person = suite().person();
      const [visitor, user] = [browser(), await suite().server.addUser()];
      await visitor.signIn(user.username, testPassword);
      const code = await suite().invitation(person, ` ${user.username.toUpperCase()}`);
      expect((await visitor.call("EexLink", { code })).json.outcome).toBe("linked");
      expect(await ownerOf(person)).toBe(user.id);
    });

    it("is not spent by being opened, or pressed without the proof", async () => {
      const code = await suite().invitation(suite().person(), "somebody");
      for (let round = 0; round < 3; round += 1) {
        const visitor = browser();
        expect(await external(visitor, { id: code })).toMatchObject({ step: "invitation" });
        expect((await visitor.call("EexLink", { code })).json.outcome).toBe("proofRequired");
      }
    });

    it("pressed in twenty windows at once is linked once, and told once", async () => {
      const person = suite().person();
      const [visitor, email] = [browser(), `${person.sub}@payroll.example`];
      const user = await suite().server.addUser({ email });
      await visitor.signIn(user.username, testPassword);
      const code = await suite().invitation(person, user.username);
      const pressed = await Promise.all(Array.from({ length: 20 }, () => visitor.call("EexLink", { code })));
      expect(pressed.some(({ json }) => json.outcome === "linked")).toBe(true);
      expect(await ownerOf(person)).toBe(user.id);
      expect(await messagesTo(suite().server, email)).toHaveLength(1);
    });

    it("waits for a proof no longer than it is good", async () => {
      const [person, user, visitor] = [suite().person(), await suite().server.addUser(), browser()];
      const code = await suite().invitation(person, user.username);
      await visitor.call("EexLink", { code });
      const other = browser();
      await other.call("EexLink", { code });
      await other.call("Link", proofOf(user));
      expect(isExpired(await visitor.call("Link", proofOf(user)))).toBe(true);
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    const now = () => Math.floor(suite().server.clock.now() / 1000);
    it("that ends at a fraction of a second is linked, and spent", async () => {
      const [visitor, person, user] = [browser(), suite().person(), await suite().server.addUser()];
      const claims = { exp: suite().server.clock.now() / 1000 + 60.0625 };
      const code = await suite().invitation(person, user.username, { claims });
      await visitor.call("EexLink", { code });
      expect((await visitor.call("Link", proofOf(user))).status).toBe(209);
      expect(await ownerOf(person)).toBe(user.id);
      expect(isExpired(await browser().call("ExternalUser", undefined, { id: code }))).toBe(true);
    });

    it.each<[string, () => Parameters<VendorSuite["invitation"]>[2]]>([
      ["late", () => ({ claims: { exp: now() - 120 } })],
      ["good for more than a week", () => ({ claims: { exp: now() + (8 * day) / 1000 } })],
      ["without an end", () => ({ claims: { exp: undefined } })],
      ["without a name of its own", () => ({ claims: { jti: undefined } })],
      ["without a subject", () => ({ claims: { sub: undefined } })],
      ["for no account", () => ({ claims: { account: undefined } })],
      ["for an account without a name", () => ({ claims: { account: " " } })],
      ["for another service", () => ({ claims: { aud: "https://another.example" } })],
      ["of an unknown provider", () => ({ claims: { iss: "nobody" } })],
      ["of another kind", () => ({ typ: "JWT" })],
      ["signed by somebody else", () => ({ secret: "another secret, as long as the right one" })],
    ])("that is %s leads to the expired page", async (_what, spoilt) => {
      const visitor = browser();
      const code = await suite().invitation(suite().person(), "somebody", spoilt());
      expect(isExpired(await visitor.call("ExternalUser", undefined, { id: code }))).toBe(true);
      expect(isExpired(await visitor.call("EexLink", { code }))).toBe(true);
      const page = await visitor.send(`/account/link?id=${code}`);
      expect([page.status, page.headers.location]).toEqual([
        303,
        "/error/link-expired?errorId=invitationExpired",
      ]);
    });

    it.each(["x", "a.b.c", "..", "eyJhbGciOiJub25lIn0.eyJpc3MiOiJjb250b3NvIn0.", "\u0000"])(
      "that is none, as %s, leads to the expired page",
      async (code) => {
        expect(isExpired(await browser().call("EexLink", { code }))).toBe(true);
      },
    );

    it("is worth nothing once its provider is removed", async () => {
      const code = await suite().invitation(suite().person(), "somebody");
      suite().vendors = {};
      expect(isExpired(await browser().call("EexLink", { code }))).toBe(true);
    });
  });
});
