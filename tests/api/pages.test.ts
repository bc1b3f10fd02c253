import { describe, expect, it } from "vitest";
import { serverAddresses } from "../../src/config/resolve/server-addresses.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { openStore } from "../../src/server/store/store.ts";
import { onEachDatabase } from "../support/databases.ts";
import { postForm } from "../support/native-form.ts";
import { root, suiteServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });
  const asPage = { headers: { accept: "text/html" } };

  it.each([
    "/catalogues/__proto__/en-GB.0.json",
    "/catalogues/constructor/en-GB.0.json",
    "/catalogues/default/__proto__.json",
    "/partners/__proto__/background",
    "/partners/toString/background",
    "/partners/nobody/icon",
    "/vendors/__proto__/icon",
    "/vendors/nobody/icon",
  ])("has no file of a partner or a provider that there is not: %s", async (path) => {
    expect((await server().browser().send(path)).status).toBe(404);
  });

  it("knows all its own addresses that a screen could be given", () => {
    const routes = server().app.printRoutes({ commonPrefix: false });
    const firsts = [...routes.matchAll(/^[├└]── \/([^/:* ]+)/gm)].map(([, first = ""]) => first);
    const own = new Set(firsts.filter((first) => /^[A-Za-z0-9-]+$/.test(first)));
    const beside = ["assets", "gallery"];
    expect([...own, ...beside].sort()).toEqual([...serverAddresses].sort());
  });

  it("tells of its partner what the call tells, and no file of the server", async () => {
    const browser = server().browser();
    const { text } = await browser.send("/account/login", asPage);
    const [, json = ""] = /id="vestibule-state"[^>]*>([^<]*)</.exec(text) ?? [];
    expect(JSON.parse(json).partner).toEqual((await browser.call("GetPartnerMetaData")).json);
    expect(json).not.toContain(root);
  });

  it.each([
    ["signin.northwind.example", "/partners/northwind/icon"],
    ["signin.example", "/partners/default/icon"],
  ])("names the icon of its partner, by which tabs and bookmarks are told apart: %s", async (host, icon) => {
    const browser = server().browser();
    for (const path of ["/account/login", "/partners/nobody/background"]) {
      const { text } = await browser.send(path, { headers: { accept: "text/html", host } });
      expect([path, /<link rel="icon" href="([^"]*)">/.exec(text)?.[1]]).toEqual([path, icon]);
    }
    const { status, headers } = await browser.send(icon);
    const age = "public, max-age=300";
    expect([status, headers["content-type"], headers["cache-control"]]).toEqual([200, "image/png", age]);
  });

  it("has words for a privacy notice and an imprint where its partner has them, and none else", async () => {
    const wordsAt = async (host: string) => {
      const headers = { accept: "text/html", host };
      const { text } = await server().browser().send("/account/login", { headers });
      const [, json = ""] = /id="vestibule-state"[^>]*>([^<]*)</.exec(text) ?? [];
      return Object.keys(JSON.parse(json).texts).filter((key) => key.startsWith("shell.legal."));
    };
    const words = ["shell.legal.privacy", "shell.legal.imprint", "shell.legal.newTab"];
    expect(await wordsAt("signin.northwind.example")).toEqual(words);
    expect(await wordsAt("signin.example")).toEqual([]);
  });

  it("names both also where it is but a plain page", async () => {
    const footerAt = async (host: string) => {
      const headers = { accept: "text/html", host };
      const { status, text } = await server().browser().send("/partners/nobody/background", { headers });
      expect(status).toBe(404);
      return /<footer>.*<\/footer>/.exec(text)?.[0];
    };
    expect(await footerAt("signin.northwind.example")).toBe(
      '<footer><a href="https://northwind.example/privacy">Privacy notice</a> <a href="https://northwind.example/imprint">Legal notice</a></footer>',
    );
    expect(await footerAt("signin.example")).toBeUndefined();
  });

  it.each([
    ["passwordReset", "messages.passwordReset"],
    ["constructor", undefined],
    ["__proto__", undefined],
    ["nothing", undefined],
  ])("says what a page before left for it, if that is one of our messages: %s", async (left, said) => {
    const browser = server().browser();
    browser.cookies.set(cookieNames.flash, left);
    const { status, text } = await browser.send("/account/login", asPage);
    const [, json = ""] = /id="vestibule-state"[^>]*>([^<]*)</.exec(text) ?? [];
    expect([status, JSON.parse(json).say]).toEqual([200, said]);
    expect(browser.cookies.has(cookieNames.flash)).toBe(false);
  });

  describe("the telemetry", () => {
    const viewed = async (path: string) => {
      const before = server().log.length;
      await server().browser().send(path, asPage);
      const lines = server()
        .log.slice(before)
        .map((line) => JSON.parse(line));
      return lines.filter(({ msg }) => msg === "page viewed").map(({ page }) => page);
    };

    it("leaves out /account and every path that contains -oidc", async () => {
      for (const path of ["/account/login", "/Account/login", "/%61ccount", "/x-oidc/y", "/account/nothing"])
        expect(await viewed(path)).toEqual([]);
    });

    it("says which screen was opened, and nothing of its address", async () => {
      expect(await viewed("/error/notfound?x=canary")).toEqual(["/error/notfound"]);
      expect(await viewed("/canary-path")).toEqual(["*"]);
      expect(server().log.join("\n")).not.toContain("canary");
    });
  });

  describe("while the database is away", () => {
    const whileAway = async <Result>(work: () => Promise<Result>): Promise<Result> => {
      const { services } = server();
      const { store } = services;
      const lost = openStore({ databaseUrl: "postgres://127.0.0.1:1/lost", databaseFile: "" }, { warn() {} });
      services.store = lost;
      return work().finally(async () => {
        services.store = store;
        await lost.close();
      });
    };

    it("a page says so in plain words and offers to try again", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      await browser.signIn(user.username, testPassword);
      const answer = await whileAway(() => browser.send("/account/select?filter=a", asPage));
      expect(answer.status).toBe(503);
      expect(answer.headers["retry-after"]).toBe("2");
      expect(answer.headers["content-type"]).toContain("text/html");
      expect(answer.text).toContain('href="/account/select?filter=a"');
      expect((await browser.send("/account/select", asPage)).status).not.toBe(503);
    });

    it("a posted form is answered with words, and nobody is signed in", async () => {
      const browser = server().browser();
      const user = await server().addUser();
      const fields = { username: user.username, password: testPassword };
      const answer = await whileAway(() => postForm(browser, "/account/login", fields));
      expect(answer.status).toBe(503);
      expect(answer.headers["content-type"]).toContain("text/html");
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });
  });
});
