import { expect, it } from "vitest";
import { onEachDatabase } from "../support/databases.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { testClient } from "../support/relying-party.ts";

const ownScheme = "com.example.payroll:/callback";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  /** An application on a device, with addresses of each kind (RFC 8252, section 7). */
  async function installed() {
    suite().clients.installed = testClient("installed", {
      native: true,
      redirectUris: [
        ownScheme,
        "http://127.0.0.1/callback",
        "http://[::1]/callback",
        "http://localhost/callback",
        "https://payroll.example/callback",
      ],
      postLogoutRedirectUris: ["com.example.payroll:/signed-out"],
    });
    return suite().application("installed");
  }

  it.each([
    ownScheme,
    "http://127.0.0.1:51004/callback",
    "http://[::1]:51004/callback",
    "http://localhost:51004/callback",
    "https://payroll.example/callback",
  ])("leads back to an application on a device, which gets tokens, at %s", async (redirect_uri) => {
    const browser = suite().server.browser();
    const { username, id } = await suite().server.addUser();
    const begun = await (await installed()).begin({ redirect_uri });
    const back = await suite().signInOn(await suite().follow(browser, begun.path), browser, username);
    expect(back.href.split("?", 1)).toEqual([redirect_uri]);
    expect((await begun.finish(back)).claims()?.sub).toBe(id);
  });

  it.each([
    "http://127.0.0.1:51004/other",
    "http://127.0.0.2:51004/callback",
    "com.example.payroll:/other",
    "https://payroll.example:51004/callback",
  ])("leads nowhere else than to what is registered: %s", async (redirect_uri) => {
    const begun = await (await installed()).begin({ redirect_uri });
    expect((await suite().follow(suite().server.browser(), begun.path)).pathname).toBe("/error");
  });

  it("leads back from a web application at the port alone that is registered", async () => {
    suite().clients.local = testClient("local", { redirectUris: ["http://127.0.0.1/callback"] });
    const begun = await (await suite().application("local")).begin({
      redirect_uri: "http://127.0.0.1:51004/callback",
    });
    expect((await suite().follow(suite().server.browser(), begun.path)).pathname).toBe("/error");
  });

  it("gives nothing to a frame in a sandbox, whose origin is that of a scheme of one's own", async () => {
    await installed();
    const body = new URLSearchParams({ grant_type: "authorization_code", client_id: "installed", code: "x" });
    const answer = await fetch(`${suite().origin}/connect/token`, {
      method: "POST",
      headers: { origin: "null" },
      body,
    });
    expect(answer.headers.get("access-control-allow-origin")).toBeNull();
  });

  it("links the page after a sign-out to the application's own scheme", async () => {
    const browser = suite().server.browser();
    const { username } = await suite().server.addUser();
    const application = await installed();
    const begun = await application.begin({ redirect_uri: ownScheme });
    const back = await suite().signInOn(await suite().follow(browser, begun.path), browser, username);
    const path = application.endSessionPath({
      id_token_hint: (await begun.finish(back)).id_token ?? "",
      post_logout_redirect_uri: "com.example.payroll:/signed-out",
      state: "s",
    });
    const logoutId = (await suite().follow(browser, path)).searchParams.get("logoutId") ?? "";
    await browser.call("Logout", { logoutId });
    const { json } = await browser.call("LogoutView", undefined, { logoutId });
    expect(json).toMatchObject({
      stage: "done",
      postLogoutRedirectUri: "com.example.payroll:/signed-out?state=s",
    });
  });
});
