import { expect, it } from "vitest";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf, testClient } from "../support/relying-party.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { startTestServer } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { TestClient } from "../support/test-client.ts";

/** Where the application of the tests starts. */
const start = "https://application.example/web";

onEachDatabase((database) => {
  const suite = oidcSuite(database);
  const later = (milliseconds: number) => suite().server.clock.advance(milliseconds);

  /** What an application's request has led to: its sign-in page, before anybody signs in there. */
  async function askedFor(params: Record<string, string> = {}, clientId = "web") {
    const browser = suite().server.browser();
    const { username } = await suite().server.addUser();
    const page = await suite().follow(
      browser,
      (await (await suite().application(clientId)).begin(params)).path,
    );
    return { browser, page, username };
  }

  /** The same after the person has signed in there, which the application was told. */
  async function answered(params: Record<string, string> = {}, clientId = "web") {
    const asked = await askedFor(params, clientId);
    const back = await suite().signInOn(asked.page, asked.browser, asked.username);
    expect(back.searchParams.has("code")).toBe(true);
    return asked;
  }

  /** Where a browser ends that opens a page. */
  async function opened(browser: TestClient, page: URL): Promise<string> {
    const { status, headers, text } = await browser.send(page.pathname + page.search, {
      headers: { accept: "text/html" },
    });
    const left = /http-equiv="refresh" content="0;url=([^"]+)"/.exec(text)?.[1];
    if (status === 200 && left === undefined) return page.pathname;
    return (await suite().follow(browser, left ?? headers.location ?? "")).href;
  }

  it("is answered again within a minute, for who presses twice, has a second tab or lost the answer", async () => {
    const { browser, page, username } = await answered();
    later(50_000);
    const again = await suite().follow(browser, returnUrlOf(page));
    expect(again.searchParams.has("code")).toBe(true);
    const pressedTwice = await suite().signInOn(page, browser, username);
    expect(pressedTwice.searchParams.has("code")).toBe(true);
  });

  it("gives nothing a minute after its first answer, however often it was asked meanwhile", async () => {
    const { browser, page } = await answered();
    later(minute / 2);
    expect((await suite().follow(browser, returnUrlOf(page))).searchParams.has("code")).toBe(true);
    later(minute / 2);
    expect((await suite().follow(browser, returnUrlOf(page))).href).toBe(start);
  });

  it("leads whoever is not signed in from its sign-in page to where the application starts", async () => {
    const { browser, page } = await answered();
    await browser.call("Logout");
    expect(await opened(browser, page)).toBe(start);
    later(minute);
    expect(await opened(browser, page)).toBe(start);
    expect(await opened(suite().server.browser(), page)).toBe(start);
  });

  it("shows its sign-in page to whoever is signed in, who may go on there as somebody else", async () => {
    const { browser, page } = await answered();
    expect(await opened(browser, page)).toBe("/account/login");
    later(minute);
    expect(await opened(browser, page)).toBe("/account/login");
    const { username } = await suite().server.addUser();
    expect((await suite().signInOn(page, browser, username)).href).toBe(start);
  });

  it("signs in who begins on its page as somebody else, also where its last minute ends half-way", async () => {
    const { server } = suite();
    const { browser, page } = await answered();
    const person = await addPersonWith(server, ["authenticator"]);
    const returnUrl = returnUrlOf(page);
    expect((await givePassword(browser, person, { returnUrl })).json.outcome).toBe("twoFactorRequired");
    later(minute);
    const query = { returnUrl };
    const { json } = await giveCode(browser, "authenticator", appCode(server), { query });
    expect((await suite().follow(browser, json.redirect)).href).toBe(start);
    expect((await browser.call("User")).json.username).toBe(person.user.username);
  });

  it("leads nobody away who has forgotten the password", async () => {
    const { page } = await answered();
    later(minute);
    const recover = new URL(page.href.replace("/account/login", "/account/recover"));
    expect(await opened(suite().server.browser(), recover)).toBe("/account/recover");
  });

  it("takes what was typed on a page that stood open meanwhile, and leads to where the application starts", async () => {
    const { browser, page, username } = await answered();
    later(minute);
    expect((await suite().signInOn(page, browser, username)).href).toBe(start);
  });

  it("is over also where the application was told that the person cancelled", async () => {
    const { browser, page } = await askedFor();
    const cancel = () => suite().follow(browser, `${returnUrlOf(page)}?cancel`);
    expect((await cancel()).searchParams.get("error")).toBe("access_denied");
    expect((await cancel()).searchParams.get("error")).toBe("access_denied");
    later(minute);
    expect(await opened(browser, page)).toBe(start);
    expect((await cancel()).href).toBe(start);
  });

  it("stays as it was while nobody has answered it", async () => {
    const { browser, page } = await askedFor();
    later(30 * minute);
    expect(await opened(browser, page)).toBe("/account/login");
  });

  it("is answered again after another proof where it asks for one, should the first answer be lost", async () => {
    const { browser, page, username } = await answered({ prompt: "login" });
    later(1000);
    const asked = await suite().follow(browser, returnUrlOf(page));
    expect(await opened(browser, asked)).toBe("/account/login");
    expect((await suite().signInOn(asked, browser, username)).searchParams.has("code")).toBe(true);
  });

  it("leaves a request without a page, which is kept nowhere, as it is", async () => {
    const { browser } = await answered();
    const { path } = await (await suite().application()).begin({ prompt: "none" });
    for (const by of [0, minute]) {
      later(by);
      expect((await suite().follow(browser, path)).searchParams.has("code")).toBe(true);
    }
  });

  it("shows the sign-in page where the application does not say where it starts", async () => {
    suite().clients.startless = { ...testClient("startless"), startUrl: undefined };
    const { browser, page, username } = await answered({}, "startless");
    later(30 * minute);
    expect(await opened(browser, page)).toBe("/account/login");
    expect((await suite().signInOn(page, browser, username)).searchParams.has("code")).toBe(true);
  });

  it("is over for every process that serves", async () => {
    const { server } = suite();
    const other = await startTestServer(database.connect(), { renderer: stubRenderer });
    try {
      other.services.config = server.services.config;
      const { page } = await answered();
      other.clock.advance(server.services.now() - other.services.now());
      const elsewhere = new TestClient(other.app.listeningOrigin, suite().origin);
      const { text } = await elsewhere.send(page.pathname + page.search, {
        headers: { accept: "text/html" },
      });
      expect(text).toContain('content="0;url=/connect/start/web"');
    } finally {
      await other.close();
    }
  });
});
