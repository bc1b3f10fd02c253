import { afterAll, beforeEach, expect, it } from "vitest";
import type { Config } from "../../src/config/read-config.ts";
import { openStore } from "../../src/server/store/store.ts";
import { colourSchemeCookie } from "../../src/shared/colour-scheme.ts";
import type { PageState } from "../../src/shared/page-state.ts";
import { createTemporaryDatabase } from "../support/databases.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { addPersonWith, givePassword } from "../support/second-factors.ts";
import { startTestServer, testPassword } from "../support/server.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";

const database = await createTemporaryDatabase("sqlite");
const store = openStore(database.settings, { warn: () => undefined });
await store.migrate();
/** The states that were drawn, and not taken from what was kept. */
let drawn: PageState[] = [];
const server = await startTestServer(store, {
  renderer: {
    ...stubRenderer,
    render: (state, nonce) => {
      drawn.push(state);
      return stubRenderer.render(state, nonce);
    },
  },
});

beforeEach(() => {
  drawn = [];
});
afterAll(async () => {
  await server.close();
  await store.close();
  await database.drop();
});

async function pageOf(browser: TestClient, path: string, headers: Record<string, string> = {}) {
  const answer = await browser.send(path, { headers: { accept: "text/html", ...headers } });
  const state = pageStateOf(answer);
  if (state === undefined) throw new Error(`${path} answered ${answer.status} without a screen`);
  const nonces = [...answer.text.matchAll(/nonce="([^"]+)"/g)].map(([, nonce]) => nonce);
  const policy = answer.headers["content-security-policy"];
  return { text: answer.text, state, nonces: [...new Set(nonces)], policy };
}

it("looks as this browser has chosen, and by the system where nothing is, or nothing that there is", async () => {
  const path = "/account/login?returnUrl=%2Flooks";
  const pages = ["dark", "light", "auto", "purple", '"><script>', ""].map(async (chosen) => {
    const cookie = `${colourSchemeCookie}=${encodeURIComponent(chosen)}`;
    const { text, state } = await pageOf(server.browser(), path, { cookie });
    return [/<html[^>]*>/.exec(text)?.[0], state.scheme];
  });
  const html = (theme = "") => `<html lang="en-GB" dir="ltr"${theme} data-plain>`;
  const automatic = [html(), "auto"];
  expect(await Promise.all(pages)).toEqual([
    [html(' data-theme="dark"'), "dark"],
    [html(' data-theme="light"'), "light"],
    ...[automatic, automatic, automatic, automatic],
  ]);
});

it("is drawn once for all who get it alike, with a nonce and a token of its own each time", async () => {
  const path = "/account/login?returnUrl=%2Falike";
  const browsers = [server.browser(), server.browser(), server.browser()];
  const pages = await Promise.all(browsers.map((browser) => pageOf(browser, path)));
  const again = await Promise.all(browsers.map((browser) => pageOf(browser, path)));
  expect(drawn.length).toBeLessThanOrEqual(3);
  const all = [...pages, ...again];
  expect(new Set(all.map(({ nonces }) => nonces.join())).size).toBe(6);
  expect(new Set(all.map(({ state }) => state.token)).size).toBe(6);
  for (const { text, state, nonces, policy } of all) {
    expect(nonces).toHaveLength(1);
    expect(policy).toContain(`'nonce-${nonces[0]}'`);
    expect(text).toContain(`data-token="${state.token}"`);
  }
});

it("serves the form that it was kept with: its token signs in", async () => {
  const path = "/account/login?returnUrl=%2Faccount%2Fcontact";
  await pageOf(server.browser(), path);
  const { username } = await server.addUser();
  const browser = server.browser();
  const { state } = await pageOf(browser, path);
  expect(drawn).toHaveLength(1);
  const answer = await postForm(browser, path, { username, password: testPassword, __token: state.token });
  expect(answer.status).toBe(303);
});

it("is drawn once for all whom an application sends, and leads each back to their own request", async () => {
  const addresses = await Promise.all([1, 2, 3].map(() => server.addRequest()));
  const visit = async (returnUrl: string, path = "/account/login", headers = {}) => {
    const address = `${path}?returnUrl=${encodeURIComponent(returnUrl)}`;
    return pageOf(server.browser(), address, headers);
  };
  const uidOf = (address: string) => address.slice(address.lastIndexOf("/") + 1);
  for (const address of addresses) {
    const { text, state } = await visit(address);
    expect(state.returnUrl).toBe(address);
    for (const other of addresses) expect(text.includes(uidOf(other))).toBe(other === address);
  }
  expect(drawn).toHaveLength(1);

  // Also where the name of the application is a long one.
  const long = "a".repeat(100);
  for (const address of [await server.addRequest({}, long), await server.addRequest({}, long)])
    expect((await visit(address)).state.returnUrl).toBe(address);
  expect(drawn).toHaveLength(2);
  drawn.pop();

  // A page that comes back to the request is another one, and so is that of another application, language or wish.
  const [first = ""] = addresses;
  const detour = `/account/contact?returnUrl=${encodeURIComponent(first)}`;
  expect((await visit(detour)).state.returnUrl).toBe(detour);
  expect((await visit(first, "/account/login", { "accept-language": "de" })).state.language).toBe("de");
  expect((await visit(first, "/account/recover")).state.partner.partnerId).toBe("northwind");
  const outside = await visit(await server.addRequest({}, "outside"), "/account/recover");
  expect(outside.state.partner.partnerId).toBe("default");
  expect(drawn).toHaveLength(5);
  const named = await visit(await server.addRequest({ login_hint: "canary" }));
  expect(named.state.view.username).toBe("canary");
  expect(drawn).toHaveLength(6);
  expect((await visit(await server.addRequest())).text).not.toContain("canary");

  // Of a request that nobody made the page is its own.
  expect((await visit("/connect/authorize/aaaaaaaaaaaaaaaaaa")).state.returnUrl).toMatch(/a{18}$/);
  expect((await visit("/connect/authorize/bbbbbbbbbbbbbbbbbb")).state.returnUrl).toMatch(/b{18}$/);
});

