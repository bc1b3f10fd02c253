import * as oidc from "openid-client";
import { afterAll, beforeAll, expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { type LogoutListener, listenForLogouts } from "../support/logout-listener.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);
  const closed = oidcSuite(database, []);
  let listener: LogoutListener;
  beforeAll(async () => {
    listener = await listenForLogouts();
  });
  afterAll(() => listener.close());

  async function logoutView(browser: TestClient, path: string) {
    const page = await suite().follow(browser, path);
    expect(page.pathname).toBe("/account/logout");
    const logoutId = page.searchParams.get("logoutId") ?? "";
    const view = await browser.call("LogoutView", undefined, { logoutId });
    return { logoutId, view: view.json };
  }

  it("needs no question with the hint of the signed-in person, and leads back to the registered address", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: application.signedOutUri,
      state: "the state",
    });
    const { logoutId, view } = await logoutView(browser, path);
    const back = `${application.signedOutUri}?state=the+state`;
    expect(view).toMatchObject({ prompt: false, signedIn: true, postLogoutRedirectUri: back });
    expect(view.client.name).toBe("Application web");
    const done = await browser.call("Logout", { logoutId });
    expect(done.json.outcome).toBe("signedOut");
    const after = await browser.call("LogoutView", undefined, { logoutId });
    expect(after.json).toMatchObject({ signedIn: false, postLogoutRedirectUri: back });
  });

  it("asks the person and leads nowhere without a hint", async () => {
    const browser = suite().server.browser();
    const { application } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({
      client_id: "web",
      post_logout_redirect_uri: application.signedOutUri,
    });
    const { view } = await logoutView(browser, path);
    expect(view).toMatchObject({ prompt: true, signedIn: true, postLogoutRedirectUri: null });
  });

  it("asks the person when the hint is somebody else's", async () => {
    const [browser, other] = [suite().server.browser(), suite().server.browser()];
    const { application } = await suite().signIn(browser, await suite().server.addUser());
    const theirs = await suite().signIn(other, await suite().server.addUser());
    const path = application.endSessionPath({ id_token_hint: theirs.tokens.id_token ?? "" });
    const { view } = await logoutView(browser, path);
    expect(view.prompt).toBe(true);
  });

  it("refuses an unregistered way back on the error page", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: `${application.signedOutUri}/more`,
    });
    const headers = { accept: "text/html" };
    const answer = await browser.send(path, { headers });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toMatch(/^\/error\?errorId=/);
  });

  it("leads a browser in which nobody is signed in to the sign-out page too, without a page of the library", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(
      suite().server.browser(),
      await suite().server.addUser(),
    );
    const path = application.endSessionPath({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: application.signedOutUri,
    });
    const { view } = await logoutView(browser, path);
    expect(view).toMatchObject({ prompt: false, signedIn: false });
    expect(view.postLogoutRedirectUri).toBe(application.signedOutUri);
  });

  it("does not let another browser use a request to sign out", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({ id_token_hint: tokens.id_token ?? "" });
    const { logoutId } = await logoutView(browser, path);
    const stranger = suite().server.browser();
    await suite().signIn(stranger, await suite().server.addUser());
    const view = await stranger.call("LogoutView", undefined, { logoutId });
    expect(view.json).toMatchObject({ logoutId: null, prompt: true });
  });

  it("ends what all applications got and tells those that listen", async () => {
    suite().clients.listening = testClient("listening", { backChannelLogoutUri: listener.url });
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user);
    const begun = await (await suite().application("listening")).begin();
    const entered = await begun.finish(await suite().follow(browser, begun.path));
    await browser.call("Logout", {});
    const { configuration } = application;
    await expect(oidc.fetchUserInfo(configuration, tokens.access_token, user.id)).rejects.toThrow();
    const told = listener.heard.filter(({ payload }) => payload.sub === user.id);
    expect(told).toHaveLength(1);
    expect(told[0]?.header.typ).toBe("logout+jwt");
    expect(told[0]?.payload).toMatchObject({
      iss: suite().origin,
      aud: "listening",
      sid: entered.claims()?.sid,
      events: { "http://schemas.openid.net/event/backchannel-logout": {} },
    });
    expect(told[0]?.payload).not.toHaveProperty("nonce");
  });

  it("signs out although an application does not answer", async () => {
    suite().clients.silent = testClient("silent", {
      backChannelLogoutUri: "http://127.0.0.1:9/backchannel-logout",
    });
    const browser = suite().server.browser();
    await suite().signIn(browser, await suite().server.addUser(), "silent");
    const done = await browser.call("Logout", {});
    expect(done.json.outcome).toBe("signedOut");
    expect(suite().server.log.join("")).toContain("the application did not take the sign-out");
  });

  it("calls no private address that the settings do not allow", async () => {
    const careful = closed();
    careful.clients.inner = testClient("inner", { backChannelLogoutUri: listener.url });
    const browser = careful.server.browser();
    const user = await careful.server.addUser();
    await careful.signIn(browser, user, "inner");
    await browser.call("Logout", {});
    expect(listener.heard.filter(({ payload }) => payload.sub === user.id)).toEqual([]);
    expect(careful.server.log.join("")).toContain("the application did not take the sign-out");
  });

  it("keeps the applications and their tokens when the same person signs in again", async () => {
    suite().clients.listening = testClient("listening", { backChannelLogoutUri: listener.url });
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const first = await suite().signIn(browser, user, "listening");
    await suite().signIn(browser, user, "web", { prompt: "login" });
    await suite().signIn(browser, user, "web", { prompt: "login" });
    const { configuration } = first.application;
    await oidc.fetchUserInfo(configuration, first.tokens.access_token, user.id);
    await browser.call("Logout", {});
    const told = listener.heard.filter(({ payload }) => payload.sub === user.id);
    expect(told.map(({ payload }) => payload.sid)).toEqual([first.tokens.claims()?.sid]);
    await expect(oidc.fetchUserInfo(configuration, first.tokens.access_token, user.id)).rejects.toThrow();
  });

  it("tells the applications of the first person when another one signs in", async () => {
    suite().clients.listening = testClient("listening", { backChannelLogoutUri: listener.url });
    const browser = suite().server.browser();
    const [first, second] = [await suite().server.addUser(), await suite().server.addUser()];
    await suite().signIn(browser, first, "listening");
    await suite().signIn(browser, second, "web", { prompt: "login" });
    expect(listener.heard.filter(({ payload }) => payload.sub === first.id)).toHaveLength(1);
  });
});
