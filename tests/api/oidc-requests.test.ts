import { expect, it } from "vitest";
import { hour, minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf, testClient } from "../support/relying-party.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  it("lets two tabs finish in the other order, each for its own application", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const first = await (await suite().application("web")).begin();
    const second = await (await suite().application("spa")).begin();
    const firstPage = await suite().follow(browser, first.path);
    const secondPage = await suite().follow(browser, second.path);
    expect(returnUrlOf(firstPage)).not.toBe(returnUrlOf(secondPage));
    const secondBack = await suite().signInOn(secondPage, browser, user.username);
    const firstBack = await suite().signInOn(firstPage, browser, user.username);
    expect(secondBack.pathname).toBe("/spa/callback");
    expect(firstBack.pathname).toBe("/web/callback");
    expect((await second.finish(secondBack)).claims()?.sub).toBe(user.id);
    expect((await first.finish(firstBack)).claims()?.sub).toBe(user.id);
  });

  it("goes on in the other tab without a second sign-in", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const application = await suite().application();
    const [first, second] = [await application.begin(), await application.begin()];
    const firstPage = await suite().follow(browser, first.path);
    const secondPage = await suite().follow(browser, second.path);
    await suite().signInOn(firstPage, browser, user.username);
    const back = await suite().follow(browser, returnUrlOf(secondPage));
    expect((await second.finish(back)).claims()?.sub).toBe(user.id);
  });

  it("answers a finished request again after a reload or the back button", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    const back = await suite().signInOn(page, browser, user.username);
    const again = await suite().follow(browser, returnUrlOf(page));
    expect(again.searchParams.get("state")).toBe(begun.state);
    expect(again.searchParams.get("code")).not.toBe(back.searchParams.get("code"));
    expect((await begun.finish(again)).claims()?.sub).toBe(user.id);
  });

  it("asks anew when a finished prompt=login is called again", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application()).begin({ prompt: "login" });
    const page = await suite().follow(browser, begun.path);
    await suite().signInOn(page, browser, user.username);
    suite().server.clock.advance(1000);
    expect((await suite().follow(browser, returnUrlOf(page))).pathname).toBe("/account/login");
    const back = await suite().signInOn(page, browser, user.username);
    expect(back.searchParams.has("code")).toBe(true);
  });

  it.each([
    { by: "a minute", ahead: minute },
    { by: "two hours", ahead: 2 * hour },
  ])("asks once for a proof, also where the clock was $by ahead when it was asked for", async ({ ahead }) => {
    const { clock, addUser } = suite().server;
    const application = await suite().application();
    const wishes: Record<string, string>[] = [
      { prompt: "login" },
      { prompt: "select_account" },
      { max_age: "0" },
      { max_age: "600" },
    ];
    for (const wish of wishes) {
      const [browser, user] = [suite().server.browser(), await addUser()];
      clock.advance(ahead);
      const begun = await application.begin(wish);
      const page = await suite().follow(browser, begun.path);
      clock.advance(-ahead);
      const back = await suite().signInOn(page, browser, user.username);
      expect(back.searchParams.get("state")).toBe(begun.state);
    }
  });

  it("counts a proof for the request whose second step came after a clock that was ahead", async () => {
    const { clock } = suite().server;
    const person = await addPersonWith(suite().server, ["authenticator"]);
    const browser = suite().server.browser();
    clock.advance(minute);
    const begun = await (await suite().application()).begin({ prompt: "login" });
    const query = { returnUrl: returnUrlOf(await suite().follow(browser, begun.path)) };
    clock.advance(-minute);
    await givePassword(browser, person, query);
    clock.advance(2 * minute);
    const done = await giveCode(browser, "authenticator", appCode(suite().server), { query });
    const back = await suite().follow(browser, done.json.redirect);
    expect(back.searchParams.get("state")).toBe(begun.state);
  });

  it("works from a sign-in page that was left open over a weekend", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    suite().server.clock.advance(64 * hour);
    const back = await suite().signInOn(page, browser, user.username);
    expect(back.searchParams.get("state")).toBe(begun.state);
    expect(back.searchParams.has("code")).toBe(true);
  });

  it("leads from a bookmarked sign-in page to where its application starts, which asks anew", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const application = await suite().application();
    const page = await suite().follow(browser, (await application.begin()).path);
    suite().server.clock.advance(60 * 24 * hour);
    const view = await browser.call("LoginView", undefined, { returnUrl: returnUrlOf(page) });
    expect(view.json.client).toMatchObject({ name: "Application web" });
    const start = await suite().signInOn(page, browser, user.username);
    expect(start.href).toBe("https://application.example/web");
    const begun = await application.begin();
    expect((await begun.finish(await suite().follow(browser, begun.path))).claims()?.sub).toBe(user.id);
  });

  it("keeps the request of an application that does not say where it starts for 30 days", async () => {
    suite().clients.startless = { ...testClient("startless"), startUrl: undefined };
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application("startless")).begin();
    const page = await suite().follow(browser, begun.path);
    suite().server.clock.advance(30 * 24 * hour - 1000);
    const back = await suite().signInOn(page, browser, user.username);
    expect(back.searchParams.get("state")).toBe(begun.state);
    suite().server.clock.advance(30 * 24 * hour);
    expect((await suite().follow(browser, returnUrlOf(page))).pathname).toBe("/error/expired");
  });

  it("keeps a request for an hour alone where thousands come from its address, and refuses none of them", async () => {
    const [one, other] = [suite().server.browser(), suite().server.browser()];
    const { db } = database.store();
    const hoursKept = async (browser: TestClient) => {
      const begun = await (await suite().application()).begin();
      const page = await suite().follow(browser, begun.path);
      const uid = returnUrlOf(page).split("/").at(-1) ?? "";
      const row = db.selectFrom("authorization_requests").select("expires_at").where("uid", "=", uid);
      const { expires_at } = await row.executeTakeFirstOrThrow();
      return Math.round((expires_at - suite().server.services.now()) / hour);
    };
    expect(await hoursKept(one)).toBe(72);
    await db
      .updateTable("throttle")
      .set({ failures: 1999 })
      .where("key", "=", `request:${one.address}`)
      .execute();
    expect(await hoursKept(one)).toBe(72);
    expect(await hoursKept(one)).toBe(1);
    expect(await hoursKept(other)).toBe(72);
    suite().server.clock.advance(hour);
    expect(await hoursKept(one)).toBe(72);
  });

  it("leads to the expired page only when nothing of the request is left", async () => {
    const browser = suite().server.browser();
    for (const name of [
      "posted/nothing",
      "no-such-request",
      "none.nobody",
      "none.__proto__",
      "%00",
      "a%00b",
    ]) {
      const unknown = await browser.send(`/connect/authorize/${name}`);
      expect(unknown.headers).toMatchObject({ location: "/error/expired", "cache-control": "no-store" });
    }
  });

  it("gives a stranger's browser nothing of a sign-in that another browser finishes by the same link", async () => {
    const [attacker, victim] = [suite().server.browser(), suite().server.browser()];
    const user = await suite().server.addUser();
    const begun = await (await suite().application()).begin();
    const link = await suite().follow(attacker, begun.path);
    await suite().signInOn(link, victim, user.username);
    const attackersWay = await suite().follow(attacker, returnUrlOf(link));
    expect(attackersWay.pathname).toBe("/account/login");
  });

  it("answers the application with access_denied when the person cancels", async () => {
    const browser = suite().server.browser();
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    const left = await browser.call("Next", undefined, { button: "cancel", returnUrl: returnUrlOf(page) });
    expect(left.status).toBe(209);
    const back = await suite().follow(browser, left.json.redirect);
    expect(back.origin + back.pathname).toBe("https://application.example/web/callback");
    expect(Object.fromEntries(back.searchParams)).toMatchObject({
      error: "access_denied",
      state: begun.state,
      iss: suite().origin,
    });
  });

  it("cancels a second sign-in although a session lives", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application } = await suite().signIn(browser, user);
    const begun = await application.begin({ prompt: "login" });
    const page = await suite().follow(browser, begun.path);
    const left = await browser.call("Next", undefined, { button: "cancel", returnUrl: returnUrlOf(page) });
    const back = await suite().follow(browser, left.json.redirect);
    expect(back.searchParams.get("error")).toBe("access_denied");
  });

  it("takes a posted request as well", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    await suite().signIn(browser, user);
    const begun = await (await suite().application()).begin();
    const [path = "", query = ""] = begun.path.split("?");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const answer = await suite().server.browser().send(path, { method: "POST", body: query, headers });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/connect\/authorize\/posted\/[\w-]{43}$/);
    const back = await suite().follow(browser, answer.headers.location ?? "");
    expect((await begun.finish(back)).claims()?.sub).toBe(user.id);
    suite().server.clock.advance(60_000);
    const late = await browser.send(answer.headers.location ?? "");
    expect([late.status, late.headers.location]).toEqual([303, "/error/expired"]);
  });

  it("takes a posted request that is longer than an address may be, and none that is endless", async () => {
    const begun = await (await suite().application()).begin();
    const [path = "", query = ""] = begun.path.split("?");
    const headers = { "content-type": "application/x-www-form-urlencoded" };
    const post = (state: string) => {
      const body = `${query}&${new URLSearchParams({ state })}`;
      return suite().server.browser().send(path, { method: "POST", body, headers });
    };
    expect((await post("s".repeat(12_000))).status).toBe(303);
    expect((await post("s".repeat(17_000))).status).toBe(413);
  });

  it.each([
    [
      "an unregistered way back",
      { redirect_uri: "https://application.example/web/callback/more" },
      "redirectNotAllowed",
    ],
    ["an unknown application", { client_id: "nobody" }, "unknownClient"],
    ["the name of what each object has", { client_id: "constructor" }, "unknownClient"],
  ])("shows the error page by its id alone for %s", async (_name, params, code) => {
    const browser = suite().server.browser();
    const begun = await (await suite().application()).begin(params);
    const page = await suite().follow(browser, begun.path);
    expect(page.pathname).toBe("/error");
    expect([...page.searchParams.keys()]).toEqual(["errorId"]);
    const errorId = page.searchParams.get("errorId") ?? "";
    const explained = await browser.call("Error", undefined, { errorId });
    expect(explained.json).toMatchObject({ errorId, code });
    expect(explained.json.supportCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
  });

  it.each([
    [{ client_id: "nobody" }, "nobody"],
    [{ redirect_uri: "https://application.example/other" }, "https://application.example/other"],
    [
      { redirect_uri: "https://me:canary@application.example/\u0000?code=canary#canary" },
      "https://application.example/�?…",
    ],
    [{ redirect_uri: "https:me:canary@application.example/" }, "https:application.example/"],
    [{ redirect_uri: `https://${"x".repeat(3000)}` }, `https://${"x".repeat(192)}`],
  ])("tells the log what nobody has registered, and no more of it: %j", async (params, named) => {
    const { log } = suite().server;
    log.length = 0;
    const browser = suite().server.browser();
    const begun = await (await suite().application()).begin(params);
    expect((await suite().follow(browser, begun.path)).pathname).toBe("/error");
    const refused = log.map((line) => JSON.parse(line)).find(({ oidc }) => oidc !== undefined);
    expect(refused.oidc.details.split(": ").at(-1)).toBe(named);
    expect(log.join()).not.toContain("canary");
  });

  it("tells the log which way back from a sign-out nobody has registered", async () => {
    const { log } = suite().server;
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    log.length = 0;
    const path = application.endSessionPath({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: `${application.signedOutUri}/`,
    });
    const answer = await browser.send(path, { headers: { accept: "text/html" } });
    expect(answer.headers.location).toMatch(/^\/account\/logout\?/);
    expect(log.join()).toContain(`post_logout_redirect_uri not registered: ${application.signedOutUri}/"`);
  });

  it.each([
    ["POST", "/connect/token", "grant_type=authorization_code&code=x"],
    ["POST", "/connect/introspection", "token=x"],
    ["GET", "/connect/userinfo", undefined],
  ])(
    "answers an application by JSON, whatever its HTTP library accepts: %s %s",
    async (method, path, body) => {
      const headers = {
        accept: "text/html, image/gif, image/jpeg, */*; q=.2",
        "content-type": "application/x-www-form-urlencoded",
      };
      const answer = await suite()
        .server.browser()
        .send(path, { method, headers, ...(body === undefined ? {} : { body }) });
      expect([400, 401]).toContain(answer.status);
      expect(answer.json.error).toMatch(/^invalid_/);
    },
  );

  it.each(["\u0000", "a\u0000b", "\ud800", "<script>"])(
    "survives the wishes of a hostile application: %j",
    async (text) => {
      const browser = suite().server.browser();
      const params = { acr_values: `tenant:${text} idp:${text}`, ui_locales: text, login_hint: text };
      const begun = await (await suite().application()).begin(params);
      const page = await suite().follow(browser, begun.path);
      expect(page.pathname).toBe("/account/login");
      const back = await suite().signInOn(page, browser, (await suite().server.addUser()).username);
      expect(back.searchParams.has("code")).toBe(true);
    },
  );

  it.each([
    ["no PKCE", { code_challenge: "", code_challenge_method: "" }],
    ["plain PKCE", { code_challenge_method: "plain" }],
    ["another flow", { response_type: "id_token" }],
    ["no scope", { scope: "", nonce: "" }],
    ["no scope that is known", { scope: "api.read", nonce: "" }],
    ["no scope that is known for a choice", { scope: "api.read", nonce: "", prompt: "select_account" }],
  ])("refuses %s and tells the application", async (_name, params) => {
    const begun = await (await suite().application()).begin(params);
    const url = new URL(begun.path, suite().origin);
    for (const [name, value] of Object.entries(params)) if (value === "") url.searchParams.delete(name);
    const back = await suite().follow(suite().server.browser(), url.pathname + url.search);
    expect(back.origin).toBe("https://application.example");
    expect(new URLSearchParams(back.search || back.hash.slice(1)).get("error")).toMatch(
      /^(invalid_request|invalid_scope|unsupported_response_type)$/,
    );
  });

  it("posts the answer by a page of our own, without inline script, to an application that asks for that", async () => {
    const browser = suite().server.browser();
    await suite().signIn(browser, await suite().server.addUser());
    const params = { response_mode: "form_post", state: '"><script>' };
    const answer = await browser.send((await (await suite().application()).begin(params)).path);
    expect(answer.status).toBe(200);
    expect(answer.headers["content-security-policy"]).toContain("script-src 'self'");
    expect(answer.text).toContain('action="https://application.example/web/callback"');
    expect(answer.text).toMatch(/name="code" value="[\w-]{20,}"/);
    expect(answer.text).toContain('name="state" value="&quot;&gt;&lt;script&gt;"');
    expect(answer.text).not.toMatch(/<script>|DOMContentLoaded/);
    const [, script = ""] = /<script src="([^"]+)"/.exec(answer.text) ?? [];
    expect((await browser.send(script)).headers["content-type"]).toContain("text/javascript");
  });

  it("posts a refusal the same way", async () => {
    const browser = suite().server.browser();
    const begun = await (await suite().application()).begin({ response_mode: "form_post", prompt: "none" });
    const { text } = await browser.send(begun.path);
    expect(text).toContain('name="error" value="login_required"');
    expect(text).toContain(`name="state" value="${begun.state}"`);
  });

  it("keeps the wishes of the request for the sign-in page", async () => {
    const browser = suite().server.browser();
    const begun = await (await suite().application()).begin({ login_hint: "robin", ui_locales: "de fr" });
    const page = await suite().follow(browser, begun.path);
    const view = await browser.call("LoginView", undefined, { returnUrl: returnUrlOf(page) });
    expect(view.json).toMatchObject({
      username: "robin",
      cancelAllowed: true,
      client: { name: "Application web" },
    });
  });

  it("leads a session that was opened without an application straight back to a waiting request", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    await browser.signIn(user.username, testPassword);
    const back = await suite().follow(browser, returnUrlOf(page));
    expect((await begun.finish(back)).claims()?.sub).toBe(user.id);
  });
});