it("sends back to the application whoever signs in on a page that was kept", async () => {
  await pageOf(server.browser(), `/account/login?returnUrl=${encodeURIComponent(await server.addRequest())}`);
  drawn = [];
  const { username } = await server.addUser();
  const browser = server.browser();
  const returnUrl = await server.addRequest();
  const path = `/account/login?returnUrl=${encodeURIComponent(returnUrl)}`;
  const { state } = await pageOf(browser, path);
  expect(drawn).toHaveLength(0);
  const answer = await postForm(browser, path, { username, password: testPassword, __token: state.token });
  expect([answer.status, answer.text]).toEqual([
    200,
    expect.stringContaining(`content="0;url=${returnUrl}"`),
  ]);
});

it("is another one in another language, for another partner, at another address and after a message", async () => {
  const path = "/account/login?returnUrl=%2Fothers";
  const english = await pageOf(server.browser(), path);
  const german = await pageOf(server.browser(), path, { "accept-language": "de" });
  const elsewhere = await pageOf(server.browser(), "/account/login?returnUrl=%2Felsewhere");
  const partner = await pageOf(server.browser(), path, { host: "signin.northwind.example" });
  expect(english.state.texts["screens.login.title"]).toBe("Sign in");
  expect(german.state).toMatchObject({ language: "de", texts: { "screens.login.title": "Anmelden" } });
  expect(elsewhere.state.returnUrl).toBe("/elsewhere");
  expect(partner.state.partner.partnerId).toBe("northwind");
  expect(drawn).toHaveLength(4);
});

it("is drawn anew with a new configuration", async () => {
  const path = "/account/login?returnUrl=%2Fanew";
  const { services } = server;
  const config = services.config();
  await pageOf(server.browser(), path);
  const next: Config = {
    ...config,
    hash: "another",
    texts: (...names) => ({ ...config.texts(...names), "screens.login.title": "Another" }),
  };
  services.config = () => next;
  const { state } = await pageOf(server.browser(), path);
  services.config = () => config;
  expect(state.texts["screens.login.title"]).toBe("Another");
});

it("is not kept for a signed-in person, nor with what somebody typed", async () => {
  const { username } = await server.addUser({ displayName: "Canary Name" });
  const browser = server.browser();
  await browser.signIn(username, testPassword);
  drawn = [];
  await pageOf(browser, "/");
  await pageOf(browser, "/");
  expect(drawn.map(({ user }) => user.displayName)).toEqual(["Canary Name", "Canary Name"]);
  const path = "/account/login?returnUrl=%2Ftyped";
  const typed = async () => {
    const stranger = server.browser();
    const { state } = await pageOf(stranger, path);
    return postForm(stranger, path, { username: "canary", password: "wrong", __token: state.token });
  };
  drawn = [];
  await typed();
  await typed();
  expect(drawn.filter(({ values }) => Object.values(values).includes("canary"))).toHaveLength(2);
});

it("is not kept for somebody who is half signed in or has a name here, nor at an address that was mailed", async () => {
  const drawnTwice = async (browser: TestClient, path: string) => {
    drawn = [];
    await pageOf(browser, path);
    await pageOf(browser, path);
    expect([path, drawn.length]).toEqual([path, 2]);
  };
  const person = await addPersonWith(server, ["authenticator"]);
  const halfway = server.browser();
  await givePassword(halfway, person);
  await drawnTwice(halfway, "/account/login/twofactor");
  expect(drawn[0]?.view.username).toBe(person.user.username);

  const named = server.browser();
  await named.call("Login", { username: person.user.username, password: testPassword, rememberLogin: true });
  await named.call("SilentLogout", { reason: "elsewhere" });
  await drawnTwice(named, "/account/login?returnUrl=%2Fnamed");
  expect(drawn[0]?.view.username).toBe(person.user.username);

  await drawnTwice(server.browser(), "/account/recover?state=canary");
});
