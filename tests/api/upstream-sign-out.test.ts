import { decodeJwt } from "jose";
import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { giveOtherKey } from "../support/other-key.ts";
import { testPassword } from "../support/server.ts";
import type { TestAnswer, TestClient } from "../support/test-client.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

onEachDatabase((database) => {
  const suite = vendorSuite(database);

  /** Somebody whom the provider vouched for in this browser. */
  const vouchedFor = async (browser = suite().server.browser()) => {
    const person = suite().person();
    const user = await suite().linked(person);
    const answer = await suite().signIn(browser, person);
    expect([answer.status, answer.headers.location]).toEqual([303, "/"]);
    return { browser, person, user };
  };

  /** They have signed out here and are asked about the provider. */
  const asked = async () => {
    const vouched = await vouchedFor();
    const { json } = await vouched.browser.call("Logout", {});
    expect(json).toMatchObject({ outcome: "upstream", logoutId: expect.any(String) });
    return { ...vouched, logoutId: json.logoutId as string };
  };

  const press = (browser: TestClient, logoutId: string, button: "signout" | "stay", returnUrl = "/") =>
    browser.call("UpstreamLogout", { logoutId }, { button, returnUrl });
  const view = async (browser: TestClient, logoutId: string) =>
    (await browser.call("LogoutView", undefined, { logoutId })).json;
  const callback = (browser: TestClient, state: string, vendor = "contoso") =>
    browser.send(`/signout-callback-oidc/${vendor}?${new URLSearchParams({ state })}`);
  const stateOf = ({ json }: TestAnswer) => new URL(json.redirect).searchParams.get("state") ?? "";
  const placeOf = ({ status, headers }: TestAnswer) => [status, headers.location];

  describe("signing out after a sign-in at a provider", () => {
    it("ends the session here and asks about the provider by name", async () => {
      const { browser, logoutId } = await asked();
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      expect(await view(browser, logoutId)).toMatchObject({
        stage: "provider",
        prompt: false,
        upstream: { id: "contoso", displayName: "Contoso" },
      });
    });

    it("asks after a link too, because the provider vouched in this browser", async () => {
      const browser = suite().server.browser();
      const user = await suite().server.addUser();
      await suite().signIn(browser, suite().person());
      const linked = await browser.call("Link", { username: user.username, password: testPassword });
      expect(linked.status).toBe(209);
      expect((await browser.call("Logout", {})).json.outcome).toBe("upstream");
    });

    it("does not ask who signed in by password since, nor at the end of an unused session", async () => {
      const { browser, user } = await vouchedFor();
      await browser.signIn(user.username, testPassword);
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
      await vouchedFor(browser);
      const { json } = await browser.call("SilentLogout", { reason: "inactivity" });
      expect(json.outcome).toBe("signedOut");
    });

    it("does not ask about a provider that has no sign-out of its own", async () => {
      suite().provider.metadata = { end_session_endpoint: undefined };
      suite().server.clock.advance(11 * minute);
      const { browser } = await vouchedFor();
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
      suite().server.clock.advance(11 * minute);
    });

    it("does not ask once the key is gone that sealed what the provider needs", async () => {
      const { browser } = await vouchedFor();
      giveOtherKey(suite().server);
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
    });

    it("does not ask about a provider that was taken out of the file, or is another one now", async () => {
      const { browser } = await vouchedFor();
      const { contoso } = suite().vendors;
      suite().vendors = {};
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
      suite().reset();
      const later = await vouchedFor();
      suite().vendors = {
        contoso: { ...contoso, clientId: "another", name: "C", issuer: contoso?.issuer ?? "" },
      };
      expect((await later.browser.call("Logout", {})).json.outcome).toBe("signedOut");
    });
  });

  describe("leaving the provider too", () => {
    it("leads to its sign-out with its token as hint, our address of now and a state", async () => {
      const { browser, person, logoutId } = await asked();
      const answer = await press(browser, logoutId, "signout");
      expect(answer.status).toBe(209);
      const url = new URL(answer.json.redirect);
      expect(url.origin + url.pathname).toBe(`${suite().provider.issuer}/end-session`);
      const { id_token_hint: hint = "", ...others } = Object.fromEntries(url.searchParams);
      expect(decodeJwt(hint).sub).toBe(person.sub);
      expect(others).toEqual({
        client_id: "vestibule",
        post_logout_redirect_uri: `${suite().origin}/signout-callback-oidc/contoso`,
        state: expect.stringMatching(/^[\w-]{43}$/),
        ui_locales: "en-GB",
      });
    });

    it("comes back to the logged-out page, and nobody is asked again", async () => {
      const { browser, logoutId } = await asked();
      const left = await press(browser, logoutId, "signout", "/connect/start/web");
      const back = await callback(browser, stateOf(left));
      const returnUrl = "/connect/start/web";
      const place = `/account/loggedout?${new URLSearchParams({ logoutId, returnUrl })}`;
      expect(placeOf(back)).toEqual([303, place]);
      expect(await view(browser, logoutId)).toMatchObject({ stage: "done", upstream: null });
      expect(placeOf(await callback(browser, stateOf(left)))).toEqual([303, place]);
      expect((await press(browser, logoutId, "signout")).json).toEqual({ outcome: "signedOut" });
    });

    it("may be pressed again by who went back, as long as the provider has not answered", async () => {
      const { browser, logoutId } = await asked();
      const states = [];
      for (const _press of [1, 2]) states.push(stateOf(await press(browser, logoutId, "signout")));
      expect(new Set(states).size).toBe(2);
    });

    it("leaves a token out that is too long for an address", async () => {
      const browser = suite().server.browser();
      const person = suite().person();
      await suite().linked(person);
      await suite().signIn(browser, person, { mischief: { claims: { groups: "g".repeat(5000) } } });
      const { json } = await browser.call("Logout", {});
      const answer = await press(browser, json.logoutId, "signout");
      expect(new URL(answer.json.redirect).searchParams.has("id_token_hint")).toBe(false);
      expect(new URL(answer.json.redirect).searchParams.get("client_id")).toBe("vestibule");
    });

    it("is left alone by who stays signed in there", async () => {
      const { browser, logoutId } = await asked();
      expect((await press(browser, logoutId, "stay")).json).toEqual({ outcome: "signedOut" });
      expect(await view(browser, logoutId)).toMatchObject({ stage: "done", upstream: null });
    });

    it.each([
      ["an unknown state", async (_state: string) => ["no-such-state", "contoso"]],
      ["no state", async (_state: string) => ["", "contoso"]],
      ["the address of another provider", async (state: string) => [state, "other"]],
      ["a provider that is not there", async (state: string) => [state, "nobody"]],
    ])("answers %s by the logged-out page", async (_name, changed) => {
      const { browser, logoutId } = await asked();
      const state = stateOf(await press(browser, logoutId, "signout"));
      const [other = "", vendor = ""] = await changed(state);
      expect(placeOf(await callback(browser, other, vendor))).toEqual([303, "/account/loggedout"]);
      expect((await view(browser, logoutId)).stage).toBe("provider");
    });

    it("tells another browser nothing", async () => {
      const { browser, logoutId } = await asked();
      const stranger = suite().server.browser();
      await stranger.call("Token");
      expect(await view(stranger, logoutId)).toMatchObject({ logoutId: null, upstream: null, stage: "done" });
      expect((await press(stranger, logoutId, "signout")).json).toEqual({ outcome: "signedOut" });
      const state = stateOf(await press(browser, logoutId, "signout"));
      expect(placeOf(await callback(stranger, state))).toEqual([303, "/account/loggedout"]);
      expect((await view(browser, logoutId)).stage).toBe("provider");
    });

    it.each([
      [
        "was taken out of the file",
        () => {
          suite().vendors = {};
          return "signedOut";
        },
      ],
      [
        "cannot be reached",
        () => {
          suite().server.clock.advance(11 * minute);
          suite().provider.discoveryStatus = 503;
          return "unreachable";
        },
      ],
      [
        "has no sign-out any more",
        () => {
          suite().server.clock.advance(11 * minute);
          suite().provider.metadata = { end_session_endpoint: undefined };
          return "unreachable";
        },
      ],
      [
        "names an address that is none",
        () => {
          suite().server.clock.advance(11 * minute);
          suite().provider.metadata = { end_session_endpoint: "javascript:alert(1)" };
          return "unreachable";
        },
      ],
    ])("ends here where the provider %s", async (_name, spoil) => {
      const { browser, logoutId } = await asked();
      const outcome = spoil();
      const answer = await press(browser, logoutId, "signout");
      expect([answer.status, answer.json]).toEqual([200, { outcome }]);
      suite().server.clock.advance(11 * minute);
    });

    it("keeps the token sealed wherever it waits, and out of the log", async () => {
      const { browser, logoutId } = await asked();
      const answer = await press(browser, logoutId, "signout");
      await callback(browser, stateOf(answer));
      const hint = new URL(answer.json.redirect).searchParams.get("id_token_hint") ?? "";
      const { db } = database.store();
      const rows = [
        await db.selectFrom("sessions").selectAll().execute(),
        await db.selectFrom("tickets").selectAll().execute(),
        await db.selectFrom("attempts").selectAll().execute(),
      ];
      const [, payload = "-"] = hint.split(".");
      for (const text of [JSON.stringify(rows), suite().server.log.join("\n")]) {
        expect(text).not.toContain(payload);
        expect(text).not.toContain(stateOf(answer));
      }
    });
  });

  describe("an application's sign-out of somebody whom a provider vouched for", () => {
    it("still leads back to the application at the end", async () => {
      const { browser, user } = await vouchedFor();
      const { begun, page } = await suite().apply(browser, "web");
      const tokens = await begun.finish(page);
      expect(tokens.claims()?.sub).toBe(user.id);
      const back = "https://application.example/web/signed-out";
      const hint = { id_token_hint: tokens.id_token ?? "", post_logout_redirect_uri: back };
      const start = await suite().follow(browser, `/connect/endsession?${new URLSearchParams(hint)}`);
      const first = start.searchParams.get("logoutId") ?? "";
      expect(start.searchParams.get("returnUrl")).toBe("/connect/start/web");
      expect(await view(browser, first)).toMatchObject({ stage: "confirm", prompt: false });
      const { logoutId } = (await browser.call("Logout", { logoutId: first })).json;
      const told = { client: { name: "Application web" }, postLogoutRedirectUri: back };
      expect(await view(browser, logoutId)).toMatchObject({ stage: "provider", ...told });
      await callback(browser, stateOf(await press(browser, logoutId, "signout")));
      expect(await view(browser, logoutId)).toMatchObject({ stage: "done", ...told });
    });
  });

  describe("without script", () => {
    const headers = () => ({ origin: suite().origin });

    it("the forms lead out of both", async () => {
      const { browser } = await vouchedFor();
      const signedOut = await postForm(browser, "/account/logout", {}, headers());
      expect(signedOut.headers.location).toMatch(/^\/account\/logout\/upstream\?logoutId=/);
      const place = signedOut.headers.location ?? "";
      expect(pageStateOf(await browser.send(place))).toMatchObject({
        screen: "logoutUpstream",
        view: { upstream: { displayName: "Contoso" } },
      });
      const leaving = await postForm(browser, place, {}, headers());
      const [, target = ""] = /url=([^"]+)"/.exec(leaving.text) ?? [];
      const url = new URL(target.replaceAll("&amp;", "&"));
      expect(url.pathname).toBe("/end-session");
      const back = await callback(browser, url.searchParams.get("state") ?? "");
      expect(back.headers.location).toMatch(/^\/account\/loggedout\?logoutId=/);
      expect((await browser.send(place)).headers.location).toMatch(/^\/account\/loggedout/);
    });

    it("the second button stays signed in there", async () => {
      const { browser } = await vouchedFor();
      const { headers: answered } = await postForm(browser, "/account/logout", {}, headers());
      const stayed = await postForm(browser, answered.location ?? "", { __action: "stay" }, headers());
      expect(placeOf(stayed)).toEqual([303, expect.stringMatching(/^\/account\/loggedout\?logoutId=/)]);
    });
  });
});
