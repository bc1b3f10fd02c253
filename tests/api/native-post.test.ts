import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { pageStateOf, postForm, sendForm } from "../support/native-form.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, settings: { logLevel: "trace" } });

  const signedIn = async () => {
    const browser = server().browser();
    const user = await server().addUser();
    await browser.signIn(user.username, testPassword);
    return { browser, user };
  };

  describe("a posted form", () => {
    it.each([
      "//",
      "//evil.example",
      "//evil.example/account/login",
      "/\\evil.example",
      "http://evil.example/account/login",
      "/account//evil.example/..",
    ])("leads nobody off the site by the spelling of its address: %s", async (path) => {
      for (const fields of [{ __language: "de" }, { __action: "nothing" }, {}, { __token: "wrong" }]) {
        const answer = await postForm(server().browser(), path, fields as Record<string, string>);
        expect(answer.status).toBeLessThan(500);
        const place = new URL(answer.headers.location ?? "/", "http://localhost:5400");
        expect(place.origin).toBe("http://localhost:5400");
      }
    });

    it("finds nothing at an address that there is not, and hears nothing of cookies", async () => {
      for (const path of ["/oauth/token", "/connect/token/", "/nowhere"]) {
        const headers = { "content-type": "application/x-www-form-urlencoded" };
        const answer = await server()
          .browser()
          .send(path, { method: "POST", headers, body: "grant_type=authorization_code" });
        expect([answer.status, pageStateOf(answer)?.problems]).toEqual([404, {}]);
      }
    });

    it("without its token meets the same doors as a visit of the page", async () => {
      const browser = server().browser();
      const refused = { __token: "wrong", username: "somebody" };
      const guarded = await postForm(browser, "/account/select", refused);
      expect([guarded.status, guarded.headers.location]).toEqual([
        303,
        "/error/access-denied?returnUrl=%2Faccount%2Fselect",
      ]);
      const onward = await postForm(browser, "/redirect?returnUrl=/devops", refused);
      expect([onward.status, onward.headers.location]).toEqual([303, "/devops"]);
    });

    it("of a session that has ended leads to the sign-in page, and from there back", async () => {
      const browser = server().browser();
      const { username } = await server().addUser();
      await browser.signIn(username, testPassword);
      server().clock.advance(2 * 3_600_000);
      const sent = await postForm(browser, "/account/contact", { email: "somebody@new.example" });
      expect([sent.status, sent.headers.location]).toEqual([
        303,
        "/account/login?returnUrl=%2Faccount%2Fcontact",
      ]);
    });

    it("is taken of somebody signed in, and signs in who still has the cookie of a session that has ended", async () => {
      const { browser, user } = await signedIn();
      const taken = await postForm(browser, "/account/contact", { email: `${user.id}@new.example` });
      expect([taken.status, taken.headers.location]).toEqual([303, "/account/contact"]);
      expect(pageStateOf(await browser.send("/account/contact"))?.view).toMatchObject({ step: "code" });
      server().clock.advance(2 * 3_600_000);
      const fields = { username: user.username, password: testPassword };
      const sent = await postForm(browser, "/account/login?returnUrl=%2Fdevops", fields);
      expect([sent.status, sent.headers.location]).toEqual([303, "/devops"]);
    });

    it("without its token keeps what was typed, but no password", async () => {
      const fields = { __token: "wrong", username: "somebody", password: "typed blind" };
      const answer = await postForm(server().browser(), "/account/login", fields);
      expect(answer.status).toBe(400);
      expect(pageStateOf(answer)).toMatchObject({
        screen: "login",
        values: { username: "somebody" },
        problems: { "": [{ code: "problems.timeout" }] },
      });
      expect(answer.text).not.toContain("typed blind");
    });

    it("that is refused keeps what was typed, but no password", async () => {
      const user = await server().addUser();
      const fields = { username: user.username, password: "not the one", rememberLogin: "on", unknown: "x" };
      const answer = await postForm(server().browser(), "/account/login", fields);
      expect(answer.status).toBe(400);
      expect(pageStateOf(answer)).toMatchObject({
        values: { username: user.username, rememberLogin: true },
        problems: { "": [{ code: "problems.signInFailed" }] },
      });
      expect(answer.text).not.toContain("not the one");
    });

    it("runs no button that its page does not show", async () => {
      const { browser } = await signedIn();
      const returnUrl = await server().addRequest({ prompt: "login" });
      const page = `/account/login?${new URLSearchParams({ returnUrl })}`;
      expect(pageStateOf(await browser.send(page))?.view).toMatchObject({ signedIn: false });
      const hidden = await postForm(browser, page, { __action: "continue" });
      expect([hidden.status, hidden.headers.location]).toEqual([303, page]);
      const shown = await postForm(browser, page, { __action: "cancel" });
      expect(shown.text).toContain(`${returnUrl}?cancel`);
    });

    it("without its token chooses no language", async () => {
      const browser = server().browser();
      const answer = await postForm(browser, "/account/login", { __language: "de", __token: "wrong" });
      expect(answer.status).toBe(400);
      expect(browser.cookies.has(cookieNames.language)).toBe(false);
    });

    it("in a language that is not offered changes nothing", async () => {
      for (const language of ["xx", "", "__proto__", "de\r\nset-cookie: a=b"]) {
        const browser = server().browser();
        const answer = await postForm(browser, "/account/login", { __language: language });
        expect([answer.status, answer.headers.location]).toEqual([303, "/account/login"]);
        expect(browser.cookies.has(cookieNames.language)).toBe(false);
      }
    });

    it.each([
      ["text/plain", "username=a&password=b", 415],
      ["application/json", '{"username":"a","password":"b"}', 415],
      ["multipart/form-data; boundary=x", "--x--", 415],
      ["application/x-www-form-urlencoded", `username=${"a".repeat(1_000_000)}`, 413],
      ["application/x-www-form-urlencoded", "&&==&%&__token&__token=%00&__proto__=x", 400],
      ["application/x-www-form-urlencoded", "a=1&".repeat(16_000), 400],
    ])("of the kind %s is answered with words when it cannot be read", async (type, body, status) => {
      const answer = await postForm(server().browser(), "/account/login", body, { "content-type": type });
      expect(answer.status).toBe(status);
      expect(answer.headers["content-type"]).toContain("text/html");
    });

    it("shares the tries of a name with the call", async () => {
      const user = await server().addUser();
      const wrong = { username: user.username, password: "wrong" };
      for (const count of [1, 2, 3, 4, 5]) {
        const isPost = count % 2 === 0;
        const browser = server().browser();
        await givePass(server(), browser);
        const answer = await (isPost
          ? postForm(browser, "/account/login", wrong)
          : browser.call("Login", wrong));
        expect(answer.status).toBe(400);
      }
      const right = { username: user.username, password: testPassword };
      const posted = await postForm(server().browser(), "/account/login", right);
      expect(posted.status).toBe(429);
      expect((await server().browser().call("Login", right)).status).toBe(429);
    });

    it("that would have to solve a challenge comes back with what else can be done, and with what was typed", async () => {
      const user = await server().addUser();
      const fields = { username: user.username, password: "wrong" };
      for (let count = 0; count < 3; count++) await postForm(server().browser(), "/account/login", fields);
      const answer = await postForm(server().browser(), "/account/login", {
        ...fields,
        password: testPassword,
      });
      expect(answer.status).toBe(403);
      expect(pageStateOf(answer)).toMatchObject({
        screen: "login",
        values: { username: user.username },
        problems: { "": [{ code: "problems.captchaNeedsScript", params: { count: 15 } }] },
      });
      expect(answer.text).not.toContain(testPassword);
      server().clock.advance(15 * 60_000);
      const later = await postForm(server().browser(), "/account/login", {
        ...fields,
        password: testPassword,
      });
      expect(later.headers.location).toBe("/");
    });

    it("looks the same for an unknown name, a wrong password and a disabled account", async () => {
      const users = [await server().addUser(), await server().addUser({ disabled: true })];
      const names = [...users.map(({ username }) => username), "user-0123456789ab"];
      const pages = await Promise.all(
        names.map(async (username) => {
          const browser = server().browser();
          const answer = await postForm(browser, "/account/login", { username, password: "wrong" });
          const { token: _, ...state } = pageStateOf(answer) ?? {};
          const cookies = [...browser.cookies.keys()].sort();
          const text = JSON.stringify(state).replaceAll(username, "");
          return { status: answer.status, headers: Object.keys(answer.headers).sort(), cookies, text };
        }),
      );
      expect(pages[1]).toEqual(pages[0]);
      expect(pages[2]).toEqual(pages[0]);
    });

    it("sent twice at once signs in once or twice, and the last cookie works", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      // Of one page, before either is answered.
      const token = pageStateOf(await browser.send("/account/login"))?.token ?? "";
      const fields = { __token: token, username: user.username, password: testPassword };
      const answers = await Promise.all([
        sendForm(browser, "/account/login", fields),
        sendForm(browser, "/account/login", fields),
      ]);
      expect(answers.map(({ status, headers }) => [status, headers.location])).toEqual([
        [303, "/"],
        [303, "/"],
      ]);
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
    });

    it("leaves no secret in the log", async () => {
      const browser = server().browser();
      const user = await server().addUser({ password: "canary-right" });
      await postForm(browser, "/account/login?q=canary-query", {
        username: "canary-name",
        password: "canary-wrong",
      });
      await postForm(browser, "/account/canary-path", { __token: "canary-token", password: "canary-wrong" });
      await postForm(browser, "/account/login", "password=canary-wrong&%", {
        "content-type": "text/canary-type",
      });
      await postForm(browser, "/account/login", { username: user.username, password: "canary-right" });
      expect(browser.cookies.has(cookieNames.session)).toBe(true);
      expect(server().log.join("\n")).not.toContain("canary-");
    });
  });

  describe.each([
    ["an expired password", { mustChangePassword: true }, "/account/change-expired-password"],
    ["a required second factor", { secondFactorRequired: true }, "/account/setup-twofactor"],
  ])("%s", (_case, account, page) => {
    it("is met on the page way too, and no order of pages and calls gives a session", async () => {
      const browser = server().browser();
      const user = await server().addUser(account);
      await server().addCustomers(user, 2);
      const returnUrl = await server().addRequest();
      const query = `?${new URLSearchParams({ returnUrl })}`;
      const fields = { username: user.username, password: testPassword };
      const answer = await postForm(browser, `/account/login${query}`, fields);
      expect([answer.status, answer.headers.location]).toEqual([303, `${page}${query}`]);
      expect(pageStateOf(await browser.send(page + query))?.screen).toBeDefined();
      for (const action of ["continue", "cancel", "skip"])
        await postForm(browser, `/account/login${query}`, { __action: action });
      await postForm(browser, `/account/login${query}`, fields);
      await postForm(browser, `/account/select${query}`, { customerId: `${user.id}-0` });
      await postForm(browser, `${page}${query}`, fields);
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      expect((await browser.send(`/account/select${query}`)).status).toBe(303);
      const resumed = await browser.send(returnUrl);
      expect(resumed.headers.location).not.toContain("code=");
    });
  });
});
