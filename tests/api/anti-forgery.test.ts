import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { antiForgeryCookie, antiForgeryHeader } from "../../src/shared/constants.ts";
import type { CallName } from "../../src/shared/contract.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { methodOf, type TestAnswer, type TestClient } from "../support/test-client.ts";

const own = "http://localhost:5400";

function expectRefused({ status, json }: TestAnswer, codes?: unknown): void {
  expect(status).toBe(400);
  expect(json.type).toBe("anti-forgery");
  expect(json.codes).toEqual(codes);
}

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  const withToken = async (): Promise<{ browser: TestClient; token: string }> => {
    const browser = server().browser();
    const { json } = await browser.send("/api/Account/Token");
    return { browser, token: json.token };
  };

  describe("the anti-forgery token", () => {
    it("comes in the body and in a readable cookie, and is another one each time", async () => {
      const { browser, token } = await withToken();
      expect(browser.cookies.get(antiForgeryCookie)).toBe(token);
      const again = await browser.send("/api/Account/Token");
      expect(again.json.token).not.toBe(token);
      const cookie = again.headers["set-cookie"]?.find((line) => line.startsWith(antiForgeryCookie));
      expect(cookie).toBe(`${antiForgeryCookie}=${again.json.token}; Path=/; Secure; SameSite=Lax`);
    });

    it("is asked for by every call that is no GET and has no other proof, views too", async () => {
      const { browser } = await withToken();
      const contracts = Object.entries(server().services.config().contracts);
      for (const [name, { antiForgery }] of contracts) {
        if (methodOf(name as CallName) === "GET") continue;
        const answer = await browser.send(`/api/Account/${name}`, {
          method: "POST",
          headers: { origin: own },
        });
        if (antiForgery === false) expect(answer.json.type).toBeUndefined();
        else expectRefused(answer);
      }
    });

    it("that is missing where no cookie came either says that cookies are needed, and is asked for anew", async () => {
      const headers = { origin: own };
      const answer = await server().browser().send("/api/Account/Login", { method: "POST", headers });
      expect([answer.status, answer.json.type]).toEqual([400, "anti-forgery"]);
      expect(answer.json.codes).toEqual({ "": [{ code: "problems.cookiesNeeded" }] });
    });

    it.each([
      ["missing", () => ({})],
      ["empty", () => ({ [antiForgeryHeader]: "" })],
      ["made up", () => ({ [antiForgeryHeader]: `${"a".repeat(16)}.${"b".repeat(43)}` })],
      ["cut short", (token: string) => ({ [antiForgeryHeader]: token.slice(0, -1) })],
      [
        "with another salt",
        (token: string) => ({ [antiForgeryHeader]: `${token.startsWith("x") ? "y" : "x"}${token.slice(1)}` }),
      ],
      ["sent twice", (token: string) => ({ [antiForgeryHeader]: [token, token] })],
    ])("is refused when it is %s", async (_case, headers) => {
      const { browser, token } = await withToken();
      const request = { method: "POST", headers: { origin: own, ...headers(token) } };
      expectRefused(await browser.send("/api/Account/User", request));
      // What is remembered of good tokens takes in none that was refused.
      expectRefused(await browser.send("/api/Account/User", request));
    });

    it("is of no use in another browser, nor without one", async () => {
      const { browser, token } = await withToken();
      const { browser: other } = await withToken();
      const headers = { origin: own, [antiForgeryHeader]: token };
      const used = await browser.send("/api/Account/User", { method: "POST", headers });
      expect(used.status).toBe(200);
      expectRefused(await other.send("/api/Account/User", { method: "POST", headers }));
      const nobody = server().browser();
      const refused = await nobody.send("/api/Account/User", { method: "POST", headers });
      expectRefused(refused, { "": [{ code: "problems.cookiesNeeded" }] });
    });

    it("of before the sign-in is dead after it, and that of the session after the sign-out", async () => {
      const { browser, token } = await withToken();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      const headers = (value: string) => ({ origin: own, [antiForgeryHeader]: value });
      expectRefused(await browser.send("/api/Account/User", { method: "POST", headers: headers(token) }));
      const signedIn = browser.cookies.get(antiForgeryCookie) ?? "";
      expect(
        (await browser.send("/api/Account/User", { method: "POST", headers: headers(signedIn) })).status,
      ).toBe(200);
      await browser.call("Logout", {});
      expectRefused(await browser.send("/api/Account/User", { method: "POST", headers: headers(signedIn) }));
    });
  });

  describe("a call from another site", () => {
    it.each([
      [{ origin: "https://evil.example" }],
      [{ origin: "http://localhost:5401" }],
      [{ origin: "https://localhost:5400" }],
      [{ origin: "http://localhost:5400.evil.example" }],
      [{ origin: "null" }],
      [{ origin: own, "sec-fetch-site": "cross-site" }],
      [{ origin: own, "sec-fetch-site": "same-site" }],
      [{ "sec-fetch-site": "none" }],
    ])("is refused though its token is right: %j", async (headers) => {
      const { browser, token } = await withToken();
      expectRefused(
        await browser.send("/api/Account/Login", {
          method: "POST",
          headers: { "content-type": "application/json", [antiForgeryHeader]: token, ...headers },
          body: JSON.stringify({ username: "a", password: "b" }),
        }),
      );
    });

    it.each([
      [{ origin: own, "sec-fetch-site": "same-origin" }],
      [{ origin: "null", "sec-fetch-site": "same-origin" }],
      [{ origin: "https://signin.northwind.example" }],
      [{}],
    ])("of our own pages is taken: %j", async (headers) => {
      const { browser, token } = await withToken();
      const answer = await browser.send("/api/Account/User", {
        method: "POST",
        headers: { [antiForgeryHeader]: token, ...headers },
      });
      expect(answer.status).toBe(200);
    });
  });

  describe("a form that the browser posts by itself", () => {
    const post = async (headers: Record<string, string>, changeToken = (token: string) => token) => {
      const browser = server().browser();
      const user = await server().addUser();
      const page = await browser.send("/account/login");
      const token = /data-token="([^"]+)"/.exec(page.text)?.[1] ?? "";
      const fields = { username: user.username, password: testPassword, __token: changeToken(token) };
      const answer = await browser.send("/account/login", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
        body: new URLSearchParams(fields).toString(),
      });
      return { answer, isSignedIn: browser.cookies.has(cookieNames.session) };
    };

    it.each([
      [{ origin: own, "sec-fetch-site": "same-origin" }],
      [{ origin: "null", "sec-fetch-site": "same-origin" }],
      [{}],
    ])("is taken from our own pages: %j", async (headers) => {
      const { answer, isSignedIn } = await post(headers);
      expect([answer.status, answer.headers.location, isSignedIn]).toEqual([303, "/", true]);
    });

    it.each([
      [{ origin: "https://evil.example" }],
      [{ origin: "null" }],
      [{ origin: own, "sec-fetch-site": "cross-site" }],
    ])("is refused from elsewhere, and the form shown again: %j", async (headers) => {
      const { answer, isSignedIn } = await post(headers);
      expect([answer.status, isSignedIn]).toEqual([400, false]);
      expect(answer.text).toContain('data-screen="login"');
    });

    it("is refused without the token of its page", async () => {
      expect((await post({ origin: own }, () => "")).isSignedIn).toBe(false);
      expect((await post({ origin: own }, (token) => `${token}x`)).isSignedIn).toBe(false);
    });
  });

  describe("the state of a sign-in", () => {
    const signedIn = async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const { json } = await browser.call("Login", { username: user.username, password: testPassword });
      return { browser, state: json.state as string };
    };

    it("is traded once for the token of the new identity, on both addresses", async () => {
      for (const path of ["/api/Account/Exchange", "/api/account/exchange"]) {
        const { browser, state } = await signedIn();
        const answer = await browser.post(path, { state });
        expect(answer.status).toBe(200);
        expect(answer.json).toEqual({ token: browser.cookies.get(antiForgeryCookie) });
        expect((await browser.post("/api/Account/User")).json.isAuthenticated).toBe(true);
        const again = await browser.post(path, { state });
        expect(again.status).toBe(400);
        expect(again.json).not.toHaveProperty("errors");
      }
    });

    it("is traded by one of many at once", async () => {
      const { browser, state } = await signedIn();
      const answers = await Promise.all(
        Array.from({ length: 10 }, () => browser.post("/api/Account/Exchange", { state })),
      );
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    });

    it("is of no use after a minute, in another browser, or from another site", async () => {
      const late = await signedIn();
      server().clock.advance(61_000);
      expect((await late.browser.post("/api/Account/Exchange", { state: late.state })).status).toBe(400);
      const { browser, state } = await signedIn();
      const other = server().browser();
      await other.send("/api/Account/Token");
      expect((await other.post("/api/Account/Exchange", { state })).status).toBe(400);
      expectRefused(
        await browser.post("/api/Account/Exchange", { state }, { origin: "https://evil.example" }),
      );
      expect((await browser.post("/api/Account/Exchange", { state })).status).toBe(200);
    });
  });

  it("names the browser by a cookie that no script reads", async () => {
    const answer = await server().browser().send("/api/Account/Token");
    const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith(cookieNames.browser));
    expect(cookie).toMatch(/^__Host-vestibule-browser=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
  });
});
