import { once } from "node:events";
import { createServer } from "node:https";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import type { VendorConfig } from "../../src/generated/config.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { endSessionUrl } from "../../src/server/oidc/upstream-sign-out.ts";
import { type Vendor, vendorOf } from "../../src/server/oidc/vendors.ts";
import { linkExternalLogin, userOfExternalLogin } from "../../src/server/store/external-logins.ts";
import { minute } from "../../src/shared/durations.ts";
import { selfSigned, trust } from "../support/certificate.ts";
import { onEachDatabase } from "../support/databases.ts";
import { hashTogether } from "../support/hash-together.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { addPersonWith } from "../support/second-factors.ts";
import { secretInFile } from "../support/secret-in-file.ts";
import { testPassword } from "../support/server.ts";
import { portOf } from "../support/server-process.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { type Mischief, StandInProvider, standInClient } from "../support/stand-in-provider.ts";
import { secretVariable, vendorSuite } from "../support/vendor-suite.ts";

const now = () => Math.floor(Date.now() / 1000);

onEachDatabase((database) => {
  const guarded = vendorSuite(database, { privateAddresses: [] });
  const suite = vendorSuite(database);
  const browser = () => suite().server.browser();

  describe("a sign-in at a provider", () => {
    it("signs in who is linked, tells the session who vouched, and counts the use", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const { db } = suite().server.services.store;
      const namesake = { issuer: "https://other.example", subject: person.sub };
      await linkExternalLogin(
        db,
        { ...namesake, userId: user.id, vendorId: "other", displayName: null },
        suite().server.clock.now(),
      );
      await suite().linked(suite().person(), user);
      const answer = await suite().signIn(visitor, person, { returnUrl: "/devops" });
      expect([answer.status, answer.headers.location]).toEqual([303, "/devops"]);
      expect((await visitor.call("User")).json).toMatchObject({ isAuthenticated: true, userId: user.id });
      const session = await db
        .selectFrom("sessions")
        .selectAll()
        .where("user_id", "=", user.id)
        .executeTakeFirstOrThrow();
      expect([session.vendor_id, session.amr]).toEqual(["contoso", '["fed"]']);
      const used = await db
        .selectFrom("external_logins")
        .select(["issuer", "subject"])
        .where("user_id", "=", user.id)
        .where("last_used_at", "is not", null)
        .execute();
      expect(used).toEqual([{ issuer: suite().provider.issuer, subject: person.sub }]);
    });

    it("that owes a second step lets in nobody else, by a device of their own, where a provider has to vouch", async () => {
      const { server } = suite();
      const [owner, person, visitor] = [
        await addPersonWith(server, ["authenticator"]),
        suite().person(),
        browser(),
      ];
      await suite().linked(person, owner.user);
      const stranger = browser();
      await stranger.signIn((await server.addUser()).username, testPassword);
      const device = new SoftwareAuthenticator(suite().origin);
      const made = device.register((await stranger.call("CredentialOptions")).json);
      expect((await stranger.call("RegisterCredential", made)).status).toBe(200);
      const returnUrl = await server.addRequest({}, "vendors");
      await suite().signIn(visitor, person, { returnUrl });
      const pending = async () => (await visitor.call("User", undefined, { returnUrl })).json.pending;
      expect(await pending()).toBe("twoFactorRequired");
      const { json } = await visitor.call("AssertionOptions", {}, { returnUrl });
      const answer = await visitor.call("SecureLogin", device.assert(json), { returnUrl });
      expect([answer.status, await pending()]).toEqual([403, "twoFactorRequired"]);
    });

    it("is asked for with the secret of a file, a changed one at once", async () => {
      const write = await secretInFile(secretVariable, "another one, which the provider does not have");
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const refused = await suite().signIn(visitor, person);
      expect(await suite().errorOf(visitor, refused)).toBe("signIn");
      await write(standInClient.secret);
      expect((await suite().signIn(visitor, person)).headers.location).toBe("/");
    });

    it("asks by code with PKCE, with a state, a nonce and a proof key of its own each time", async () => {
      const visitor = browser();
      const [first, second] = [await suite().wayOut(visitor), await suite().wayOut(visitor)].map((address) =>
        Object.fromEntries(new URL(address).searchParams),
      );
      expect(first).toMatchObject({
        response_type: "code",
        code_challenge_method: "S256",
        scope: "openid profile email",
        redirect_uri: `${suite().origin}/signin-oidc/contoso`,
        ui_locales: "en-GB",
      });
      for (const name of ["state", "nonce", "code_challenge"]) {
        expect(first?.[name]).toMatch(/^[\w-]{43}$/);
        expect(first?.[name]).not.toBe(second?.[name]);
      }
    });

    it("may load the address that leads there again, until the provider has answered", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const path = await suite().begin(visitor);
      const [first, again] = [await visitor.send(path), await visitor.send(path)];
      expect(again.headers.location).toBe(first.headers.location);
      const back = suite().provider.authorize(first.headers.location ?? "", person);
      expect((await suite().callback(visitor, back)).headers.location).toBe("/");
      expect(await suite().errorOf(visitor, await visitor.send(path))).toBe("vendorExpired");
    });

    it("in two tabs ends each where it began", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const first = await suite().wayOut(visitor, "/devops");
      const second = await suite().wayOut(visitor, "/error/notfound");
      const places = [];
      for (const address of [second, first]) {
        const answer = await suite().callback(visitor, suite().provider.authorize(address, person));
        places.push(answer.headers.location);
      }
      expect(places).toEqual(["/error/notfound", "/devops"]);
    });

    it("owes what the account owes beyond the first factor", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().server.addUser({ secondFactorRequired: true });
      await suite().linked(person, user);
      const answer = await suite().signIn(visitor, person, { returnUrl: "/devops" });
      expect(answer.headers.location).toBe("/account/setup-twofactor?returnUrl=%2Fdevops");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("remembers the user name when asked to", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const begun = await visitor.call("VendorLogin", { vendorId: "contoso", rememberLogin: true });
      const { location = "" } = (await visitor.send(begun.json.redirect)).headers;
      await suite().callback(visitor, suite().provider.authorize(location, person));
      expect((await visitor.call("LoginView")).json.username).toBe(user.username);
    });

    it("never takes a mail address for an identity", async () => {
      const visitor = browser();
      const known = suite().person();
      await suite().linked(known, await suite().server.addUser({ email: known.email ?? null }));
      const stranger = suite().person({ email: known.email ?? "" });
      const answer = await suite().signIn(visitor, stranger);
      expect(answer.headers.location).toBe("/account/link");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("takes the same subject at another provider for somebody else", async () => {
      const fabrikam = await StandInProvider.start();
      onTestFinished(() => fabrikam.stop());
      const { vendors } = suite();
      vendors.fabrikam = { ...vendors.contoso, name: "Fabrikam", issuer: fabrikam.issuer } as VendorConfig;
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const way = await visitor.send(await suite().begin(visitor, "/", "fabrikam"));
      const back = fabrikam.authorize(way.headers.location ?? "", person);
      const answer = await suite().callback(visitor, back, "fabrikam");
      expect(answer.headers.location).toBe("/account/link");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
      await suite().signIn(visitor, person);
      expect((await visitor.call("User")).json.userId).toBe(user.id);
    });

    it("refuses a disabled account", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person, await suite().server.addUser({ disabled: true }));
      expect(await suite().errorOf(visitor, await suite().signIn(visitor, person))).toBe("signIn");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("works without script: the posted button answers a page that leads on", async () => {
      const visitor = browser();
      const answer = await postForm(
        visitor,
        "/account/login/vendor?vendorId=contoso",
        {},
        { origin: suite().origin },
      );
      expect(answer.status).toBe(200);
      const path = /url=(\/connect\/vendor\/[\w-]+)/.exec(answer.text)?.[1] ?? "";
      const { location } = (await visitor.send(path)).headers;
      expect(location).toContain(`${suite().provider.issuer}/authorize?`);
    });
  });

  describe("an answer that cannot be believed", () => {
    const spoilt: [string, Mischief][] = [
      ["another issuer", { claims: { iss: "https://evil.example" } }],
      ["another audience", { claims: { aud: "somebody-else" } }],
      ["several audiences without azp", { claims: { aud: ["vestibule", "somebody-else"] } }],
      ["another nonce", { claims: { nonce: "another" } }],
      ["no nonce", { claims: { nonce: undefined } }],
      ["an end that has passed", { claims: { exp: now() - 3600, iat: now() - 7200 } }],
      ["no subject", { claims: { sub: undefined } }],
      ["a subject that is none", { claims: { sub: "a\u0000b" } }],
      ["a subject without end", { claims: { sub: "x".repeat(300) } }],
      ["a foreign signature", { foreignKey: true }],
      ["no signature", { algorithm: "none" }],
      ["a signature by the client secret", { algorithm: "HS256" }],
    ];
    it.each(spoilt)("for %s ends at the error page and never in a session", async (_what, mischief) => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const answer = await suite().signIn(visitor, person, { returnUrl: "/devops", mischief });
      expect(await suite().errorOf(visitor, answer)).toBe("signIn");
      expect(answer.headers.location).toContain("returnUrl=%2Fdevops");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("because its iss is missing or another one's is refused", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      for (const iss of ["https://evil.example", undefined]) {
        const { iss: _, ...rest } = suite().provider.authorize(await suite().wayOut(visitor), person);
        const answer = await suite().callback(visitor, { ...rest, ...(iss === undefined ? {} : { iss }) });
        expect(await suite().errorOf(visitor, answer)).toBe("signIn");
      }
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("at the address of another provider is refused, and spent", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const back = suite().provider.authorize(await suite().wayOut(visitor), person);
      expect(await suite().errorOf(visitor, await suite().callback(visitor, back, "other"))).toBe("signIn");
      expect(await suite().errorOf(visitor, await suite().callback(visitor, back))).toBe("vendorExpired");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it("is used once, also by twenty at once", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const back = suite().provider.authorize(await suite().wayOut(visitor), person);
      const answers = await Promise.all(Array.from({ length: 20 }, () => suite().callback(visitor, back)));
      expect(answers.filter(({ headers }) => headers.location === "/")).toHaveLength(1);
      const sessions = await suite()
        .server.services.store.db.selectFrom("sessions")
        .select("id_hash")
        .where("user_id", "=", user.id)
        .execute();
      expect(sessions).toHaveLength(1);
    });

    it("in another browser is refused there and still good in its own", async () => {
      const [visitor, other, person] = [browser(), browser(), suite().person()];
      await suite().linked(person);
      const back = suite().provider.authorize(await suite().wayOut(visitor), person);
      await other.call("LoginView");
      for (const stranger of [other, browser()])
        expect(await suite().errorOf(stranger, await suite().callback(stranger, back))).toBe("vendorExpired");
      expect((await suite().callback(visitor, back)).headers.location).toBe("/");
    });

    it("with another attempt's code is refused", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const mine = suite().provider.authorize(await suite().wayOut(visitor), person);
      const theirs = suite().provider.authorize(await suite().wayOut(browser()), person);
      const answer = await suite().callback(visitor, { ...mine, code: theirs.code ?? "" });
      expect(await suite().errorOf(visitor, answer)).toBe("signIn");
    });

    it("after ten minutes is late", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const back = suite().provider.authorize(await suite().wayOut(visitor), person);
      suite().server.clock.advance(11 * minute);
      expect(await suite().errorOf(visitor, await suite().callback(visitor, back))).toBe("vendorExpired");
    });

    it.each(["", "a", "%00", "../x", "x".repeat(5000)])(
      "with the state %s is no more than an error",
      async (state) => {
        const visitor = browser();
        const answer = await suite().callback(visitor, { state, code: "x" });
        expect(await suite().errorOf(visitor, answer)).toBe("vendorExpired");
      },
    );
  });

  describe("a provider that does not play along", () => {
    it.each([
      ["access_denied", "vendorDenied"],
      ["login_required", "vendorDenied"],
      ["temporarily_unavailable", "vendorUnreachable"],
      ["invalid_scope", "serverError"],
      ["<script>", "signIn"],
    ])("and answers %s is told as %s with a way on", async (error, code) => {
      const visitor = browser();
      const returnUrl = await suite().server.addRequest();
      const { state = "" } = suite().provider.authorize(await suite().wayOut(visitor, returnUrl), {
        sub: "x",
      });
      const answer = await suite().callback(visitor, { error, state, iss: suite().provider.issuer });
      expect(await suite().errorOf(visitor, answer)).toBe(code);
      const url = new URL(answer.headers.location ?? "", "http://site.invalid");
      const query = Object.fromEntries(url.searchParams) as Record<string, string>;
      const view = (await visitor.call("Error", undefined, query)).json;
      expect(view).toMatchObject({ retryUrl: returnUrl });
      expect(view.supportCode).toMatch(/\S/);
    });

    it("is told to nobody in the words of the protocol, also not in development", async () => {
      const { services, log } = suite().server;
      const settings = services.settings;
      services.settings = { ...settings, environment: "development" };
      try {
        const visitor = browser();
        const address = await suite().wayOut(visitor);
        const { state = "" } = suite().provider.authorize(address, { sub: "x" });
        const back = { error: "access_denied", state, iss: suite().provider.issuer };
        const { headers } = await suite().callback(visitor, back);
        const { searchParams } = new URL(headers.location ?? "", "http://site.invalid");
        const { json } = await visitor.call("Error", undefined, Object.fromEntries(searchParams));
        expect(json).toMatchObject({ code: "vendorDenied", details: null });
        const told = () => log.find((line) => line.includes("refused") && line.includes(json.supportCode));
        await expect.poll(told).toContain("access_denied");
      } finally {
        services.settings = settings;
      }
    });

    it.each([
      ["fails", 500],
      ["redirects", "redirect"],
      ["sends a page", "html"],
      ["sends without end", "endless"],
    ] as const)("and %s at the token address ends at the error page", async (_what, token) => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const answer = await suite().signIn(visitor, person, { mischief: { token } });
      expect(await suite().errorOf(visitor, answer)).toMatch(/^(signIn|vendorUnreachable)$/);
      expect(suite().provider.asked).not.toContain("/inner");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });

    it.each([
      ["broken JSON", "broken", "signIn"],
      ["what is no HTTP", "noise", "vendorUnreachable"],
    ] as const)("and sends %s is told, without a word of it in the log", async (_what, token, code) => {
      const [visitor, person] = [browser(), suite().person()];
      const { log } = suite().server;
      const before = log.length;
      const answer = await suite().signIn(visitor, person, { mischief: { token } });
      expect(await suite().errorOf(visitor, answer)).toBe(code);
      await expect.poll(() => log.slice(before).join("")).toContain("a sign-in at a provider was refused");
      expect(log.slice(before).join("")).not.toContain("canary");
    });

    it("and is slow is waited for longer than a connection is kept otherwise", async () => {
      const { server } = suite().server.app;
      const kept = server.timeout;
      onTestFinished(() => {
        server.timeout = kept;
      });
      const visitor = browser();
      const address = await suite().wayOut(visitor);
      const parameters = suite().provider.authorize(address, suite().person(), { token: "silence" });
      const limit = new AbortController();
      const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
      onTestFinished(() => limits.mockRestore());
      server.timeout = 200;
      const answered = suite().callback(visitor, parameters);
      setTimeout(() => limit.abort(new DOMException("The time is over", "TimeoutError")), 600);
      expect(await suite().errorOf(visitor, await answered)).toBe("vendorUnreachable");
    });

    it("and says half a megabyte of itself is not heard out", async () => {
      const visitor = browser();
      suite().vendors.contoso = { ...suite().vendors.contoso, clientId: "talkative" } as VendorConfig;
      suite().provider.metadata = { more: "x".repeat(512 * 1024) };
      const answer = await visitor.send(await suite().begin(visitor));
      expect(await suite().errorOf(visitor, answer)).toBe("signIn");
    });

    it("and is silent is given up after five seconds", async () => {
      const visitor = browser();
      const address = await suite().wayOut(visitor);
      const parameters = suite().provider.authorize(address, suite().person(), { token: "silence" });
      const before = suite().provider.asked.length;
      const limit = new AbortController();
      const limits = vi.spyOn(AbortSignal, "timeout").mockReturnValue(limit.signal);
      onTestFinished(() => limits.mockRestore());
      const answered = suite().callback(visitor, parameters);
      // The provider has been asked and will not answer; its time is over now.
      await expect.poll(() => suite().provider.asked.slice(before)).toEqual(["/token"]);
      expect(limits.mock.calls).toEqual([[5000]]);
      limit.abort(new DOMException("The time is over", "TimeoutError"));
      expect(await suite().errorOf(visitor, await answered)).toBe("vendorUnreachable");
    });

    it("and is down is told, and asked again the next time", async () => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      suite().provider.discoveryStatus = 503;
      suite().vendors.contoso = {
        ...suite().vendors.contoso,
        clientId: "vestibule",
        scopes: ["openid"],
      } as never;
      suite().server.clock.advance(11 * minute);
      const path = await suite().begin(visitor);
      expect(await suite().errorOf(visitor, await visitor.send(path))).toBe("vendorUnreachable");
      suite().provider.discoveryStatus = 200;
      expect((await visitor.send(path)).headers.location).toContain("/authorize?");
    });

    it("and names another issuer than its own is not asked", async () => {
      const visitor = browser();
      suite().provider.metadata = { issuer: "https://evil.example" };
      suite().server.clock.advance(11 * minute);
      const answer = await visitor.send(await suite().begin(visitor));
      expect(await suite().errorOf(visitor, answer)).toBe("signIn");
      suite().provider.metadata = {};
      suite().server.clock.advance(11 * minute);
    });

    it("and nobody listens there is told", async () => {
      const visitor = browser();
      suite().vendors.contoso = { name: "Contoso", issuer: "http://127.0.0.1:9", clientId: "vestibule" };
      const answer = await visitor.send(await suite().begin(visitor));
      expect(await suite().errorOf(visitor, answer)).toBe("vendorUnreachable");
    });

    it.each(["127.0.0.1", "localhost", "[::1]"])(
      "and stands at the inner address %s is not asked at all",
      async (host) => {
        const visitor = guarded().server.browser();
        const { port } = new URL(guarded().provider.issuer);
        guarded().vendors.contoso = { name: "C", issuer: `http://${host}:${port}`, clientId: "vestibule" };
        const before = guarded().provider.asked.length;
        const answer = await visitor.send(await guarded().begin(visitor));
        expect(await guarded().errorOf(visitor, answer)).toBe("vendorUnreachable");
        expect(guarded().provider.asked).toHaveLength(before);
      },
    );

    it("is asked for what it says of itself once in a while", async () => {
      const visitor = browser();
      suite().server.clock.advance(11 * minute);
      const asked = () => suite().provider.asked.filter((path) => path.includes("well-known")).length;
      const before = asked();
      for (let round = 0; round < 3; round += 1) await suite().wayOut(visitor);
      expect(asked()).toBe(before + 1);
    });
  });

  it("sends nobody to an address without TLS that a provider with TLS names", async () => {
    const { cert, key } = selfSigned();
    onTestFinished(trust(cert));
    const plain = createServer({ cert, key }, (_request, response) => {
      const endpoints = {
        authorization_endpoint: "http://a.example",
        end_session_endpoint: "http://a.example",
      };
      response.setHeader("content-type", "application/json");
      response.end(JSON.stringify({ issuer: vendor.issuer, ...endpoints }));
    });
    plain.listen(0, "localhost");
    await once(plain, "listening");
    onTestFinished(() => void plain.close());
    const { services } = suite().server;
    const issuer = `https://localhost:${portOf(plain)}`;
    suite().vendors.plain = { ...suite().vendors.contoso, name: "Plain", issuer } as VendorConfig;
    const vendor = vendorOf(services, "plain") as Vendor;
    const visitor = browser();
    const answer = await visitor.send(await suite().begin(visitor, "/", "plain"));
    expect(await suite().errorOf(visitor, answer)).toBe("signIn");
    const leaving = endSessionUrl(services, { vendor, idToken: undefined }, { state: "x", ui_locales: "en" });
    await expect(leaving).rejects.toThrow("HTTPS");
  });

  describe("a provider that is unknown, removed or changed", () => {
    it("has no page, and its button leads to the error page", async () => {
      const visitor = browser();
      for (const vendorId of ["nobody", "__proto__", "constructor"]) {
        const view = await visitor.call("VendorLoginView", undefined, { vendorId });
        expect([view.status, view.json.redirect]).toEqual([209, "/error/signin?errorId=vendorUnknown"]);
        const pressed = await visitor.call("VendorLogin", { vendorId });
        expect(pressed.status).toBe(209);
        const answer = { ...pressed, headers: { location: pressed.json.redirect } };
        expect(await suite().errorOf(visitor, answer)).toBe("vendorUnknown");
        expect(await suite().errorOf(visitor, await visitor.send(`/signin-oidc/${vendorId}?state=x`))).toBe(
          "vendorExpired",
        );
      }
    });

    it.each([
      ["removed", () => ({})],
      ["changed", (issuer: string) => ({ contoso: { name: "C", issuer, clientId: "another" } })],
    ])("while somebody is there is dead at once: %s", async (_what, change) => {
      const [visitor, person] = [browser(), suite().person()];
      await suite().linked(person);
      const path = await suite().begin(visitor);
      const { location = "" } = (await visitor.send(path)).headers;
      suite().vendors = change(suite().provider.issuer);
      expect(await suite().errorOf(visitor, await visitor.send(path))).toBe("vendorUnknown");
      const answer = await suite().callback(visitor, suite().provider.authorize(location, person));
      expect(await suite().errorOf(visitor, answer)).toBe("vendorUnknown");
      expect(visitor.cookies.has(cookieNames.session)).toBe(false);
    });
  });

  it("asks a provider whose entry has changed as the new entry says, at once", async () => {
    const visitor = browser();
    const asked = async () => new URL(await suite().wayOut(visitor)).searchParams.get("client_id");
    expect(await asked()).toBe(standInClient.id);
    suite().vendors.contoso = { ...suite().vendors.contoso, clientId: "another" } as VendorConfig;
    expect(await asked()).toBe("another");
  });

  describe("the pages", () => {
    const view = async (query: Record<string, string> = {}, visitor = browser()) =>
      (await visitor.call("VendorLoginView", undefined, query)).json;

    it("offer all providers where the partner shows them, and none to choose where there is none", async () => {
      const providers = [
        { id: "contoso", displayName: "Contoso", iconUrl: null },
        { id: "other", displayName: "Other", iconUrl: null },
      ];
      expect(await view()).toMatchObject({ step: "choose", vendorId: null, providers, local: true });
      expect((await browser().call("LoginView")).json.providers).toEqual(providers);
      suite().vendors = {};
      expect(await view()).toMatchObject({ step: "none", providers: [] });
    });

    it("offer those of the partner alone, in its order; every other is dead", async () => {
      const { partners } = suite().server.services.config();
      const standard = partners.default;
      onTestFinished(() => {
        partners.default = standard;
      });
      const only = (providers: string[] | null) => {
        partners.default = { ...standard, signIn: { ...standard.signIn, providers } };
      };
      const ids = async () => (await view()).providers.map(({ id }: { id: string }) => id);
      only(["other", "contoso"]);
      expect(await ids()).toEqual(["other", "contoso"]);
      only(["other"]);
      expect(await ids()).toEqual(["other"]);
      const direct = await browser().call("VendorLogin", { vendorId: "contoso" });
      expect([direct.status, direct.json.redirect]).toEqual([209, expect.stringMatching(/^\/error\/signin/)]);
      const page = await browser().call("VendorLoginView", undefined, { vendorId: "contoso" });
      expect(page.json.redirect).toMatch(/^\/error\/signin/);
    });

    it("offer a customer's own provider to whom an application sends for that customer, or to it", async () => {
      const { contoso, other } = suite().vendors;
      if (contoso === undefined || other === undefined) throw new Error("the suite has both");
      suite().vendors = { contoso, other: { ...other, customers: ["c-1", "c-2"] } };
      const shownTo = async (acr_values?: string) => {
        const returnUrl = await suite().server.addRequest(acr_values === undefined ? {} : { acr_values });
        const query = { returnUrl };
        const { providers } = (await browser().call("LoginView", undefined, query)).json;
        const ids = providers.map(({ id }: { id: string }) => id);
        const { step, vendorId, providers: toChoose } = await view(query);
        expect(step === "choose" ? toChoose : [{ id: vendorId }]).toMatchObject(
          ids.map((id: string) => ({ id })),
        );
        return ids;
      };
      expect(await shownTo()).toEqual(["contoso"]);
      expect(await shownTo("tenant:c-3")).toEqual(["contoso"]);
      expect(await shownTo("tenant:c-2")).toEqual(["contoso", "other"]);
      expect(await shownTo("tenant:c-3 idp:other")).toEqual(["other"]);
      // An address that names it, as a customer may put on a page of its own.
      expect(await view({ vendorId: "other" })).toMatchObject({ step: "provider", displayName: "Other" });
    });

    it("are about the provider that the application wants, and start it by themselves once", async () => {
      const visitor = browser();
      const returnUrl = await suite().server.addRequest({ acr_values: "idp:contoso" });
      const wanted = { step: "provider", vendorId: "contoso", local: false, cancelAllowed: true };
      expect(await view({ returnUrl }, visitor)).toMatchObject({ ...wanted, autoStart: true });
      const page = await visitor.send(`/account/login?${new URLSearchParams({ returnUrl })}`);
      expect(page.headers.location).toContain("/account/login/vendor?vendorId=contoso");
      await suite().begin(visitor, returnUrl);
      expect(await view({ returnUrl }, visitor)).toMatchObject({ ...wanted, autoStart: false });
      expect(await view({ vendorId: "contoso" })).toMatchObject({ step: "provider", autoStart: false });
      const other = await visitor.call("VendorLogin", { vendorId: "other" }, { returnUrl });
      expect(other.status).toBe(403);
    });

    it("lead an application that takes local accounts alone to those", async () => {
      const returnUrl = await suite().server.addRequest({}, "locals");
      const visitor = browser();
      expect((await visitor.call("VendorLoginView", undefined, { returnUrl })).json.redirect).toContain(
        "/account/login?",
      );
      expect((await visitor.call("LoginView", undefined, { returnUrl })).json.providers).toEqual([]);
      expect((await visitor.call("VendorLogin", { vendorId: "contoso" }, { returnUrl })).status).toBe(403);
    });

    it("give the screens their steps", async () => {
      const visitor = browser();
      const page = pageStateOf(await visitor.send("/account/login/vendor?vendorId=contoso"));
      expect(page).toMatchObject({ screen: "loginVendor", view: { step: "provider" } });
    });
  });

  describe("an application that wants this provider", () => {
    it.each([
      ["by its entry", "vendors", {}],
      ["by its request", "web", { acr_values: "idp:contoso" }],
    ])("%s gets its answer from there, over no page of ours but one", async (_how, clientId, params) => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const { begun, page } = await suite().apply(visitor, clientId, params);
      const returnUrl = returnUrlOf(page);
      const back = await suite().signIn(visitor, person, { returnUrl });
      const tokens = await begun.finish(await suite().follow(visitor, back.headers.location ?? ""));
      expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ["fed"] });
      const again = await suite().apply(visitor, clientId, params);
      expect(again.page.searchParams.has("code")).toBe(true);
    });

    it("takes neither a password nor another provider for it, and leads to the provider instead", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().linked(person);
      const { begun, page } = await suite().apply(visitor, "vendors");
      const returnUrl = returnUrlOf(page);
      await visitor.signIn(user.username, testPassword);
      const asPassword = await suite().follow(visitor, returnUrl);
      expect([asPassword.pathname, returnUrlOf(asPassword)]).toEqual(["/account/login", returnUrl]);
      const { db } = suite().server.services.store;
      await db.updateTable("sessions").set({ vendor_id: "other" }).where("user_id", "=", user.id).execute();
      expect((await suite().follow(visitor, returnUrl)).pathname).toBe("/account/login");
      expect((await visitor.call("LoginView", undefined, { returnUrl })).json.signedIn).toBe(false);
      const silent = await suite().apply(visitor, "vendors", { prompt: "none" });
      expect(silent.page.searchParams.get("error")).toBe("interaction_required");
      const back = await suite().signIn(visitor, person, { returnUrl });
      const tokens = await begun.finish(await suite().follow(visitor, back.headers.location ?? ""));
      expect(tokens.claims()?.sub).toBe(user.id);
    });

    it("cannot be told by its request to take another", async () => {
      const params = { acr_values: "idp:other" };
      const allowed = async (clientId: string) => {
        const returnUrl = await suite().server.addRequest(params, clientId);
        return (await browser().call("LocalAllowed", undefined, { returnUrl })).json;
      };
      expect(await allowed("vendors")).toEqual({ allowed: false, vendorId: "contoso" });
      expect(await allowed("locals")).toEqual({ allowed: true, vendorId: null });
      expect(await allowed("web")).toEqual({ allowed: false, vendorId: "other" });
    });

    it("is met by a linked account too, as soon as its password is proven", async () => {
      const [visitor, person] = [browser(), suite().person()];
      const user = await suite().server.addUser();
      const { begun, page } = await suite().apply(visitor, "vendors");
      const returnUrl = returnUrlOf(page);
      await suite().signIn(visitor, person, { returnUrl });
      const linked = await visitor.call(
        "Link",
        { username: user.username, password: testPassword },
        { returnUrl },
      );
      expect(linked.status).toBe(209);
      const tokens = await begun.finish(await suite().follow(visitor, linked.json.redirect));
      expect(tokens.claims()?.sub).toBe(user.id);
    });
  });

  it("takes the word of no provider for an application that takes local accounts alone", async () => {
    const [visitor, person] = [browser(), suite().person()];
    const user = await suite().linked(person);
    await suite().signIn(visitor, person);
    const silent = await suite().apply(visitor, "locals", { prompt: "none" });
    expect(silent.page.searchParams.get("error")).toBe("interaction_required");
    const { begun, page } = await suite().apply(visitor, "locals");
    const returnUrl = returnUrlOf(page);
    expect(page.pathname).toBe("/account/login");
    expect((await visitor.call("LoginView", undefined, { returnUrl })).json.signedIn).toBe(false);
    const login = { username: user.username, password: testPassword };
    const answer = await visitor.call("Login", login, { returnUrl });
    const tokens = await begun.finish(await suite().follow(visitor, answer.json.redirect));
    expect(tokens.claims()).toMatchObject({ sub: user.id, amr: ["pwd"] });
  });

  it("leads on after both of two presses that change an expired password behind a provider's sign-in", async () => {
    const [visitor, person] = [browser(), suite().person()];
    const user = await suite().linked(person, await suite().server.addUser({ mustChangePassword: true }));
    const { page } = await suite().apply(visitor, "vendors");
    const returnUrl = returnUrlOf(page);
    await suite().signIn(visitor, person, { returnUrl });
    hashTogether(suite().server, 2);
    const newPassword = "seven slow boats upstream";
    const body = {
      username: user.username,
      currentPassword: testPassword,
      newPassword,
      confirmPassword: newPassword,
    };
    const press = () => visitor.call("ChangeExpiredPassword", body, { returnUrl });
    const answers = await Promise.all([press(), press()]);
    expect(answers.map(({ status, json }) => [status, json.redirect])).toEqual(
      Array(2).fill([209, returnUrl]),
    );
  });

  it("keeps states, codes and tokens out of the log", async () => {
    const [visitor, person] = [browser(), suite().person()];
    await suite().linked(person);
    const path = await suite().begin(visitor);
    const { location = "" } = (await visitor.send(path)).headers;
    const back = suite().provider.authorize(location, person);
    await suite().callback(visitor, back);
    await suite().callback(visitor, back);
    const log = suite().server.log.join("\n");
    for (const secret of [back.code, back.state, new URL(location).searchParams.get("nonce")])
      expect(log).not.toContain(secret ?? "-");
    expect(
      await userOfExternalLogin(suite().server.services.store.db, {
        issuer: suite().provider.issuer,
        subject: person.sub,
      }),
    ).toBeDefined();
  });
});
