import { describe, expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

const evil = "evil.example";

/** Ways to write another site, or a script, that some browser or some parser reads as one. */
const spellings = [
  `https://${evil}`,
  `http://${evil}/`,
  `//${evil}`,
  `///${evil}`,
  `////${evil}`,
  `/\\${evil}`,
  `\\\\${evil}`,
  `\\/${evil}`,
  `/\t/${evil}`,
  `/\n/${evil}`,
  `/\r/${evil}`,
  ` //${evil}`,
  `\u0000//${evil}`,
  `\u00a0//${evil}`,
  `/\u0009//${evil}`,
  `https:${evil}`,
  `https:/${evil}`,
  `HTTPS://${evil}`,
  `javascript:alert(1)`,
  `JaVaScRiPt:alert(1)`,
  `java\nscript:alert(1)`,
  `data:text/html,<script>alert(1)</script>`,
  `vbscript:msgbox(1)`,
  `blob:https://${evil}/1`,
  `//localhost:5400@${evil}`,
  `https://localhost:5400@${evil}/`,
  `https://localhost:5400.${evil}/`,
  `/..//${evil}`,
  `/.//${evil}`,
  `/%2e%2e//${evil}`,
  `/\u2215/${evil}`,
  `/／${evil}`,
  `.${evil}`,
  `${evil}`,
  `?returnUrl=//${evil}`,
  `/${"a".repeat(3000)}`,
];

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });

  describe("a return address that leaves the site", () => {
    it.each(spellings)("becomes the start page: %j", async (spelling) => {
      const user = await server().addUser();
      for (const name of ["returnUrl", "ReturnUrl"]) {
        const browser = server().browser();
        const answer = await browser.call(
          "Login",
          { username: user.username, password: testPassword },
          { [name]: spelling },
        );
        expect(answer.json.redirect).toBe("/");
        expect(answer.headers.redirect).toBe("/");
        for (const button of ["continue", "switch", "back", "cancel"]) {
          const next = await browser.call("Next", undefined, { [name]: spelling, button });
          expect(`${next.text} ${next.headers.redirect}`).not.toContain(evil);
          if (button === "switch") await browser.signIn(user.username, testPassword);
        }
      }
    });
  });

  it.each(spellings)("becomes the start page on pages and in posted forms: %j", async (spelling) => {
    const user = await server().addUser();
    for (const name of ["returnUrl", "ReturnUrl"]) {
      const query = `?${new URLSearchParams({ [name]: spelling })}`;
      const browser = server().browser();
      const headers = { accept: "text/html" };
      const page = await browser.send(`/account/login${query}`, { headers });
      expect(pageStateOf(page)?.returnUrl).toBe("/");
      expect((await browser.send(`/redirect${query}`, { headers })).headers.location).toBe("/");
      const fields = { username: user.username, password: testPassword };
      const posted = await postForm(browser, `/account/login${query}`, fields);
      expect([posted.status, posted.headers.location]).toEqual([303, "/"]);
      const left = await postForm(browser, `/account/logout${query}`, {});
      expect([left.status, left.headers.location]).toEqual([303, "/account/loggedout"]);
    }
  });

  describe("a return address that stays", () => {
    it.each([
      "/account/select?filter=a&page=2#top",
      "/connect/authorize/of-nobody",
      "/devops",
      "/account/login%2f..",
    ])("is kept as it is: %s", async (returnUrl) => {
      const user = await server().addUser();
      const answer = await server().browser().signIn(user.username, testPassword, { returnUrl });
      expect(answer.json.redirect).toBe(returnUrl);
    });
  });

  describe("a return address to a page that comes back to an application", () => {
    const detourOf = (returnUrl: string, pages: number): string =>
      pages === 0
        ? returnUrl
        : `/account/select?${new URLSearchParams({ returnUrl: detourOf(returnUrl, pages - 1) })}`;

    it.each([1, 2, 4])("keeps the application's sign-in over %i pages", async (pages) => {
      const user = await server().addUser({ secondFactorRequired: true });
      const browser = server().browser();
      const application = await server().addRequest();
      await browser.signIn(user.username, testPassword, { returnUrl: application });
      const returnUrl = detourOf(application, pages);
      const view = await browser.call("LoginView", undefined, { returnUrl });
      expect(view.json.client).toMatchObject({ name: "Payroll" });
      const next = await browser.call("Next", undefined, { returnUrl, button: "continue" });
      expect(next.json.outcome).toBe("twoFactorSetupRequired");
    });

    it("is looked into no deeper than people go", async () => {
      const returnUrl = detourOf(await server().addRequest(), 5);
      const view = await server().browser().call("LoginView", undefined, { returnUrl });
      expect(view.json.client).toBeNull();
    });

    it("leads to that page, and no further by itself", async () => {
      const user = await server().addUser();
      const returnUrl = detourOf(await server().addRequest(), 1);
      const answer = await server().browser().signIn(user.username, testPassword, { returnUrl });
      expect(answer.json.redirect).toBe(returnUrl);
    });
  });

  it("counts as its first valid value, however it is spelled and repeated", async () => {
    const user = await server().addUser();
    const browser = server().browser();
    await browser.send("/api/Account/Token");
    const query = `returnUrl=https://${evil}&ReturnUrl=/devops&returnUrl=/account/select&returnUrl[]=/x`;
    const answer = await browser.post(`/api/Account/Login?${query}`, {
      username: user.username,
      password: testPassword,
    });
    expect(answer.json.redirect).toBe("/account/select");
  });
});
