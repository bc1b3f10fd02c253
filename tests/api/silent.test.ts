import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { listenForLogouts, tellSignOuts } from "../support/logout-listener.ts";
import { oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf, testClient } from "../support/relying-party.ts";
import { testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  const signedIn = async () => {
    const { server } = suite();
    const [browser, user] = [server.browser(), await server.addUser()];
    await browser.signIn(user.username, testPassword);
    return { browser, user };
  };
  const reasonOf = async (browser: TestClient) => (await browser.call("LogoutView")).json.reason;

  describe("SilentLogin", () => {
    /** What the call says for a waiting request, and what an application hears that asks the same by prompt=none. */
    const bothSay = async (browser: TestClient, params: Record<string, string> = {}, clientId = "web") => {
      const application = await suite().application(clientId);
      const quiet = await application.begin({ ...params, prompt: "none" });
      const answered = await suite().follow(browser, quiet.path);
      // Cookies of a stranger, so that the request waits and the browser of the test is not asked.
      const page = await suite().follow(suite().server.browser(), (await application.begin(params)).path);
      const query = { returnUrl: returnUrlOf(page) };
      const { json } = await browser.call("SilentLogin", undefined, query);
      return [json.outcome, answered.searchParams.get("error") ?? "no error"];
    };

    it("and prompt=none agree on a stranger", async () => {
      expect(await bothSay(suite().server.browser())).toEqual(["loginRequired", "login_required"]);
    });

    it("and prompt=none agree on somebody signed in", async () => {
      const { browser } = await signedIn();
      expect(await bothSay(browser)).toEqual(["signedIn", "no error"]);
    });

    it("and prompt=none agree that a proof is too old", async () => {
      const { browser } = await signedIn();
      suite().server.clock.advance(2 * minute);
      expect(await bothSay(browser, { max_age: "0" })).toEqual(["loginRequired", "login_required"]);
      expect(await bothSay(browser, { max_age: "600" })).toEqual(["signedIn", "no error"]);
    });

    it("and prompt=none agree that the application names somebody else", async () => {
      const { tokens } = await suite().signIn(suite().server.browser(), await suite().server.addUser());
      const { browser, user } = await signedIn();
      const { id_token = "" } = tokens;
      expect(await bothSay(browser, { id_token_hint: id_token })).toEqual([
        "loginRequired",
        "login_required",
      ]);
      const { tokens: own } = await suite().signIn(suite().server.browser(), user);
      expect(await bothSay(browser, { id_token_hint: own.id_token ?? "" })).toEqual(["signedIn", "no error"]);
    });

    it("and prompt=none agree that a customer is still to be chosen", async () => {
      const { server } = suite();
      const browser = server.browser();
      const user = await suite().personFor(["Anker", "Bäcker"]);
      await browser.signIn(user.username, testPassword);
      expect(await bothSay(browser)).toEqual(["interactionRequired", "interaction_required"]);
      await browser.call("SelectCustomer", { customerId: `${user.id}-Anker` });
      expect(await bothSay(browser)).toEqual(["signedIn", "no error"]);
    });

    it("and prompt=none agree that a provider has to vouch", async () => {
      suite().clients["silent-vendors"] = testClient("silent-vendors", {
        requires: "vendor",
        vendorId: "contoso",
      });
      const { browser } = await signedIn();
      expect(await bothSay(browser, {}, "silent-vendors")).toEqual([
        "interactionRequired",
        "interaction_required",
      ]);
    });

    it("and prompt=none agree on somebody who is only half signed in", async () => {
      const { server } = suite();
      const [browser, user] = [server.browser(), await server.addUser({ mustChangePassword: true })];
      await browser.signIn(user.username, testPassword);
      expect(await bothSay(browser)).toEqual(["loginRequired", "login_required"]);
    });

    it("answers for a path of this site too, and does not keep the session alive", async () => {
      const { browser } = await signedIn();
      for (const _time of [1, 2]) {
        expect((await browser.call("SilentLogin")).json).toEqual({ outcome: "signedIn" });
        suite().server.clock.advance(29 * minute);
      }
      suite().server.clock.advance(3 * minute);
      expect((await browser.call("SilentLogin")).json).toEqual({ outcome: "loginRequired" });
    });
  });

  describe("SilentLogout", () => {
    it.each(["inactivity", "elsewhere", "timeLimit"])(
      "ends the session and tells for a minute: %s",
      async (reason) => {
        const { browser } = await signedIn();
        const id = browser.cookies.get(cookieNames.session) ?? "";
        const answer = await browser.call("SilentLogout", { reason });
        expect(answer.json).toEqual({ outcome: "signedOut", reason, state: expect.any(String) });
        const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith(cookieNames.signedOut));
        expect(cookie).toBe(
          `${cookieNames.signedOut}=${reason}; Max-Age=60; Path=/; HttpOnly; Secure; SameSite=Lax`,
        );
        expect(browser.cookies.has(cookieNames.session)).toBe(false);
        expect((await browser.call("Exchange", { state: answer.json.state })).status).toBe(200);
        expect(await reasonOf(browser)).toBe(reason);
        browser.cookies.set(cookieNames.session, id);
        expect(await browser.isSignedIn()).toBe(false);
      },
    );

    it("is fine where nobody is signed in any more", async () => {
      const { browser } = await signedIn();
      suite().server.clock.advance(61 * minute);
      const { json } = await browser.call("SilentLogout", { reason: "inactivity" });
      expect(json).toMatchObject({ outcome: "signedOut", reason: "inactivity" });
      expect(await reasonOf(browser)).toBe("inactivity");
    });

    it("tells no reason of an earlier session to the next one, and believes no foreign value", async () => {
      const { browser, user } = await signedIn();
      await browser.call("SilentLogout", { reason: "inactivity" });
      await browser.signIn(user.username, testPassword);
      expect(await reasonOf(browser)).toBe("signedOut");
      await browser.call("Logout", {});
      expect(await reasonOf(browser)).toBe("signedOut");
      browser.cookies.set(cookieNames.signedOut, "something");
      expect(await reasonOf(browser)).toBe("signedOut");
    });

    it("ends no session that was used since the caller heard of it, and says how long that lives", async () => {
      const { browser } = await signedIn();
      const { clock } = suite().server;
      const known = (await browser.call("User")).json.sessionExpiresAt;
      clock.advance(50 * minute);
      await browser.call("User");
      clock.advance(9 * minute);
      const body = { reason: "inactivity", sessionExpiresAt: known };
      const { json } = await browser.call("SilentLogout", body);
      expect(json).toEqual({
        outcome: "signedIn",
        reason: "inactivity",
        sessionExpiresAt: expect.any(Number),
        sessionExpiresIn: expect.any(Number),
      });
      expect(json.sessionExpiresAt - known).toBeGreaterThanOrEqual(50 * minute);
      expect(json.sessionExpiresIn).toBeGreaterThan(50 * minute);
      expect(json.sessionExpiresIn).toBeLessThanOrEqual(51 * minute);
      const later = { ...body, sessionExpiresAt: json.sessionExpiresAt };
      expect((await browser.call("SilentLogout", later)).json.outcome).toBe("signedOut");
      expect(await browser.isSignedIn()).toBe(false);
    });

    it("is no use of the session, so who asks at its end ends it", async () => {
      const { browser } = await signedIn();
      const { sessionExpiresAt } = (await browser.call("User")).json;
      suite().server.clock.advance(59 * minute);
      const { json } = await browser.call("SilentLogout", { reason: "inactivity", sessionExpiresAt });
      expect(json.outcome).toBe("signedOut");
    });

    it("tells the applications, and records the sign-out", async () => {
      const listener = await listenForLogouts();
      suite().clients.listening = testClient("listening", { backChannelLogoutUri: listener.url });
      const { server } = suite();
      const [browser, user] = [server.browser(), await server.addUser()];
      await suite().signIn(browser, user, "listening");
      await browser.call("SilentLogout", { reason: "inactivity" });
      await tellSignOuts(server.services);
      expect(listener.heard).toHaveLength(1);
      expect(listener.heard[0]?.payload).toMatchObject({ sub: user.id, aud: "listening" });
      await listener.close();
      const events = await database
        .store()
        .db.selectFrom("audit")
        .select("event")
        .where("user_id", "=", user.id)
        .execute();
      expect(events.map(({ event }) => event)).toContain("signOut");
    });

    it("cannot be made to happen by another site", async () => {
      const { browser } = await signedIn();
      const body = { reason: "elsewhere" };
      const foreign = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
      expect((await browser.post("/api/Account/SilentLogout", body, foreign)).status).toBe(400);
      const untold = { "x-xsrf-token": "none" };
      expect((await browser.post("/api/Account/SilentLogout", body, untold)).status).toBe(400);
      expect(await browser.isSignedIn()).toBe(true);
    });

    it.each([{}, { reason: "boredom" }, { reason: "inactivity", sessionExpiresAt: "soon" }])(
      "refuses %j",
      async (body) => {
        const { browser } = await signedIn();
        const { status, json } = await browser.call("SilentLogout", body);
        expect(status).toBe(400);
        expect(json.errors).toBeDefined();
        expect(await browser.isSignedIn()).toBe(true);
      },
    );
  });
});
