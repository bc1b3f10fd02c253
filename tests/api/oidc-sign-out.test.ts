import * as oidc from "openid-client";
import { expect, it } from "vitest";
import { endExpiredSessions } from "../../src/server/oidc/session-life.ts";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  async function logoutView(browser: TestClient, path: string) {
    const page = await suite().follow(browser, path);
    expect(page.pathname).toBe("/account/logout");
    const logoutId = page.searchParams.get("logoutId") ?? "";
    const view = await browser.call("LogoutView", undefined, { logoutId });
    return { logoutId, view: view.json };
  }

  it("ends a session whose applications no key opens any more, and others with it", async () => {
    const { server } = suite();
    const people = [await server.addUser(), await server.addUser()];
    for (const person of people) await suite().signIn(server.browser(), person);
    const { db } = database.store();
    await db
      .updateTable("oidc_records")
      .set({ payload: "damaged" })
      .where("model", "=", "SessionApplication")
      .execute();
    const lines = server.log.length;
    server.clock.advance(3_600_000);
    await endExpiredSessions(server.services);
    expect(await db.selectFrom("sessions").select("id_hash").execute()).toEqual([]);
    const told = server.log.slice(lines).filter((line) => line.includes("no key opens"));
    expect(told).toHaveLength(people.length);
  });

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
    expect(view).toMatchObject({ stage: "confirm", prompt: false, postLogoutRedirectUri: back });
    expect(view.client.name).toBe("Application web");
    const done = await browser.call("Logout", { logoutId });
    expect(done.json).toMatchObject({ outcome: "signedOut", logoutId });
    const after = await browser.call("LogoutView", undefined, { logoutId });
    expect(after.json).toMatchObject({ stage: "done", postLogoutRedirectUri: back });
  });

  it("leads back no more once the address is not the application's any longer", async () => {
    const { clients, server } = suite();
    const browser = server.browser();
    clients.moved = testClient("moved");
    const { application, tokens } = await suite().signIn(browser, await server.addUser(), "moved");
    const path = application.endSessionPath({
      id_token_hint: tokens.id_token ?? "",
      post_logout_redirect_uri: application.signedOutUri,
    });
    const { logoutId, view } = await logoutView(browser, path);
    expect(view.postLogoutRedirectUri).toBe(application.signedOutUri);
    for (const entry of [testClient("moved", { postLogoutRedirectUris: [] }), undefined]) {
      if (entry === undefined) delete clients.moved;
      else clients.moved = entry;
      const later = await browser.call("LogoutView", undefined, { logoutId });
      expect(later.json).toMatchObject({ logoutId, postLogoutRedirectUri: null });
    }
  });

  it("asks the person and leads nowhere without a hint", async () => {
    const browser = suite().server.browser();
    const { application } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({
      client_id: "web",
      post_logout_redirect_uri: application.signedOutUri,
    });
    const { view } = await logoutView(browser, path);
    expect(view).toMatchObject({ stage: "confirm", prompt: true, postLogoutRedirectUri: null });
  });

  it.each(["web", "nobody"])(
    "speaks the language that the application asks for (client_id=%s)",
    async (clientId) => {
      const browser = suite().server.browser();
      const { application } = await suite().signIn(browser, await suite().server.addUser());
      const wishes = { client_id: clientId, ui_locales: "xx de" };
      const page = await suite().follow(browser, application.endSessionPath(wishes));
      expect(page.pathname).toBe("/account/logout");
      const { text } = await browser.send(page.pathname + page.search);
      expect(text).toContain('<html lang="de"');
    },
  );

  it("asks the person when the hint is somebody else's", async () => {
    const [browser, other] = [suite().server.browser(), suite().server.browser()];
    const { application } = await suite().signIn(browser, await suite().server.addUser());
    const theirs = await suite().signIn(other, await suite().server.addUser());
    const path = application.endSessionPath({ id_token_hint: theirs.tokens.id_token ?? "" });
    const { view } = await logoutView(browser, path);
    expect(view.prompt).toBe(true);
  });

  it("trusts a hint for the session that it was sent in, and for no later one", async () => {
    const browser = suite().server.browser();
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user);
    const path = application.endSessionPath({ id_token_hint: tokens.id_token ?? "" });
    const { logoutId, view } = await logoutView(browser, path);
    expect(view.prompt).toBe(false);
    await browser.call("Logout", { logoutId });
    await suite().signIn(browser, user);
    const later = await browser.call("LogoutView", undefined, { logoutId });
    expect(later.json).toMatchObject({ stage: "confirm", prompt: true });
    expect((await logoutView(browser, path)).view).toMatchObject({ stage: "confirm", prompt: true });
  });

  it("trusts a hint in the browser alone that it was given to, and there after another proof too", async () => {
    const [browser, elsewhere] = [suite().server.browser(), suite().server.browser()];
    const user = await suite().server.addUser();
    const { application, tokens } = await suite().signIn(browser, user, "spa");
    await suite().signIn(elsewhere, user, "spa");
    const path = application.endSessionPath({ id_token_hint: tokens.id_token ?? "" });
    expect((await logoutView(elsewhere, path)).view.prompt).toBe(true);
    await browser.signIn(user.username, testPassword);
    expect((await logoutView(browser, path)).view.prompt).toBe(false);
  });

  it("changes nothing by being looked at", async () => {
    const browser = suite().server.browser();
    const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
    const path = application.endSessionPath({ id_token_hint: tokens.id_token ?? "" });
    await logoutView(browser, path);
    expect((await browser.call("User")).json.isAuthenticated).toBe(true);
  });

  it("lets who signs in again go back to the application", async () => {
    const browser = suite().server.browser();
    const { application } = await suite().signIn(browser, await suite().server.addUser());
    const page = await suite().follow(browser, application.endSessionPath({ client_id: "web" }));
    expect(page.searchParams.get("returnUrl")).toBe("/connect/start/web");
  });

  it.each([
    ["an unregistered way back", {}, "/more"],
    ["a hint that nobody has given", { id_token_hint: "a.b.c" }, ""],
  ])(
    "asks the person, leads nowhere and tells the log where a request names %s",
    async (_name, params, more) => {
      const browser = suite().server.browser();
      const { application, tokens } = await suite().signIn(browser, await suite().server.addUser());
      const path = application.endSessionPath({
        id_token_hint: tokens.id_token ?? "",
        post_logout_redirect_uri: application.signedOutUri + more,
        ...params,
      });
      const { view } = await logoutView(browser, path);
      expect(view).toMatchObject({ stage: "confirm", prompt: true, postLogoutRedirectUri: null });
      expect(suite().server.log.join("")).toContain("an application's request was refused");
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    },
  );

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
    expect(view).toMatchObject({ stage: "done", prompt: false });
    expect(view.postLogoutRedirectUri).toBe(application.signedOutUri);
  });

  it("everywhere ends one's sessions in other browsers too, and every token of applications, and nobody else's", async () => {
    const { server } = suite();
    const [here, elsewhere, bystander] = [server.browser(), server.browser(), server.browser()];
    const person = await server.addUser();
    const offline = { scope: "openid offline_access", prompt: "consent" };
    const own = await suite().signIn(here, person, "web", offline);
    const other = await suite().signIn(elsewhere, person, "web", offline);
    const stranger = await suite().signIn(bystander, await server.addUser(), "web", offline);
    const renewed = ({ application, tokens }: typeof own) =>
      oidc.refreshTokenGrant(application.configuration, tokens.refresh_token ?? "");
    expect((await here.call("Logout", { scope: "everywhere" })).json.outcome).toBe("signedOut");
    expect((await here.call("User")).json.isAuthenticated).toBe(false);
    expect((await elsewhere.call("User")).json.isAuthenticated).toBe(false);
    for (const ended of [own, other])
      await expect(renewed(ended)).rejects.toMatchObject({ error: "invalid_grant" });
    expect((await bystander.call("User")).json.isAuthenticated).toBe(true);
    expect((await renewed(stranger)).refresh_token).toBeDefined();
    const noted = await database
      .store()
      .db.selectFrom("audit")
      .select(["event", "detail"])
      .where("user_id", "=", person.id)
      .where("event", "in", ["signOut", "session.ended"])
      .orderBy("event")
      .execute();
    expect(noted.map(({ event, detail }) => [event, JSON.parse(detail).reason])).toEqual([
      ["session.ended", "signedOutEverywhere"],
      ["signOut", "signedOutEverywhere"],
    ]);
    expect((await here.call("Logout", { scope: "everywhere" })).json.outcome).toBe("signedOut");
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
});
