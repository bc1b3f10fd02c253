import { describe, expect, it } from "vitest";
import { namedErrors } from "../../src/server/account/named-error.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { sha256 } from "../../src/server/crypto.ts";
import type { StoredError } from "../../src/server/oidc/stored-errors.ts";
import type { LogoutRequest } from "../../src/server/request/logout-requests.ts";
import { issueTicket, type TicketKind } from "../../src/server/store/tickets.ts";
import type { CallName } from "../../src/shared/contract.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { visitor } from "../support/sample-page-state.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const issue = (kind: TicketKind, data: unknown, browserHash: string | null = null) =>
    issueTicket(database.store().db, kind, { data, browserHash, life: minute }, server().clock.now());

  const signedIn = async (user = {}) => {
    const browser = server().browser();
    const person = await server().addUser(user);
    await browser.signIn(person.username, testPassword);
    return { browser, person };
  };

  describe("User", () => {
    it("knows nothing of a visitor", async () => {
      expect((await server().browser().call("User")).json).toEqual(visitor);
    });

    it("tells a vendor by any vendor role, and when the session ends", async () => {
      const { browser } = await signedIn({ roles: ["MANAGER", "VENDOR_PARTNER"] });
      const { json } = await browser.call("User");
      expect(json.isVendor).toBe(true);
      expect(json.sessionExpiresAt - server().clock.now()).toBeGreaterThan(59 * minute);
    });
  });

  describe("the sign-in views", () => {
    it("offer the local form where no application waits", async () => {
      const browser = server().browser();
      expect((await browser.call("LoginView")).json).toEqual({
        username: null,
        rememberAllowed: true,
        local: true,
        secure: true,
        oneTimeToken: true,
        providers: [{ id: "contoso", displayName: "Contoso", iconUrl: null }],
        onlyProvider: null,
        client: null,
        captcha: { version: 1, siteKey: null, required: false },
        signedIn: false,
        signedInAs: null,
        cancelAllowed: false,
      });
      expect((await browser.call("LocalAllowed")).json).toEqual({ allowed: true, vendorId: null });
      expect((await browser.call("IsRemoteAuthentication")).json).toEqual({
        remote: false,
        client: null,
        requires: "any",
        vendorId: null,
      });
    });

    it("show the waiting application, its hint and its partner's providers", async () => {
      const returnUrl = await server().addRequest({ login_hint: "robin@northwind.example" });
      const browser = server().browser();
      expect((await browser.call("LoginView", undefined, { returnUrl })).json).toMatchObject({
        username: "robin@northwind.example",
        client: { name: "Payroll" },
        providers: [{ id: "contoso", displayName: "Contoso", iconUrl: null }],
        cancelAllowed: true,
      });
      expect((await browser.call("IsRemoteAuthentication", undefined, { returnUrl })).json.remote).toBe(true);
    });

    it.each([
      ["the request names a provider", { acr_values: "idp:contoso" }, "payroll"],
      ["the application requires one", {}, "outside"],
    ])("keep the local form back where %s", async (_case, params, client) => {
      const returnUrl = await server().addRequest(params, client);
      const browser = server().browser();
      expect((await browser.call("LocalAllowed", undefined, { returnUrl })).json).toEqual({
        allowed: false,
        vendorId: "contoso",
      });
      expect((await browser.call("LoginView", undefined, { returnUrl })).json).toMatchObject({
        local: false,
        onlyProvider: "contoso",
      });
      expect((await browser.call("IsRemoteAuthentication", undefined, { returnUrl })).json).toMatchObject({
        requires: "vendor",
        vendorId: "contoso",
      });
      const user = await server().addUser();
      const login = { username: user.username, password: testPassword };
      expect((await browser.call("Login", login, { returnUrl })).status).toBe(403);
    });

    it("ignore a provider that there is not", async () => {
      const returnUrl = await server().addRequest({ acr_values: "idp:constructor" });
      const { json } = await server().browser().call("LocalAllowed", undefined, { returnUrl });
      expect(json).toEqual({ allowed: true, vendorId: null });
    });

    it("name who is signed in already", async () => {
      const { browser, person } = await signedIn({ displayName: "Robin Doe" });
      expect(person.displayName).toBe("Robin Doe");
      expect((await browser.call("LoginView")).json).toMatchObject({
        signedIn: true,
        signedInAs: "Robin Doe",
      });
    });

    it("ask who is signed in for a new proof, by this name, on the way to a change for which that is too old", async () => {
      const { browser, person } = await signedIn();
      const view = async (name: CallName = "LoginView") =>
        (await browser.call(name, undefined, { returnUrl: "/account/contact" })).json;
      expect(await view()).toMatchObject({ signedIn: true, username: null });
      server().clock.advance(6 * minute);
      expect(await view()).toMatchObject({ signedIn: false, username: person.username });
      expect(await view("LoginWithOTTView")).toMatchObject({ username: person.username });
      for (const returnUrl of ["/", "/devops", "/devops?from=bookmark"])
        expect((await browser.call("LoginView", undefined, { returnUrl })).json).toMatchObject({
          signedIn: true,
          username: null,
        });
    });

    it("spell the name of who is signed in as the account does, however the application or an earlier sign-in spelt it", async () => {
      const { browser, person } = await signedIn({ username: `straße.${crypto.randomUUID()}` });
      const hint = person.username.toUpperCase();
      const returnUrl = await server().addRequest({ login_hint: hint });
      for (const name of ["LoginView", "LoginWithOTTView", "RecoverView"] as const) {
        expect((await browser.call(name, undefined, { returnUrl })).json.username).toBe(person.username);
        expect((await server().browser().call(name, undefined, { returnUrl })).json.username).toBe(hint);
      }
    });
  });

  describe("Logout", () => {
    it("ends the session on the server and clears its cookie", async () => {
      const { browser } = await signedIn();
      const id = browser.cookies.get(cookieNames.session) ?? "";
      const answer = await browser.call("Logout", {});
      expect(answer.json).toEqual({ outcome: "signedOut", logoutId: null, state: expect.any(String) });
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      browser.cookies.set(cookieNames.session, id);
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });

    it("is fine where nobody is signed in, and forgets what was half proven", async () => {
      const browser = server().browser();
      const user = await server().addUser({ mustChangePassword: true });
      await browser.signIn(user.username, testPassword);
      expect((await browser.call("Logout", {})).json.outcome).toBe("signedOut");
      expect((await browser.call("Next")).status).toBe(400);
    });

    it("leads back only to an address that is still registered", async () => {
      const browser = server().browser();
      const view = async (request: Partial<LogoutRequest>) => {
        const known = { clientId: "payroll", postLogoutRedirectUri: null, state: null, trusted: true };
        const logoutId = await issue("logout", { ...known, ...request });
        return (await browser.call("LogoutView", undefined, { logoutId })).json.postLogoutRedirectUri;
      };
      const registered = "https://payroll.example/";
      expect(await view({ postLogoutRedirectUri: registered })).toBe(registered);
      expect(await view({ postLogoutRedirectUri: `${registered}earlier` })).toBeNull();
      expect(await view({ postLogoutRedirectUri: registered, clientId: "outside" })).toBeNull();
      expect(await view({ postLogoutRedirectUri: registered, clientId: "gone" })).toBeNull();
    });

    it("looks and speaks as the application that asked for it", async () => {
      const browser = server().browser();
      await browser.send("/api/Account/Token");
      const partner = async (clientId: string | null, from = browser) => {
        const request = { clientId, postLogoutRedirectUri: null, state: null, trusted: false };
        const logoutId = await issue(
          "logout",
          request,
          sha256(browser.cookies.get(cookieNames.browser) ?? ""),
        );
        const { json } = await from.send(`/api/Account/GetPartnerMetaData?logoutId=${logoutId}`);
        const refused = await from.send(`/api/Account/Customers?page=x&logoutId=${logoutId}`, {
          headers: { "accept-language": "es" },
        });
        return [json.partnerId, refused.json.title];
      };
      const [neutral, spanish] = await partner(null);
      const [branded, english] = await partner("payroll");
      expect([neutral, branded]).toEqual(["default", "northwind"]);
      expect(english).not.toBe(spanish);
      expect(await partner("outside")).toEqual(["default", spanish]);
      expect(await partner("payroll", server().browser())).toEqual(["default", spanish]);
      const { json } = await browser.send("/api/Account/GetPartnerMetaData?logoutId=of-nothing");
      expect(json.partnerId).toBe("default");
    });

    it("is asked for first, unless the application proved whose session it means", async () => {
      const { browser } = await signedIn();
      expect((await browser.call("LogoutView")).json).toEqual({
        logoutId: null,
        stage: "confirm",
        prompt: true,
        client: null,
        upstream: null,
        postLogoutRedirectUri: null,
        reason: "signedOut",
      });
      const request: LogoutRequest = {
        clientId: "payroll",
        postLogoutRedirectUri: "https://payroll.example/",
        state: "1",
        trustedFor: sha256(browser.cookies.get(cookieNames.session) ?? ""),
        upstream: null,
      };
      const logoutId = await issue("logout", request, sha256(browser.cookies.get(cookieNames.browser) ?? ""));
      const trusted = {
        logoutId,
        client: { name: "Payroll" },
        postLogoutRedirectUri: "https://payroll.example/?state=1",
      };
      expect((await browser.call("LogoutView", undefined, { logoutId })).json).toMatchObject({
        ...trusted,
        prompt: false,
      });
      expect((await browser.call("Logout", { logoutId })).json).toMatchObject({
        outcome: "signedOut",
        logoutId,
      });
      expect((await browser.call("LogoutView", undefined, { logoutId })).json).toMatchObject({
        ...trusted,
        prompt: false,
        stage: "done",
      });
      const other = server().browser();
      expect((await other.call("LogoutView", undefined, { logoutId })).json).toMatchObject({
        logoutId: null,
        postLogoutRedirectUri: null,
      });
    });
  });

  describe("Error", () => {
    it("explains a stored error, with the way back to the application", async () => {
      const stored: StoredError = {
        code: "redirectNotAllowed",
        clientId: "payroll",
        supportCode: "K7QF-2M9X",
        details: "redirect_uri did not match",
      };
      const errorId = await issue("error", stored);
      for (const _twice of [1, 2]) {
        const { json } = await server().browser().call("Error", undefined, { errorId });
        expect(json).toEqual({
          errorId,
          code: "redirectNotAllowed",
          client: { name: "Payroll" },
          retryUrl: null,
          homeUrl: "https://payroll.example/",
          supportCode: "K7QF-2M9X",
          details: null,
        });
      }
    });

    it("tries the request again that waits behind a page which only a signed-in person may open", async () => {
      const waiting = await server().addRequest();
      const returnUrl = `/account/select?returnUrl=${encodeURIComponent(waiting)}`;
      const { json } = await server().browser().call("Error", undefined, { returnUrl });
      expect(json).toMatchObject({ retryUrl: waiting });
    });

    it.each(Object.entries(namedErrors))(
      "offers to try the waiting request again, but for a link that has expired, whose page leads to a new one: %s",
      async (errorId, screen) => {
        const waiting = await server().addRequest();
        const query = { errorId, returnUrl: waiting };
        const { json } = await server().browser().call("Error", undefined, query);
        const ways =
          screen === "errorLinkExpired"
            ? { retryUrl: null, homeUrl: null }
            : { retryUrl: waiting, homeUrl: "https://payroll.example/" };
        expect(json).toMatchObject({ client: { name: "Payroll" }, ...ways });
      },
    );

    it.each(Object.keys(namedErrors))(
      "knows an error of which nothing is stored by its name: %s",
      async (errorId) => {
        const { json } = await server().browser().call("Error", undefined, { errorId });
        expect(json).toMatchObject({ errorId, code: errorId, client: null, details: null });
      },
    );

    it("shows nothing of an identifier that it does not know", async () => {
      const { json, text } = await server().browser().call("Error", undefined, { errorId: "<b>canary</b>" });
      expect(json).toMatchObject({ errorId: null, code: "unknown", client: null });
      await expect.poll(() => server().log.join("")).toContain(json.supportCode);
      expect(text).not.toContain("canary");
    });
  });

  describe("SetLanguage", () => {
    it("remembers an available language and gives its direction", async () => {
      const returnUrl = await server().addRequest();
      const browser = server().browser();
      const answer = await browser.call("SetLanguage", undefined, { language: "AR", returnUrl });
      expect(answer.json).toEqual({ language: "ar", direction: "rtl" });
      expect(browser.cookies.get(cookieNames.language)).toMatch(/^ar~/);
    });

    it("takes a language as the form of it that the partner lists, and says which that is", async () => {
      const browser = server().browser();
      for (const [wanted, used] of [
        ["en", "en-GB"],
        ["de-AT", "de"],
      ] as const) {
        const { json } = await browser.call("SetLanguage", undefined, { language: wanted });
        expect(json).toEqual({ language: used, direction: "ltr" });
        expect(browser.cookies.get(cookieNames.language)?.split("~")[0]).toBe(used);
      }
    });

    it("keeps it with the account of the person signed in", async () => {
      const returnUrl = await server().addRequest();
      const { browser } = await signedIn();
      await browser.call("SetLanguage", undefined, { language: "fr-CA", returnUrl });
      expect((await browser.call("User")).json.language).toBe("fr-CA");
    });

    it.each([["it"], ["xx"], ["../../etc"], [""]])(
      "refuses what the partner does not offer: %s",
      async (wanted) => {
        const answer = await server().browser().call("SetLanguage", undefined, { language: wanted });
        expect(answer.status).toBe(400);
        expect(Object.keys(answer.json.errors)).toEqual(["language"]);
      },
    );

    it("refuses to be called without one", async () => {
      const answer = await server().browser().call("SetLanguage");
      expect(answer.json.codes).toEqual({ language: [{ code: "problems.languageNotAvailable" }] });
    });
  });

  describe("the partner", () => {
    it("is the default one, unless the host or the waiting application names another", async () => {
      const browser = server().browser();
      const partnerOf = async (headers: Record<string, string>, query = "") =>
        (await browser.send(`/api/Account/GetPartnerMetaData${query}`, { headers })).json.partnerId;
      expect(await partnerOf({})).toBe("default");
      expect(await partnerOf({ host: "signin.northwind.example" })).toBe("northwind");
      expect(await partnerOf({ host: "SignIn.Northwind.Example.:443" })).toBe("northwind");
      expect(await partnerOf({ host: "signin.northwind.example.evil.example" })).toBe("default");
      expect(await partnerOf({ host: "signin.northwind.example:8443" })).toBe("default");
      const returnUrl = encodeURIComponent(await server().addRequest());
      expect(await partnerOf({}, `?returnUrl=${returnUrl}`)).toBe("northwind");
    });

    it("is told as the specification names its fields, with the order of its ways in, and nothing else of it", async () => {
      const { json } = await server().browser().send("/api/Account/GetPartnerMetaData");
      expect(Object.keys(json).sort()).toEqual([
        "availableLanguages",
        "behaviour",
        "defaultLanguage",
        "partnerDomain",
        "partnerId",
        "partnerName",
        "themesBackgroundColor",
        "waysIn",
      ]);
    });

    it("is told with its privacy notice and its imprint, where it has them", async () => {
      const headers = { host: "signin.northwind.example" };
      const { json } = await server().browser().send("/api/Account/GetPartnerMetaData", { headers });
      expect(json).toMatchObject({
        privacyUrl: "https://northwind.example/privacy",
        imprintUrl: "https://northwind.example/imprint",
      });
    });

    it("gives the rules of a new password", async () => {
      const { json } = await server().browser().call("PasswordRules");
      expect(json).toMatchObject({ minLength: 15, maxLength: 128, maxConsecutive: null });
    });
  });

  describe("images", () => {
    it("come with a tag by which they are not sent twice, and may do nothing as documents", async () => {
      const browser = server().browser();
      for (const path of ["/api/Account/GetPartnerLogo?partnerId=default", "/api/Account/ProfileImage"]) {
        const answer = await browser.send(path);
        expect(answer.status).toBe(200);
        expect(answer.headers).toMatchObject({
          "content-type": "image/svg+xml",
          "cache-control": "no-cache",
          "content-security-policy": "sandbox; default-src 'none'; frame-ancestors 'none'",
          "x-content-type-options": "nosniff",
        });
        // A proxy that compresses calls the tag a weak one.
        for (const tag of [answer.headers.etag, `W/${answer.headers.etag}`]) {
          const again = await browser.send(path, { headers: { "if-none-match": `"x", ${tag}` } });
          expect(again.status).toBe(304);
          expect(again.text).toBe("");
        }
      }
    });

    it.each([["northwind"], ["nobody"], ["constructor"]])(
      "are missing where there are none: %s",
      async (id) => {
        const answer = await server().browser().send(`/api/Account/GetPartnerLogo?partnerId=${id}`);
        expect(answer.status).toBe(404);
        expect(answer.headers["content-type"]).toBe("application/problem+json");
      },
    );

    it("of people have an address for each: a page that stays while another signs in shows what it has by that", async () => {
      const { browser, person } = await signedIn();
      const first = (await browser.call("User")).json.picture;
      await browser.signIn((await server().addUser()).username, testPassword);
      expect((await browser.call("User")).json.picture).not.toBe(first);
      await browser.signIn(person.username, testPassword);
      expect((await browser.call("User")).json.picture).toBe(first);
    });

    it("of a person show initials, whatever the name holds", async () => {
      const picture = async (displayName: string) => {
        const { browser } = await signedIn({ displayName });
        return (await browser.send((await browser.call("User")).json.picture)).text;
      };
      expect(await picture("Robin van der Berg")).toContain(">RB</text>");
      expect(await picture("<script>alert(1)</script>")).not.toContain("<script");
      expect(await picture("Émile")).toContain(">É</text>");
    });
  });
});
