import * as oidc from "openid-client";
import { describe, expect, it } from "vitest";
import { changeAndEndOthers } from "../../src/server/account/account-change.ts";
import { disableAccount, enableAccount } from "../../src/server/operators/accounts.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { day, hour, minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { clientSecret, oidcSuite, secretVariable } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";
import { whileHeld } from "../support/while-held.ts";

/** What an application asks with that somebody works in. */
interface Look {
  configuration: oidc.Configuration;
  subject: string;
  token: string;
}

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  /** Does what writes to a record in so many requests; none of them writes before all of them want to. */
  async function whenAllWrite<Result>(count: number, work: () => Promise<Result>): Promise<Result> {
    const hold = (transaction: Db) =>
      transaction.selectFrom("oidc_records").select("id_hash").forUpdate().execute();
    return whileHeld(database, hold, work, count);
  }

  it("takes a code once; the second use ends what the first one got", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const application = await suite().application();
    const begun = await application.begin();
    const back = await suite().signInOn(await suite().follow(browser, begun.path), browser, user.username);
    const tokens = await begun.finish(back);
    const { configuration } = application;
    await oidc.fetchUserInfo(configuration, tokens.access_token, user.id);
    await expect(begun.finish(back)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(oidc.fetchUserInfo(configuration, tokens.access_token, user.id)).rejects.toThrow();
  });

  it("takes a code once although it is presented many times at once", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const application = await suite().application();
    const begun = await application.begin();
    const back = await suite().signInOn(await suite().follow(browser, begun.path), browser, user.username);
    const present = () => Promise.allSettled(Array.from({ length: 8 }, () => begun.finish(back)));
    const results = await (database.kind === "postgres" ? whenAllWrite(8, present) : present());
    const [won, ...more] = results.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    expect([won?.token_type, more]).toEqual(["bearer", []]);
    const refused = results.flatMap((each) => (each.status === "rejected" ? [each.reason.error] : []));
    expect(refused).toEqual(Array(7).fill("invalid_grant"));
    // The other uses end what the first one got, as any second use does.
    expect(await oidc.tokenIntrospection(application.configuration, won?.access_token ?? "")).toEqual({
      active: false,
    });
    const looked = oidc.fetchUserInfo(application.configuration, won?.access_token ?? "", user.id);
    await expect(looked).rejects.toMatchObject({ status: 401 });
  });

  it("gives tokens to every tab that enters an application for the first time at the same moment", async () => {
    const { origin } = suite();
    const user = await suite().personFor(["Acme"]);
    const browser = suite().server.browser();
    await browser.signIn(user.username, testPassword);
    const application = await suite().application("spa");
    const begun = await Promise.all(Array.from({ length: 8 }, () => application.begin()));
    const answers = await Promise.all(begun.map(({ path }) => browser.send(path)));
    const backs = answers.map(({ headers }) => new URL(headers.location ?? "", origin));
    const finished = await Promise.allSettled(begun.map(({ finish }, tab) => finish(backs[tab] as URL)));
    expect(finished.map(({ status }) => status)).toEqual(Array(8).fill("fulfilled"));
    const tokens = finished.flatMap((each) => (each.status === "fulfilled" ? [each.value] : []));
    const looked = await Promise.all(
      tokens.map(({ access_token }) =>
        browser.send("/connect/userinfo", {
          headers: { authorization: `Bearer ${access_token}`, cookie: "" },
        }),
      ),
    );
    expect(looked.map(({ status }) => status)).toEqual(Array(8).fill(200));
  });

  it("keeps a refresh token beyond the sign-out also where other tabs entered without one at the same moment", async () => {
    const application = await suite().application();
    for (const place of [0, 1, 2, 3]) {
      const browser = suite().server.browser();
      await browser.signIn((await suite().server.addUser()).username, testPassword);
      const tabs = await Promise.all(Array.from({ length: 8 }, () => application.begin({ scope: "openid" })));
      const offline = await application.begin({ scope: "openid offline_access", prompt: "consent" });
      tabs.splice(place, 1, offline);
      const backs = await Promise.all(tabs.map(({ path }) => suite().follow(browser, path)));
      const { refresh_token = "" } = await offline.finish(backs[place] as URL);
      await browser.call("Logout", {});
      expect(await oidc.refreshTokenGrant(application.configuration, refresh_token)).toBeDefined();
    }
  });

  it("gives tokens to every tab that comes back at the same moment after a refresh token came again", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const params = { scope: "openid offline_access", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "web", params);
    const renew = (token = "") => oidc.refreshTokenGrant(application.configuration, token);
    await renew((await renew(tokens.refresh_token)).refresh_token);
    await expect(renew(tokens.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
    const tabs = await Promise.all(Array.from({ length: 8 }, () => application.begin()));
    const backs = await Promise.all(tabs.map(({ path }) => suite().follow(browser, path)));
    const finished = await Promise.allSettled(tabs.map(({ finish }, tab) => finish(backs[tab] as URL)));
    expect(finished.map(({ status }) => status)).toEqual(Array(8).fill("fulfilled"));
  });

  it("refuses a code with a wrong verifier, from another application and after a minute", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const [web, spa] = [await suite().application("web"), await suite().application("spa")];
    await suite().signIn(browser, user);
    const code = async () => {
      const begun = await web.begin();
      return { begun, back: await suite().follow(browser, begun.path) };
    };
    const trade = (application: typeof web, back: URL, state: string, verifier: string) =>
      oidc.authorizationCodeGrant(application.configuration, back, {
        expectedState: state,
        pkceCodeVerifier: verifier,
      });
    const first = await code();
    const wrong = trade(web, first.back, first.begun.state, oidc.randomPKCECodeVerifier());
    await expect(wrong).rejects.toMatchObject({ error: "invalid_grant" });
    const second = await code();
    const foreign = trade(spa, second.back, second.begun.state, oidc.randomPKCECodeVerifier());
    await expect(foreign).rejects.toMatchObject({ error: "invalid_grant" });
    const third = await code();
    suite().server.clock.advance(61_000);
    await expect(third.begun.finish(third.back)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("refuses a wrong secret", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application } = await suite().signIn(browser, user);
    const begun = await application.begin();
    const back = await suite().follow(browser, begun.path);
    const body = new URLSearchParams({
      grant_type: "authorization_code",
      code: back.searchParams.get("code") ?? "",
      redirect_uri: application.redirectUri,
      client_id: "web",
      client_secret: "not the secret",
      code_verifier: oidc.randomPKCECodeVerifier(),
    });
    const answer = await fetch(`${suite().origin}/connect/token`, { method: "POST", body });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toMatchObject({ error: "invalid_client" });
  });

  it.each([
    ["a wrong secret", "web", "canary-of-32-characters-and-more-of-them", "invalid secret provided"],
    ["a code of nobody", "web", clientSecret, "authorization code not found"],
    ["an application of nobody", "canary-client", clientSecret, "client not found"],
  ])(
    "tells the log by support code why %s was refused, and nothing that was sent",
    async (_name, client_id, client_secret, reason) => {
      const form = { grant_type: "authorization_code", client_id, client_secret, code: "canary-code" };
      const answer = await suite()
        .server.browser()
        .send("/connect/token", {
          method: "POST",
          headers: { "content-type": "application/x-www-form-urlencoded" },
          body: new URLSearchParams({ ...form, redirect_uri: "r", code_verifier: "v".repeat(43) }).toString(),
        });
      const { support_code: supportCode } = answer.json;
      const lines = suite().server.log.filter((line) => line.includes(supportCode));
      const [refused] = lines.map((line) => JSON.parse(line));
      expect(refused).toMatchObject({ msg: "an application was refused", supportCode });
      expect(refused.reason).toContain(reason);
      expect(lines.join("")).not.toContain("canary");
    },
  );

  it("gives a refresh token that changes with every use, and ends all when an old one comes back", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "web", offline);
    const { configuration } = application;
    const refresh = (token: string | undefined) => oidc.refreshTokenGrant(configuration, token ?? "");
    const second = await refresh(tokens.refresh_token);
    expect(second.refresh_token).not.toBe(tokens.refresh_token);
    const third = await refresh(second.refresh_token);
    await expect(refresh(tokens.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(refresh(third.refresh_token)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  describe("a refresh token whose answer was lost on the way", () => {
    async function withRefreshToken() {
      const browser = suite().server.browser();
      const user = await suite().server.addUser();
      const offline = { scope: "openid offline_access", prompt: "consent" };
      const { application, tokens } = await suite().signIn(browser, user, "web", offline);
      const refresh = async (token = "") =>
        (await oidc.refreshTokenGrant(application.configuration, token)).refresh_token;
      return { application, refresh, first: tokens.refresh_token };
    }
    const refused = { error: "invalid_grant" };

    it("gets another one in its place, as often as it is lost within a minute", async () => {
      const { application, refresh, first } = await withRefreshToken();
      await refresh(first);
      suite().server.clock.advance(30_000);
      await refresh(first);
      const looked = await oidc.tokenIntrospection(application.configuration, first ?? "");
      expect(looked.active).toBe(false);
      expect(await refresh(await refresh(first))).toBeDefined();
    });

    it("may come again before the first answer is made, and one of both gets what is good", async () => {
      for (let tries = 0; tries < 8; tries += 1) {
        const { application, refresh, first } = await withRefreshToken();
        const got = await Promise.all([refresh(first), refresh(first)]);
        const looked = await Promise.all(
          got.map((token = "") => oidc.tokenIntrospection(application.configuration, token)),
        );
        expect(looked.map(({ active }) => active).sort()).toEqual([false, true]);
        expect(await refresh(got[looked.findIndex(({ active }) => active)])).toBeDefined();
      }
    });

    it("ends all where the lost one comes as well", async () => {
      const { refresh, first } = await withRefreshToken();
      const lost = await refresh(first);
      const second = await refresh(first);
      await expect(refresh(lost)).rejects.toMatchObject(refused);
      await expect(refresh(second)).rejects.toMatchObject(refused);
    });

    it("ends all after a minute", async () => {
      const { refresh, first } = await withRefreshToken();
      const second = await refresh(first);
      suite().server.clock.advance(62_000);
      await expect(refresh(first)).rejects.toMatchObject(refused);
      await expect(refresh(second)).rejects.toMatchObject(refused);
    });

    it("ends all where it was used before the clock was set back, for who knows how long ago", async () => {
      const { clock } = suite().server;
      clock.advance(2 * hour);
      const { refresh, first } = await withRefreshToken();
      const second = await refresh(first);
      clock.advance(-2 * hour);
      await expect(refresh(first)).rejects.toMatchObject(refused);
      await expect(refresh(second)).rejects.toMatchObject(refused);
    });

    it("is worth nothing to another application", async () => {
      const { refresh, first } = await withRefreshToken();
      const second = await refresh(first);
      suite().clients.other = testClient("other", { refreshTokens: true });
      const { configuration } = await suite().application("other");
      await expect(oidc.refreshTokenGrant(configuration, first ?? "")).rejects.toMatchObject(refused);
      expect(await refresh(second)).toBeDefined();
    });
  });

  it("names in a renewed ID token who signed in and when, and no request that it would answer", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "web", offline);
    const { nonce, auth_time } = tokens.claims() ?? {};
    expect(nonce).toBeDefined();
    const renew = (token = "") => oidc.refreshTokenGrant(application.configuration, token);
    const second = await renew(tokens.refresh_token);
    const third = await renew(second.refresh_token);
    for (const renewed of [second, third]) {
      expect(renewed.claims()).toMatchObject({ sub: user.id, auth_time });
      expect(renewed.claims()).not.toHaveProperty("nonce");
    }
  });

  it("renews refresh tokens for sixty days after a sign-in, and no longer", async () => {
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(suite().server.browser(), user, "web", offline);
    let { refresh_token = "" } = tokens;
    const renewAfter = async (time: number) => {
      suite().server.clock.advance(time);
      ({ refresh_token = "" } = await oidc.refreshTokenGrant(application.configuration, refresh_token));
    };
    for (let days = 10; days < 60; days += 10) await renewAfter(10 * day);
    await renewAfter(10 * day - minute);
    await expect(renewAfter(minute)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("gives nothing to a refresh token that nobody used for two weeks", async () => {
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(suite().server.browser(), user, "web", offline);
    const refresh = (token = "") => oidc.refreshTokenGrant(application.configuration, token);
    suite().server.clock.advance(14 * day - minute);
    const { refresh_token: second } = await refresh(tokens.refresh_token);
    suite().server.clock.advance(14 * day);
    await expect(refresh(second)).rejects.toMatchObject({ error: "invalid_grant" });
  });

  it("gives no refresh token to an application that may not ask for one", async () => {
    const browser = suite().server.browser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { tokens } = await suite().signIn(browser, await suite().server.addUser(), "spa", offline);
    expect(tokens.refresh_token).toBeUndefined();
  });

  it("gives nothing more to a disabled person", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "web", offline);
    const other = await suite().signIn(suite().server.browser(), user, "spa");
    const { db } = suite().server.services.store;
    await db.updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
    const { configuration } = application;
    const looked = await oidc.tokenIntrospection(configuration, other.tokens.access_token);
    expect(looked).toEqual({ active: false });
    await expect(oidc.refreshTokenGrant(configuration, tokens.refresh_token ?? "")).rejects.toThrow();
    await expect(oidc.fetchUserInfo(configuration, tokens.access_token, user.id)).rejects.toThrow();
  });

  it("gives nothing to refresh tokens of before a person was disabled, once they are let in again", async () => {
    const { server } = suite();
    const [user, other] = [await server.addUser(), await server.addUser()];
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const begun = await Promise.all(
      [user, other].map((person) => suite().signIn(server.browser(), person, "web", offline)),
    );
    await disableAccount(server.services, user);
    await enableAccount(server.services, user);
    const [theirs, others] = begun.map(({ application, tokens }) =>
      oidc.refreshTokenGrant(application.configuration, tokens.refresh_token ?? ""),
    );
    await expect(theirs).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await others)?.refresh_token).toBeDefined();
  });

  it("gives no grant by a session that ends in the same moment", async () => {
    const { services, browser: newBrowser, addUser } = suite().server;
    const [user, browser] = [await addUser(), newBrowser()];
    await browser.signIn(user.username, testPassword);
    const begun = await (await suite().application()).begin();
    const { db } = services.store;
    const usual = db.transaction.bind(db);
    const endAll = () =>
      changeAndEndOthers(
        { services, visitor: { session: null } },
        user.id,
        async () => true,
        () => ({}),
      );
    const first: typeof db.transaction = () => {
      db.transaction = usual;
      const transaction = usual();
      const execute = transaction.execute.bind(transaction);
      transaction.execute = async (work) => {
        await endAll();
        return execute(work);
      };
      return transaction;
    };
    db.transaction = first;
    const back = await suite().follow(browser, begun.path);
    expect([back.searchParams.get("error"), back.searchParams.get("code")]).toEqual(["login_required", null]);
    const grants = db.selectFrom("oidc_records").select("id_hash").where("model", "=", "Grant");
    expect(await grants.where("uid", "=", user.id).execute()).toEqual([]);
  });

  it("ends refresh tokens of sessions elsewhere, also of ended ones, when the password changes, and keeps its own", async () => {
    const { server } = suite();
    const [user, here] = [await server.addUser(), server.browser()];
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const own = await suite().signIn(here, user, "web", offline);
    const signedOut = server.browser();
    const before = await suite().signIn(signedOut, user, "web", offline);
    await signedOut.call("Logout", {});
    const elsewhere = await suite().signIn(server.browser(), user, "web", offline);
    const newPassword = "seven slow boats upstream";
    const typed = { currentPassword: testPassword, newPassword, confirmPassword: newPassword };
    expect((await here.call("ChangePassword", typed)).json.outcome).toBe("changed");
    const refresh = ({ application, tokens }: typeof own) =>
      oidc.refreshTokenGrant(application.configuration, tokens.refresh_token ?? "");
    await expect(refresh(before)).rejects.toMatchObject({ error: "invalid_grant" });
    await expect(refresh(elsewhere)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await refresh(own)).access_token).toBeDefined();
  });

  it("lets an application look at its tokens and take them back", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user);
    const { configuration } = application;
    expect(await oidc.tokenIntrospection(configuration, tokens.access_token)).toMatchObject({
      active: true,
      sub: user.id,
    });
    await oidc.tokenRevocation(configuration, tokens.access_token);
    expect(await oidc.tokenIntrospection(configuration, tokens.access_token)).toEqual({ active: false });
  });

  it("says that a refresh token is not active once it was used, although it may come again", async () => {
    const { application, tokens } = await suite().signIn(
      suite().server.browser(),
      await suite().server.addUser(),
      "web",
      { scope: "openid offline_access", prompt: "consent" },
    );
    const { configuration } = application;
    const token = tokens.refresh_token ?? "";
    const look = () => oidc.tokenIntrospection(configuration, token);
    expect(await look()).toMatchObject({ active: true });
    await oidc.refreshTokenGrant(configuration, token);
    expect(await look()).toEqual({ active: false });
    expect((await oidc.refreshTokenGrant(configuration, token)).access_token).toBeDefined();
  });

  it("says of a token that is none of ours that it is not active, also of a JWT", async () => {
    const { tokens } = await suite().signIn(suite().server.browser(), await suite().server.addUser());
    const { configuration } = await suite().application();
    for (const token of [tokens.id_token ?? "", "x"])
      expect(await oidc.tokenIntrospection(configuration, token)).toEqual({ active: false });
  });

  it("answers a revocation with JSON that says nothing, for libraries that want JSON of every answer", async () => {
    const answer = await fetch(`${suite().origin}/connect/revocation`, {
      method: "POST",
      body: new URLSearchParams({ client_id: "spa", token: "x" }),
    });
    expect([answer.status, await answer.text()]).toEqual([200, "{}"]);
    expect(answer.headers.get("content-type")).toMatch(/^application\/json/);
  });

  it("lets a service that nobody signs in to look at tokens by its secret, and begin nothing", async () => {
    suite().clients.api = { name: "API", secretEnvironment: secretVariable };
    const browser = suite().server.browser();
    const { tokens } = await suite().signIn(browser, await suite().server.addUser(), "spa");
    const api = await suite().application("api");
    const look = () => oidc.tokenIntrospection(api.configuration, tokens.access_token);
    expect(await look()).toMatchObject({ active: true, client_id: "spa" });
    expect((await suite().follow(browser, (await api.begin()).path)).pathname).toBe("/error");
    const renewal = oidc.refreshTokenGrant(api.configuration, "x");
    await expect(renewal).rejects.toMatchObject({
      error_description: "requested grant type is not allowed for this client",
    });
    await oidc.tokenRevocation(api.configuration, tokens.access_token);
    expect(await look()).toMatchObject({ active: true });
  });

  it("tells an application without a secret of its own tokens alone", async () => {
    const user = await suite().personFor(["Acme"]);
    const [web, spa] = [
      await suite().signIn(suite().server.browser(), user, "web"),
      await suite().signIn(suite().server.browser(), user, "spa"),
    ];
    const look = (token: string) => oidc.tokenIntrospection(spa.application.configuration, token);
    expect(await look(web.tokens.access_token)).toEqual({ active: false });
    expect(await look(spa.tokens.access_token)).toMatchObject({
      active: true,
      customer_id: `${user.id}-Acme`,
    });
  });

  it("gives access tokens for an hour, also where the session lasts", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    const look = () => oidc.tokenIntrospection(application.configuration, tokens.access_token);
    suite().server.clock.advance(hour / 2);
    await browser.call("User");
    suite().server.clock.advance(hour / 2 - minute);
    expect(await look()).toMatchObject({ active: true });
    suite().server.clock.advance(minute);
    expect(await look()).toEqual({ active: false });
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
  });

  it("tells who looks at a token which customer it is for, as long as its person works for that one", async () => {
    const user = await suite().personFor(["Acme"]);
    const { application, tokens } = await suite().signIn(suite().server.browser(), user);
    const look = () => oidc.tokenIntrospection(application.configuration, tokens.access_token);
    expect(await look()).toMatchObject({ active: true, customer_id: `${user.id}-Acme` });
    await database.store().db.deleteFrom("memberships").where("user_id", "=", user.id).execute();
    const later = await look();
    expect([later.active, later.customer_id]).toEqual([true, undefined]);
  });

  it.each([
    ["userinfo", (look: Look) => oidc.fetchUserInfo(look.configuration, look.token, look.subject)],
    ["introspection", (look: Look) => oidc.tokenIntrospection(look.configuration, look.token)],
  ])("counts as use of the session what is asked by %s, and never beyond its end", async (_name, ask) => {
    const { idle, total } = suite().server.services.settings.session;
    const { clock } = suite().server;
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user);
    const look = { configuration: application.configuration, subject: user.id };
    const step = idle - 60_000;
    clock.advance(step);
    await ask({ ...look, token: tokens.access_token });
    clock.advance(step);
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
    let left = total - 2 * step;
    for (; left > step; left -= step) {
      clock.advance(step);
      await browser.call("User");
    }
    const begun = await application.begin();
    const { access_token: token } = await begun.finish(await suite().follow(browser, begun.path));
    await ask({ ...look, token });
    clock.advance(left);
    expect((await browser.call("User")).json.isAuthenticated).toBe(false);
  });

  it("counts nothing as use of the session that a refresh token of its own life asks", async () => {
    const { idle } = suite().server.services.settings.session;
    const browser = suite().server.browser();
    const params = { scope: "openid offline_access", prompt: "consent" };
    const person = await suite().signIn(browser, await suite().server.addUser(), "web", params);
    suite().server.clock.advance(idle - 60_000);
    await oidc.refreshTokenGrant(person.application.configuration, person.tokens.refresh_token ?? "");
    suite().server.clock.advance(60_000);
    expect((await browser.call("User")).json.isAuthenticated).toBe(false);
  });

  it("lets a browser application of a registered origin ask for tokens, and no other origin", async () => {
    const ask = (origin: string) =>
      fetch(`${suite().origin}/connect/token`, {
        method: "POST",
        headers: { origin },
        body: new URLSearchParams({
          grant_type: "authorization_code",
          client_id: "spa",
          code: "x",
          redirect_uri: "x",
        }),
      });
    const ours = await ask("https://application.example");
    expect(ours.headers.get("access-control-allow-origin")).toBe("https://application.example");
    const other = await ask("https://evil.example");
    expect(other.headers.get("access-control-allow-origin")).toBeNull();
  });
});
