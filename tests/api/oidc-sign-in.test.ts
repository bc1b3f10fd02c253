import * as oidc from "openid-client";
import { describe, expect, it, onTestFinished } from "vitest";
import type { User } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { withReturnUrl } from "../../src/shared/return-url.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { openedPage } from "../support/opened-page.ts";
import { returnUrlOf, type TestApplication, testClient } from "../support/relying-party.ts";
import { giveFactors } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  it("signs a person in from the application and back, with the claims of the granted scopes", async () => {
    const browser = suite().server.browser();
    const user = await suite().personFor(["Baker"], {
      roles: ["HR_ADMIN"],
      language: "de",
      email: "r@example.org",
    });
    const { application, tokens } = await suite().signIn(browser, user);
    const claims = tokens.claims();
    expect(claims).toMatchObject({ sub: user.id, amr: ["pwd"], customer_id: `${user.id}-Baker` });
    expect(Date.now() / 1000 - Number(claims?.auth_time)).toBeLessThan(30);
    expect(claims).not.toHaveProperty("name");
    const info = await oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    expect(info).toEqual({
      sub: user.id,
      name: user.displayName,
      preferred_username: user.username,
      locale: "de",
      email: "r@example.org",
      roles: ["HR_ADMIN"],
      role_ids: ["7"],
      is_vendor: false,
      customer_id: `${user.id}-Baker`,
      customer_name: "Baker",
      customer_number: "N-Baker",
    });
  });

  it("tells an application of people only what its entry lists, and answers who asks for more with an error", async () => {
    suite().clients.sparing = testClient("sparing", { scopes: ["roles"], refreshTokens: true });
    const [user, browser] = [await suite().personFor(["Baker"]), suite().server.browser()];
    const params = { scope: "openid roles offline_access unknown", prompt: "consent" };
    const { application, tokens } = await suite().signIn(browser, user, "sparing", params);
    expect(tokens.scope).toBe("openid roles offline_access");
    const info = await oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    expect(Object.keys(info).sort()).toEqual(["customer_id", "is_vendor", "role_ids", "roles", "sub"]);
    const more = await suite().follow(browser, (await application.begin({ scope: "openid email" })).path);
    expect(more.searchParams.get("error")).toBe("invalid_scope");
    suite().clients.sparing = testClient("sparing", { scopes: ["email"] });
    const less = await oidc.fetchUserInfo(application.configuration, tokens.access_token, user.id);
    expect(Object.keys(less).sort()).toEqual(["customer_id", "sub"]);
    const { scopes_supported } = application.configuration.serverMetadata();
    expect(scopes_supported).toEqual(expect.arrayContaining(["email", "phone", "profile"]));
  });

  it("tells the roles by name and by number, and who is a vendor, whichever way they were written", async () => {
    const browser = suite().server.browser();
    const user = await suite().personFor(["Cobbler"], { roles: ["5", 2] });
    const begun = await (await suite().application()).begin();
    const returnUrl = returnUrlOf(await suite().follow(browser, begun.path));
    await browser.signIn(user.username, "a quiet harbour at dawn", { returnUrl });
    const customerId = `${user.id}-Cobbler`;
    const chosen = await browser.call("SelectCustomer", { customerId }, { returnUrl });
    const tokens = await begun.finish(await suite().follow(browser, chosen.json.redirect));
    const { configuration } = await suite().application();
    expect(await oidc.fetchUserInfo(configuration, tokens.access_token, user.id)).toMatchObject({
      roles: ["VENDOR_PARTNER", "MANAGER"],
      role_ids: ["5", "2"],
      is_vendor: true,
      customer_id: customerId,
    });
  });

  it("gives a public client tokens by PKCE alone, and signs by RS256 for a client that wants it", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const spa = await suite().signIn(browser, user, "spa");
    expect(spa.tokens.claims()?.sub).toBe(user.id);
    const begun = await (await suite().application("old")).begin();
    const tokens = await begun.finish(await suite().follow(browser, begun.path));
    expect(header(tokens.id_token).alg).toBe("RS256");
    expect(header(spa.tokens.id_token).alg).toBe("ES256");
  });

  it("leads a person with several customers over the choice and tells the chosen one", async () => {
    const browser = suite().server.browser();
    const user = await suite().personFor(["Anker", "Bäcker"]);
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    const returnUrl = returnUrlOf(page);
    const answer = await browser.signIn(user.username, "a quiet harbour at dawn", { returnUrl });
    expect(answer.json.outcome).toBe("customerChoiceRequired");
    const waiting = await suite().follow(browser, returnUrl);
    expect(waiting.pathname).toBe("/account/select");
    expect(returnUrlOf(waiting)).toBe(returnUrl);
    const chosen = await browser.call("SelectCustomer", { customerId: `${user.id}-Bäcker` }, { returnUrl });
    const tokens = await begun.finish(await suite().follow(browser, chosen.json.redirect));
    expect(tokens.claims()?.customer_id).toBe(`${user.id}-Bäcker`);
  });

  describe("after a sign-in that broke off before its session was written", () => {
    it("shows the sign-in page to whoever comes back, and tells of a time-out only at the second step's own page", async () => {
      const { server } = suite();
      const browser = server.browser();
      const user = await server.addUser();
      await giveFactors(server, { user, email: "", phone: "" }, ["authenticator"]);
      const returnUrl = await begin(browser, user, "twoFactorRequired");
      await server.services.store.db
        .updateTable("attempts")
        .set({ second_factor_at: server.services.now() })
        .where("user_id", "=", user.id)
        .execute();
      await expectSignInPage(browser, returnUrl);
      const step = withReturnUrl("/account/login/twofactor", returnUrl);
      const told = { screen: "login", returnUrl, say: "messages.sessionTimeout" };
      expect(await openedPage(browser, step)).toMatchObject(told);
    });

    it("does so where a set-up that is no longer required was not finished", async () => {
      const { server } = suite();
      const browser = server.browser();
      const user = await server.addUser({ secondFactorRequired: true });
      const returnUrl = await begin(browser, user, "twoFactorSetupRequired");
      await wizardOf(server, browser, { returnUrl }).choose("authenticator");
      await server.services.store.db
        .updateTable("users")
        .set({ second_factor_required: 0 })
        .where("id", "=", user.id)
        .execute();
      await expectSignInPage(browser, returnUrl);
    });

    it("does so where the set-up was finished too long ago to be told of", async () => {
      const { server } = suite();
      const browser = server.browser();
      const user = await server.addUser({ secondFactorRequired: true });
      const returnUrl = await begin(browser, user, "twoFactorSetupRequired");
      const wizard = wizardOf(server, browser, { returnUrl });
      const [code = ""] = await wizard.prove("authenticator");
      expect((await wizard.enable(code)).json).toEqual({ outcome: "enabled" });
      expect(await openedPage(browser, returnUrl, () => false)).toMatchObject({ screen: "setupTwoFactor" });
      server.clock.advance(31 * minute);
      await expectSignInPage(browser, returnUrl);
    });

    async function begin(browser: TestClient, user: User, outcome: string): Promise<string> {
      const returnUrl = returnUrlOf(
        await suite().follow(browser, (await (await suite().application()).begin()).path),
      );
      const answer = await browser.signIn(user.username, testPassword, { returnUrl });
      expect(answer.json.outcome).toBe(outcome);
      return returnUrl;
    }

    async function expectSignInPage(browser: TestClient, returnUrl: string): Promise<void> {
      const shown = await openedPage(browser, returnUrl, () => false);
      expect(shown).toMatchObject({ screen: "login", returnUrl });
      expect(shown).not.toHaveProperty("say");
    }
  });

  it("takes the customer that the application asks for without a question", async () => {
    const browser = suite().server.browser();
    const user = await suite().personFor(["Anker", "Bäcker"]);
    const tenant = { acr_values: `tenant:${user.id}-Anker` };
    const { tokens } = await suite().signIn(browser, user, "web", tenant);
    expect(tokens.claims()?.customer_id).toBe(`${user.id}-Anker`);
    const other = await (await suite().application("spa")).begin({ acr_values: `tenant:${user.id}-Bäcker` });
    const second = await other.finish(await suite().follow(browser, other.path));
    expect(second.claims()?.customer_id).toBe(`${user.id}-Bäcker`);
  });

  it("lets two tabs work for two customers in one application, until the person signs out", async () => {
    const browser = suite().server.browser();
    const user = await suite().personFor(["Anker", "Bäcker"]);
    const enter = async (name: string, application: TestApplication) => {
      const begun = await application.begin({ acr_values: `tenant:${user.id}-${name}` });
      return begun.finish(await suite().follow(browser, begun.path));
    };
    const anker = { acr_values: `tenant:${user.id}-Anker` };
    const { application, tokens: first } = await suite().signIn(browser, user, "web", anker);
    const waiting = await application.begin(anker);
    const code = await suite().follow(browser, waiting.path);
    const second = await enter("Bäcker", application);
    const third = await waiting.finish(code);
    const look = async ({ access_token }: { access_token: string }) =>
      (await oidc.tokenIntrospection(application.configuration, access_token)).customer_id ?? null;
    const names = [first, second, third].map(
      async ({ access_token }) =>
        (await oidc.fetchUserInfo(application.configuration, access_token, user.id)).customer_name,
    );
    expect(await Promise.all(names)).toEqual(["Anker", "Bäcker", "Anker"]);
    expect(second.claims()?.sid).toBe(first.claims()?.sid);
    await browser.call("Logout", {});
    expect(await Promise.all([first, second, third].map(look))).toEqual([null, null, null]);
  });

  it("ends what was given for the customer of long ago where one application is entered for ever more", async () => {
    const browser = suite().server.browser();
    const names = Array.from({ length: 51 }, (_, index) => `N${index}`);
    const user = await suite().personFor(names);
    const first = { acr_values: `tenant:${user.id}-N0` };
    const { application, tokens } = await suite().signIn(browser, user, "web", first);
    const other = await suite().signIn(suite().server.browser(), await suite().server.addUser());
    const look = async (token = tokens.access_token) =>
      (await oidc.tokenIntrospection(application.configuration, token)).active;
    const enter = async (name = "") => {
      suite().server.clock.advance(1000);
      const begun = await application.begin({ acr_values: `tenant:${user.id}-${name}` });
      await suite().follow(browser, begun.path);
    };
    for (const name of names.slice(1, 50)) await enter(name);
    expect(await look()).toBe(true);
    await enter(names[50]);
    expect(await look()).toBe(false);
    expect(await look(other.tokens.access_token)).toBe(true);
  });

  it("signs in to a second application without a page, also with prompt=none", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const first = await suite().signIn(browser, user);
    const wishes: Record<string, string>[] = [{}, { prompt: "none" }];
    for (const params of wishes) {
      const begun = await (await suite().application("spa")).begin(params);
      const tokens = await begun.finish(await suite().follow(browser, begun.path));
      expect(tokens.claims()?.sub).toBe(user.id);
      expect(tokens.claims()?.auth_time).toBe(first.tokens.claims()?.auth_time);
    }
  });

  it("answers prompt=none with login_required or interaction_required and never with a page", async () => {
    const browser = suite().server.browser();
    const application = await suite().application();
    const begun = await application.begin({ prompt: "none" });
    const anonymous = await suite().follow(browser, begun.path);
    expect(anonymous.searchParams.get("error")).toBe("login_required");
    expect(anonymous.searchParams.get("state")).toBe(begun.state);
    const user = await suite().personFor(["Anker", "Bäcker"]);
    await browser.signIn(user.username, "a quiet harbour at dawn");
    const undecided = await suite().follow(browser, (await application.begin({ prompt: "none" })).path);
    expect(undecided.searchParams.get("error")).toBe("interaction_required");
  });

  it.each([
    ["prompt=login", { prompt: "login" }],
    ["prompt=select_account", { prompt: "select_account" }],
    ["max_age=0", { max_age: "0" }],
  ])("asks again for %s although a session lives, once, and tells the new time", async (_name, params) => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    await suite().signIn(browser, user);
    onTestFinished(suite().server.clock.hold());
    suite().server.clock.advance(5000);
    const begun = await (await suite().application()).begin(params);
    const page = await suite().follow(browser, begun.path);
    expect(page.pathname).toBe("/account/login");
    expect((await suite().follow(browser, returnUrlOf(page))).pathname).toBe("/account/login");
    const back = await suite().signInOn(page, browser, user.username);
    expect(back.href.startsWith("https://application.example/web/callback?code=")).toBe(true);
    const tokens = await begun.finish(back);
    const now = suite().server.clock.now() / 1000;
    expect(now - Number(tokens.claims()?.auth_time)).toBeLessThan(1);
  });

  it.each([
    ["the application", "vendors-only", {}],
    ["the request", "web", { acr_values: "idp:contoso" }],
  ])("gives nothing for a local password where %s wants a provider", async (_who, clientId, params) => {
    const { clients, server } = suite();
    clients["vendors-only"] = testClient("vendors-only", { requires: "vendor", vendorId: "contoso" });
    const browser = server.browser();
    await browser.signIn((await server.addUser()).username, testPassword);
    const application = await suite().application(clientId);
    const page = await suite().follow(browser, (await application.begin(params)).path);
    expect(page.pathname).toBe("/account/login");
    const returnUrl = returnUrlOf(page);
    const view = (await browser.call("LoginView", undefined, { returnUrl })).json;
    expect(view).toMatchObject({ local: false, onlyProvider: "contoso", signedIn: false });
    await browser.signIn((await server.addUser()).username, testPassword);
    const back = await suite().follow(browser, returnUrl);
    expect(back.searchParams.has("code")).toBe(false);
    const silent = await application.begin({ ...params, prompt: "none" });
    expect((await suite().follow(browser, silent.path)).searchParams.get("error")).toBe(
      "interaction_required",
    );
  });

  it("asks again only when max_age has passed", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application } = await suite().signIn(browser, user);
    const fresh = await suite().follow(browser, (await application.begin({ max_age: "600" })).path);
    expect(fresh.searchParams.has("code")).toBe(true);
  });

  it("takes another account only for a request that does not name the first one", async () => {
    const browser = suite().server.browser();
    const [first, second] = [await suite().server.addUser(), await suite().server.addUser()];
    const { application, tokens } = await suite().signIn(browser, first);
    const switched = await suite().signIn(browser, second, "web", { prompt: "login" });
    expect(switched.tokens.claims()?.sub).toBe(second.id);
    const { configuration } = application;
    await expect(oidc.fetchUserInfo(configuration, tokens.access_token, first.id)).rejects.toThrow();
    const hinted = await application.begin({ id_token_hint: tokens.id_token ?? "" });
    const page = await suite().follow(browser, hinted.path);
    expect(page.pathname).toBe("/account/login");
    expect((await suite().follow(browser, returnUrlOf(page))).pathname).toBe("/account/login");
    const wrong = await suite().signInOn(page, browser, second.username);
    expect(wrong.searchParams.get("error")).toBe("login_required");
    const again = await application.begin({ id_token_hint: tokens.id_token ?? "" });
    const back = await suite().signInOn(await suite().follow(browser, again.path), browser, first.username);
    expect((await again.finish(back)).claims()?.sub).toBe(first.id);
  });

  it("puts no cookie of the library into the browser", async () => {
    const browser = suite().server.browser();
    await suite().signIn(browser, await suite().server.addUser());
    for (const name of browser.cookies.keys()) expect(name).toMatch(/^(__Host-)?vestibule-/);
  });

  it("gives nothing to a session that has ended elsewhere", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user);
    await suite().server.services.store.db.deleteFrom("sessions").where("user_id", "=", user.id).execute();
    const { configuration } = application;
    await expect(oidc.fetchUserInfo(configuration, tokens.access_token, user.id)).rejects.toThrow();
    const page = await suite().follow(browser, (await application.begin()).path);
    expect(page.pathname).toBe("/account/login");
  });

  it("goes on from the home page with the request that waits, also where its application does not say where it starts", async () => {
    suite().clients.startless = { ...testClient("startless"), startUrl: undefined };
    const user = await suite().personFor(["Baker", "Miller"]);
    const browser = suite().server.browser();
    const begun = await (await suite().application("startless")).begin();
    const returnUrl = returnUrlOf(await suite().follow(browser, begun.path));
    await browser.signIn(user.username, testPassword, { returnUrl });
    const listed = async (query: Record<string, string>): Promise<string[]> => {
      const { items } = (await browser.call("Applications", undefined, query)).json;
      return items.map(({ startUrl }: { startUrl: string }) => startUrl);
    };
    const others = await listed({});
    expect((await listed({ returnUrl })).toSorted()).toEqual([...others, returnUrl].toSorted());
    await browser.call("SelectCustomer", { customerId: `${user.id}-Baker` }, { returnUrl });
    const back = await suite().follow(browser, returnUrl);
    expect((await begun.finish(back)).claims()?.sub).toBe(user.id);
  });

  it("leads from the home page to where an application starts once it was answered", async () => {
    const user = await suite().server.addUser();
    const browser = suite().server.browser();
    const page = await suite().follow(browser, (await (await suite().application("web")).begin()).path);
    await suite().signInOn(page, browser, user.username);
    const query = { returnUrl: returnUrlOf(page) };
    const { items } = (await browser.call("Applications", undefined, query)).json;
    expect(items).toContainEqual({ name: testClient("web").name, startUrl: testClient("web").startUrl });
  });
});

function header(token: string | undefined): { alg?: string; kid?: string } {
  return JSON.parse(Buffer.from(token?.split(".")[0] ?? "", "base64url").toString("utf8"));
}
