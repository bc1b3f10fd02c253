import { describe, expect, it } from "vitest";
import { withoutPrefix } from "../../src/shared/constants.ts";
import { onEachDatabase } from "../support/databases.ts";
import { startTestServer, suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  describe("a browser that keeps no secure cookies on http", () => {
    const signedIn = async () => {
      const browser = server().browser();
      browser.keepsSecure = false;
      const user = await server().addUser();
      const answer = await browser.signIn(user.username, testPassword);
      return { answer, browser, user };
    };

    it("is signed in by cookies with plain names, which no script and no other site reads either", async () => {
      const { answer, browser, user } = await signedIn();
      expect(answer.status).toBe(209);
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: true, userId: user.id });
      for (const name of browser.cookies.keys()) expect(name).toMatch(/^vestibule-/);
      const session = answer.headers["set-cookie"]?.find((line) => line.startsWith("vestibule-session"));
      expect(session).toMatch(/^vestibule-session=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/);
    });

    it("is signed out by them", async () => {
      const { browser } = await signedIn();
      await browser.call("Logout");
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });
  });

  describe("a browser that keeps them", () => {
    it("is given plain ones with its first answer alone, and heard by none of them", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const namesOf = (cookies: string[] = []) => cookies.map((cookie) => cookie.split("=", 1)[0]);
      const first = await browser.send("/api/Account/Token");
      expect(namesOf(first.headers["set-cookie"])).toContain("vestibule-xsrf");
      const { headers } = await browser.signIn(user.username, testPassword);
      expect(namesOf(headers["set-cookie"]).filter((name) => !name?.startsWith("__Host-"))).toEqual([]);
      const session = browser.cookies.get("__Host-vestibule-session") ?? "";
      browser.cookies.delete("__Host-vestibule-session");
      browser.cookies.set("vestibule-session", session);
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });
  });

  describe("a partner's own address beside one of this machine", () => {
    it.each([
      ["http", "signin.partner.example"],
      ["https", "localhost"],
    ])("is given no plain cookie by %s at %s", async (protocol, host) => {
      const { headers } = await server()
        .browser()
        .send("/api/Account/Token", { headers: { host, "x-forwarded-proto": protocol } });
      for (const cookie of headers["set-cookie"] ?? []) expect(cookie).toMatch(/^__Host-/);
    });
  });

  describe("where the public address is https", () => {
    it("no cookie has a plain name, and none is heard by one, which another site of the domain could set", async () => {
      const origin = "https://signin.example.com";
      const secure = await startTestServer(database.store(), { settings: { publicUrl: origin } });
      const user = await secure.addUser();
      const browser = secure.browser();
      await browser.signIn(user.username, testPassword);
      for (const name of browser.cookies.keys()) expect(name).toMatch(/^__Host-/);
      const forged = secure.browser();
      for (const [name, value] of browser.cookies) forged.cookies.set(withoutPrefix(name), value);
      expect((await browser.call("User")).json.isAuthenticated).toBe(true);
      expect((await forged.call("User")).json.isAuthenticated).toBe(false);
      await secure.close();
    });
  });
});
