import { randomUUID } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import { nameBudget } from "../../src/server/account/guess.ts";
import { credentialsOf } from "../../src/server/store/credentials.ts";
import { openMessage } from "../../src/server/store/messages.ts";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import { takeTry } from "../../src/server/store/throttle.ts";
import type { NewUser } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { type Deviation, SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import { type TestAnswer, TestClient } from "../support/test-client.ts";

const origin = "http://localhost:5400";
const refused = { "": [{ code: "problems.secureSignInFailed" }] };
const unknown = { "": [{ code: "problems.deviceUnknown" }] };
const notRegistered = { "": [{ code: "problems.registrationFailed" }] };

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });
  const db = () => database.store().db;

  beforeEach(database.forgetTries);

  /** Somebody who has just signed in. */
  async function person(facts: Partial<NewUser> = {}) {
    const user = await server().addUser(facts);
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    return { user, browser };
  }

  async function register(browser: TestClient, device: SoftwareAuthenticator, deviation: Deviation = {}) {
    const { json } = await browser.call("CredentialOptions");
    return browser.call("RegisterCredential", device.register(json, deviation));
  }

  /** A person with a registered device. */
  async function owner(device = new SoftwareAuthenticator(origin), facts: Partial<NewUser> = {}) {
    const { user, browser } = await person(facts);
    const answer = await register(browser, device);
    expect(answer.json).toEqual({ outcome: "registered" });
    return { user, browser, device };
  }

  async function options(browser: TestClient) {
    return (await browser.call("AssertionOptions", {})).json;
  }

  async function signIn(
    browser: TestClient,
    device: SoftwareAuthenticator,
    deviation: Deviation = {},
    query: Record<string, string> = {},
  ): Promise<TestAnswer> {
    const answer = await browser.call("SecureLogin", device.assert(await options(browser), deviation), query);
    const { state } = answer.json ?? {};
    if (state !== undefined) await browser.call("Exchange", { state });
    return answer;
  }

  const events = async (userId: string) => {
    const rows = await db().selectFrom("audit").selectAll().where("user_id", "=", userId).execute();
    return rows.map(({ event, detail }) => ({ event, detail: JSON.parse(detail) }));
  };

  describe("signing in with a device", () => {
    it("signs in by itself, writes down the use of this device and leaves", async () => {
      const { user, browser: registrar, device } = await owner();
      server().clock.advance(1000);
      await register(registrar, new SoftwareAuthenticator(origin));
      const browser = server().browser();
      const answer = await signIn(browser, device);
      expect(answer.status).toBe(209);
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: true, userId: user.id });
      const { json } = await browser.call("Credentials");
      expect(json.items).toMatchObject([
        { lastUsedAt: null },
        { id: device.id, lastUsedAt: expect.any(Number) },
      ]);
      expect(await events(user.id)).toContainEqual(
        expect.objectContaining({
          event: "signIn.completed",
          detail: expect.objectContaining({ methods: ["hwk", "mfa"] }),
        }),
      );
    });

    it("takes one that keeps its key to itself", async () => {
      const { device } = await owner(new SoftwareAuthenticator(origin, { backupEligible: false }));
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });

    it("goes back to where the person came from", async () => {
      const { device } = await owner();
      const answer = await signIn(server().browser(), device, {}, { returnUrl: "/account/select" });
      expect(answer.json.redirect).toBe("/account/select");
    });

    it("tells nobody who has a device: the options of any name are alike", async () => {
      const { user } = await owner();
      const browser = server().browser();
      const known = await browser.call("AssertionOptions", { username: user.username });
      const unknown = await browser.call("AssertionOptions", { username: "nobody at all" });
      expect({ ...known.json, challenge: "" }).toEqual({ ...unknown.json, challenge: "" });
      expect(known.json).toMatchObject({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        relyingPartyId: "localhost",
        allowedCredentials: [],
        userVerification: "required",
      });
    });

    it("needs no second step, whatever else the account has", async () => {
      const { user, device } = await owner();
      const factor = { kind: "pin", secret: null, target: "robin@payroll.example" } as const;
      await saveSecondFactor(db(), user.id, factor, server().clock.now());
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });

    it("still owes an expired password", async () => {
      const { user, device } = await owner();
      await db().updateTable("users").set({ must_change_password: 1 }).where("id", "=", user.id).execute();
      const browser = server().browser();
      expect((await signIn(browser, device)).json).toEqual({ outcome: "passwordExpired" });
      expect(await browser.isSignedIn()).toBe(false);
    });

    it("works while the password is locked", async () => {
      const { user, device } = await owner();
      const { key, policy } = nameBudget(user.username);
      for (let index = 0; index < 6; index++) await takeTry(db(), key, policy, server().clock.now());
      const answer = await server().browser().signIn(user.username, testPassword);
      expect(answer.status).toBe(429);
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });
  });

  describe("a challenge", () => {
    it("is good once", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const assertion = device.assert(await options(browser));
      expect((await browser.call("SecureLogin", assertion)).status).toBe(209);
      const again = await browser.call("SecureLogin", assertion);
      expect(again).toMatchObject({ status: 400, json: { codes: refused } });
    });

    it("is spent by an answer that was wrong", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const begun = await options(browser);
      await browser.call("SecureLogin", device.assert(begun, { stranger: true }));
      expect((await browser.call("SecureLogin", device.assert(begun))).status).toBe(400);
    });

    it("lets one of twenty in that send the same answer at once", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const assertion = device.assert(await options(browser));
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => browser.call("SecureLogin", assertion)),
      );
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 400)).toHaveLength(19);
    });

    it("of another browser is refused", async () => {
      const { device } = await owner();
      const assertion = device.assert(await options(server().browser()));
      const other = server().browser();
      expect((await other.call("SecureLogin", assertion)).json.codes).toEqual(refused);
      expect(await other.isSignedIn()).toBe(false);
    });

    it("lives five minutes", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const assertion = device.assert(await options(browser));
      server().clock.advance(5 * minute + 1);
      expect((await browser.call("SecureLogin", assertion)).json.codes).toEqual(refused);
    });

    it("of a registration signs nobody in", async () => {
      const { browser, device } = await owner();
      const { json } = await browser.call("CredentialOptions");
      expect((await browser.call("SecureLogin", device.assert(json))).json.codes).toEqual(refused);
    });
  });

  describe("an answer of a device is refused", () => {
    const deviations: [string, Deviation][] = [
      ["from another origin", { origin: "https://localhost.example" }],
      ["from another port", { origin: "http://localhost:5401" }],
      ["of another ceremony", { type: "webauthn.create" }],
      ["within another site's page", { crossOrigin: true, topOrigin: "https://elsewhere.example" }],
      ["within a frame that does not say whose", { crossOrigin: true }],
      ["with a page around it that it denies", { topOrigin: "https://elsewhere.example" }],
      ["for another relying party", { relyingPartyId: "elsewhere.example" }],
      ["without the person's presence", { present: false }],
      ["without knowing the person", { verified: false }],
      ["with another key", { stranger: true }],
      ["with a made-up challenge", { challenge: "A".repeat(43) }],
      ["without saying whose it is", { userHandle: null }],
      ["for another handle", { userHandle: "A".repeat(43) }],
      ["as backed up although it cannot be", { backupEligible: false, backedUp: true }],
      ["as of another kind than it was registered", { backupEligible: false }],
    ];

    it.each(deviations)("%s", async (_name, deviation) => {
      const { device } = await owner();
      const browser = server().browser();
      const answer = await signIn(browser, device, deviation);
      expect(answer).toMatchObject({ status: 400, json: { codes: refused } });
      expect(await browser.isSignedIn()).toBe(false);
      expect((await signIn(browser, device)).status).toBe(209);
    });

    it("where the handle is another person's", async () => {
      const [{ device }, other] = [await owner(), await owner()];
      const answer = await signIn(server().browser(), device, { userHandle: other.device.userHandle });
      expect(answer.json.codes).toEqual(refused);
    });

    it("where the credential is unknown", async () => {
      const { device: known } = await owner();
      const device = new SoftwareAuthenticator(origin);
      const answer = await signIn(server().browser(), device, { userHandle: known.userHandle });
      // Said, so that the browser stops offering it.
      expect(answer).toMatchObject({
        status: 400,
        json: {
          codes: unknown,
          unknownCredential: { relyingPartyId: "localhost", id: device.id },
        },
      });
    });

    it("without a word about the credential where the account still has it", async () => {
      const { user, device } = await owner();
      const wrong = await signIn(server().browser(), device, { stranger: true });
      await db().updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
      const disabled = await signIn(server().browser(), device);
      expect([wrong.status, disabled.status]).toEqual([400, 400]);
      expect([wrong.json, disabled.json]).not.toContainEqual(
        expect.objectContaining({ unknownCredential: expect.anything() }),
      );
    });

    it("where the account is disabled, in the same words", async () => {
      const { user, device } = await owner();
      await db().updateTable("users").set({ disabled: 1 }).where("id", "=", user.id).execute();
      expect((await signIn(server().browser(), device)).json.codes).toEqual(refused);
    });

    it("where it is no answer at all", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const right = device.assert(await options(browser));
      const texts = ["[]", "null", "{}", "{", '{"type":1}', "[".repeat(5000)];
      for (const text of texts) {
        const clientDataJson = Buffer.from(text).toString("base64url");
        const response = { ...right.response, clientDataJson };
        const answer = await browser.call("SecureLogin", { ...right, response });
        expect(answer.json.codes, text.slice(0, 9)).toEqual(refused);
      }
    });

    it("where parts of it are bent", async () => {
      const { device } = await owner();
      const browser = server().browser();
      for (const part of ["authenticatorData", "signature"] as const) {
        for (const value of ["AAAA", "_", "A".repeat(2000)]) {
          const right = device.assert(await options(browser));
          const response = { ...right.response, [part]: value };
          const answer = await browser.call("SecureLogin", { ...right, response });
          expect(answer.json.codes, `${part} ${value.slice(0, 9)}`).toEqual(refused);
        }
      }
    });

    it("without looking, once the address has failed too often", async () => {
      const { device } = await owner();
      const browser = server().browser();
      const wrong = device.assert(await options(browser), { stranger: true });
      let answer = await browser.call("SecureLogin", wrong);
      for (let index = 0; index < 210 && answer.status !== 429; index++)
        answer = await browser.call("SecureLogin", wrong);
      expect(answer.status).toBe(429);
      server().clock.advance(2 * 60 * minute);
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });
  });

  describe("a device that counts", () => {
    const counting = () => new SoftwareAuthenticator(origin, { counts: true });

    it("signs in again and again", async () => {
      const { device } = await owner(counting());
      expect((await signIn(server().browser(), device)).status).toBe(209);
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });

    it.each([0, 1, 7])("is refused, noted and logged where its counter goes back to %i", async (counter) => {
      const { user, device } = await owner(counting());
      device.counter = 7;
      await signIn(server().browser(), device, { counter: 7 });
      const answer = await signIn(server().browser(), device, { counter });
      expect(answer.json.codes).toEqual(refused);
      const detail = { known: 7, given: counter };
      expect(await events(user.id)).toContainEqual({ event: "credential.counterBack", detail });
      expect(
        server().log.filter((line) => line.includes(user.id) && line.includes("went back")),
      ).toHaveLength(1);
    });

    it("is held to the counter that it was registered with", async () => {
      const device = counting();
      device.counter = 7;
      await owner(device);
      expect((await signIn(server().browser(), device, { counter: 7 })).json.codes).toEqual(refused);
      expect((await signIn(server().browser(), device, { counter: 8 })).status).toBe(209);
    });

    it("is not suspected because of a forged answer", async () => {
      const { user, device } = await owner(counting());
      await signIn(server().browser(), device, { counter: 7 });
      await signIn(server().browser(), device, { counter: 3, stranger: true });
      expect(await events(user.id)).not.toContainEqual(
        expect.objectContaining({ event: "credential.counterBack" }),
      );
    });

    it("is not suspected because it is removed while it signs in", async () => {
      for (let round = 0; round < 5; round++) {
        const { user, browser: remover, device } = await owner(counting());
        const browser = server().browser();
        const assertion = device.assert(await options(browser));
        await Promise.all([
          browser.call("SecureLogin", assertion),
          remover.call("RemoveCredential", { id: device.id }),
        ]);
        const noted = await events(user.id);
        expect(noted.map(({ event }) => event)).toContain("credential.removed");
        expect(noted).not.toContainEqual(expect.objectContaining({ event: "credential.counterBack" }));
      }
    });

    it("and its copy get in once between them with one count", async () => {
      const { device } = await owner(counting());
      const browsers = Array.from({ length: 8 }, () => server().browser());
      const assertions = await Promise.all(
        browsers.map(async (browser) => device.assert(await options(browser), { counter: 9 })),
      );
      const answers = await Promise.all(
        browsers.map((browser, index) => browser.call("SecureLogin", assertions[index])),
      );
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
    });
  });

  describe("as the second step", () => {
    async function owing() {
      const { user, device } = await owner();
      const factor = { kind: "pin", secret: null, target: "robin@payroll.example" } as const;
      await saveSecondFactor(db(), user.id, factor, server().clock.now());
      const browser = server().browser();
      const { json } = await browser.signIn(user.username, testPassword);
      expect(json).toMatchObject({ outcome: "twoFactorRequired" });
      return { user, device, browser };
    }

    it("ends it and keeps how the first was proven", async () => {
      const { user, device, browser } = await owing();
      expect((await signIn(browser, device)).status).toBe(209);
      expect(await events(user.id)).toContainEqual(
        expect.objectContaining({
          event: "signIn.completed",
          detail: expect.objectContaining({ methods: ["pwd", "hwk", "mfa"] }),
        }),
      );
    });

    it("of somebody else signs in that person instead, never the one who began", async () => {
      const { browser } = await owing();
      const other = await owner();
      expect((await signIn(browser, other.device)).status).toBe(209);
      expect((await browser.call("User")).json.userId).toBe(other.user.id);
    });

    it("that is wrong leaves it owed", async () => {
      const { device, browser } = await owing();
      expect((await signIn(browser, device, { verified: false })).status).toBe(400);
      expect((await browser.call("User")).json).toMatchObject({
        isAuthenticated: false,
        pending: "twoFactorRequired",
      });
      expect((await signIn(browser, device)).status).toBe(209);
    });
  });

  it("is no way around a provider that has to vouch", async () => {
    const { device } = await owner();
    const returnUrl = await server().addRequest({}, "outside");
    const browser = server().browser();
    expect((await browser.call("LoginView", undefined, { returnUrl })).json.secure).toBe(false);
    expect((await signIn(browser, device, {}, { returnUrl })).status).toBe(403);
    expect(await browser.isSignedIn()).toBe(false);
  });

  it("is not offered, taken or registered at a partner who does without", async () => {
    const { device } = await owner();
    const returnUrl = await server().addRequest();
    const { partners } = server().services.config();
    const { northwind } = partners;
    if (northwind === undefined) throw new Error("the sample has this partner");
    partners.northwind = { ...northwind, signIn: { ...northwind.signIn, secureCredential: false } };
    const browser = server().browser();
    expect((await browser.call("LoginView", undefined, { returnUrl })).json.secure).toBe(false);
    expect((await signIn(browser, device, {}, { returnUrl })).status).toBe(403);
    const user = await server().addUser({ deviceOfferAt: 0 });
    expect((await browser.signIn(user.username, testPassword, { returnUrl })).status).toBe(209);
    expect((await browser.call("CredentialOptions", undefined, { returnUrl })).status).toBe(403);
    expect((await browser.call("Credentials", undefined, { returnUrl })).json.allowed).toBe(false);
    partners.northwind = northwind;
    expect((await browser.call("LoginView", undefined, { returnUrl })).json.secure).toBe(true);
  });

  describe("at a partner's own address", () => {
    /** What a browser there is offered before and after it has signed in. */
    const offersAt = async (host: string) => {
      const { services } = server();
      const { config } = services;
      const { northwind } = config().partners;
      if (northwind === undefined) throw new Error("the sample has this partner");
      const signIn = { ...northwind.signIn, offerDevices: true };
      const partners = { ...config().partners, northwind: { ...northwind, origins: [host], signIn } };
      const moved = { ...config(), partners };
      services.config = () => moved;
      const browser = new TestClient(server().app.listeningOrigin, host);
      const { secure } = (await browser.call("LoginView")).json;
      const user = await server().addUser();
      const { json } = await browser.signIn(user.username, testPassword);
      const { allowed } = (await browser.call("Credentials")).json;
      const options = await browser.call("CredentialOptions");
      services.config = config;
      return { secure, deviceOffered: json.outcome === "deviceOffered", allowed, options: options.status };
    };

    it("elsewhere nothing is offered, because browsers refuse it there", async () => {
      expect(await offersAt("https://signin.northwind.example")).toEqual({
        secure: false,
        deviceOffered: false,
        allowed: false,
        options: 403,
      });
    });

    it("below the public one it is offered as there", async () => {
      expect(await offersAt("http://northwind.localhost:5400")).toEqual({
        secure: true,
        deviceOffered: true,
        allowed: true,
        options: 200,
      });
    });

    it("elsewhere the second step names no device", async () => {
      const { user } = await owner();
      const factor = { kind: "pin", secret: null, target: "ann@payroll.example" } as const;
      await saveSecondFactor(database.store().db, user.id, factor, server().clock.now());
      const offered = async (browser: TestClient) => {
        await browser.signIn(user.username, testPassword);
        return (await browser.call("LoginWith2FAView")).json.others.secure;
      };
      const elsewhere = new TestClient(server().app.listeningOrigin, "https://signin.northwind.example");
      expect([await offered(server().browser()), await offered(elsewhere)]).toEqual([true, false]);
    });

    it("elsewhere its page leads to the form", async () => {
      const { listeningOrigin } = server().app;
      const path = "/account/login/secure?returnUrl=%2Fdevops";
      const at = async (host: string) =>
        (await new TestClient(listeningOrigin, host).send(path)).headers.location;
      expect(await at("https://signin.northwind.example")).toBe("/account/login?returnUrl=%2Fdevops");
      expect(await at(origin)).toBeUndefined();
    });
  });

  describe("registering a device", () => {
    it("asks for a credential that needs no user name and knows its person, and excludes known ones", async () => {
      const { user, browser, device } = await owner();
      const { json } = await browser.call("CredentialOptions");
      expect(json).toMatchObject({
        challenge: expect.stringMatching(/^[\w-]{43}$/),
        userId: device.userHandle,
        userName: user.username,
        displayName: "Robin Test",
        relyingPartyId: "localhost",
        excludedCredentials: [{ id: device.id, type: "public-key", transports: ["internal"] }],
        residentKey: "required",
        userVerification: "required",
        algorithms: [-8, -7, -257],
      });
      expect(json.userId).not.toContain(user.id);
    });

    it("gives one person one handle for ever, and nobody else the same", async () => {
      const [{ browser }, { browser: other }] = [await person(), await person()];
      const handleOf = async (asker: TestClient) => (await asker.call("CredentialOptions")).json.userId;
      const handles = await Promise.all([browser, browser, browser].map(handleOf));
      expect(new Set(handles).size).toBe(1);
      expect(handles).not.toContain(await handleOf(other));
    });

    it("gives no two devices one name", async () => {
      const { browser } = await person();
      for (const displayName of ["Chrome on Windows", "Chrome on Windows", "", "Chrome on Windows"]) {
        const { json } = await browser.call("CredentialOptions", undefined, { displayName });
        const device = new SoftwareAuthenticator(origin);
        await browser.call("RegisterCredential", device.register(json));
        server().clock.advance(1000);
      }
      const { json } = await browser.call("Credentials");
      expect(json.items.map(({ name }: { name: string }) => name)).toEqual([
        "Chrome on Windows 3",
        "My device",
        "Chrome on Windows 2",
        "Chrome on Windows",
      ]);
    });

    it("gives two that were begun beside each other two names", async () => {
      const { user, browser } = await person();
      const begun = [await browser.call("CredentialOptions"), await browser.call("CredentialOptions")];
      for (const { json } of begun)
        await browser.call("RegisterCredential", new SoftwareAuthenticator(origin).register(json));
      const names = (await credentialsOf(db(), user.id)).map(({ name }) => name);
      expect(names.toSorted()).toEqual(["My device", "My device 2"]);
    });

    it("calls a key or a telephone what it is, and not by the browser that it was added with", async () => {
      const { user, browser } = await person();
      const devices: Deviation[] = [
        { attachment: "cross-platform", transports: ["nfc", "usb"] },
        { attachment: "cross-platform", transports: ["hybrid", "internal"] },
        { attachment: "platform", transports: ["hybrid", "internal"] },
        { attachment: "cross-platform", transports: [] },
        { transports: ["usb"] },
      ];
      for (const device of devices) {
        const query = { displayName: "Chrome on Windows" };
        const { json } = await browser.call("CredentialOptions", undefined, query);
        await browser.call("RegisterCredential", new SoftwareAuthenticator(origin).register(json, device));
      }
      const names = (await credentialsOf(db(), user.id)).map(({ name }) => name);
      expect(names.toSorted()).toEqual([
        "Chrome on Windows",
        "Chrome on Windows 2",
        "Phone or tablet",
        "Security key",
        "Security key 2",
      ]);
    });

    it("ends the sessions elsewhere and keeps this one; a refused one ends none", async () => {
      const { user, browser } = await person();
      const elsewhere = server().browser();
      await elsewhere.signIn(user.username, testPassword);
      const device = new SoftwareAuthenticator(origin);
      await register(browser, device, { origin: "https://evil.example" });
      expect(await elsewhere.isSignedIn()).toBe(true);
      expect((await register(browser, device)).json).toEqual({ outcome: "registered" });
      expect([await browser.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
      await elsewhere.signIn(user.username, testPassword);
      await register(browser, device);
      expect(await elsewhere.isSignedIn()).toBe(true);
    });

    it("takes the name that it is given", async () => {
      const { browser } = await person();
      const { json } = await browser.call("CredentialOptions", undefined, {
        displayName: "  Key on my ring ",
      });
      await browser.call("RegisterCredential", new SoftwareAuthenticator(origin).register(json));
      expect((await browser.call("Credentials")).json.items).toMatchObject([{ name: "Key on my ring" }]);
    });

    it("needs a sign-in under five minutes old", async () => {
      const { user, browser } = await person();
      const { json: begun } = await browser.call("CredentialOptions");
      server().clock.advance(5 * minute);
      const signInAgain = { "": [{ code: "problems.signInAgain" }] };
      expect((await browser.call("CredentialOptions")).json.codes).toEqual(signInAgain);
      const late = new SoftwareAuthenticator(origin).register(begun);
      expect((await browser.call("RegisterCredential", late)).json.codes).toEqual(signInAgain);
      expect((await browser.call("Credentials")).json).toMatchObject({ items: [], fresh: false });
      expect(await credentialsOf(db(), user.id)).toEqual([]);
      await browser.signIn(user.username, testPassword);
      expect((await browser.call("Credentials")).json.fresh).toBe(true);
      expect((await register(browser, new SoftwareAuthenticator(origin))).status).toBe(200);
    });

    it("refuses a device twice and somebody else's at all", async () => {
      const { browser, device } = await owner();
      expect((await register(browser, device)).json.codes).toEqual({
        "": [{ code: "problems.deviceKnown" }],
      });
      const { user, browser: other } = await person();
      const { userHandle } = device;
      expect((await register(other, device)).json.codes).toEqual(notRegistered);
      expect(await credentialsOf(db(), user.id)).toEqual([]);
      device.userHandle = userHandle;
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });

    it("tells who sends a registration again, because its answer was lost, that the device is there", async () => {
      const { user, browser } = await person();
      const { json: begun } = await browser.call("CredentialOptions");
      const registration = new SoftwareAuthenticator(origin).register(begun);
      expect((await browser.call("RegisterCredential", registration)).json).toEqual({
        outcome: "registered",
      });
      expect((await browser.call("RegisterCredential", registration)).json.codes).toEqual({
        "": [{ code: "problems.deviceKnown" }],
      });
      expect(await credentialsOf(db(), user.id)).toHaveLength(1);
      const { browser: other } = await person();
      expect((await other.call("RegisterCredential", registration)).json.codes).toEqual(notRegistered);
    });

    it("refuses a challenge that is spent, another's or for signing in", async () => {
      const { browser } = await person();
      const { browser: other } = await person();
      const device = new SoftwareAuthenticator(origin);
      const attempt = async (sender: TestClient, begun: Parameters<typeof device.register>[0]) =>
        (await sender.call("RegisterCredential", device.register(begun))).json.codes;
      expect(await attempt(other, (await browser.call("CredentialOptions")).json)).toEqual(notRegistered);
      expect(await attempt(browser, await options(browser))).toEqual(notRegistered);
      const { json: begun } = await browser.call("CredentialOptions");
      await browser.call("RegisterCredential", device.register(begun, { verified: false }));
      expect(await attempt(browser, begun)).toEqual(notRegistered);
    });

    it("refuses a challenge of whoever used this browser before", async () => {
      const { browser } = await person();
      const { json: begun } = await browser.call("CredentialOptions");
      const second = await server().addUser();
      await browser.signIn(second.username, testPassword);
      const answer = await browser.call(
        "RegisterCredential",
        new SoftwareAuthenticator(origin).register(begun),
      );
      expect(answer.json.codes).toEqual(notRegistered);
    });

    const deviations: [string, Deviation][] = [
      ["from another origin", { origin: "https://localhost.example" }],
      ["of another ceremony", { type: "webauthn.get" }],
      ["within another site's page", { crossOrigin: true, topOrigin: "https://elsewhere.example" }],
      ["for another relying party", { relyingPartyId: "elsewhere.example" }],
      ["without the person's presence", { present: false }],
      ["without knowing the person", { verified: false }],
      ["of an algorithm that was not asked for", { algorithm: -36 }],
      ["whose key is of another type than its algorithm", { algorithm: -8 }],
      ["as backed up although it cannot be", { backupEligible: false, backedUp: true }],
    ];

    it.each(deviations)("refuses one %s", async (_name, deviation) => {
      const { user, browser } = await person();
      const answer = await register(browser, new SoftwareAuthenticator(origin), deviation);
      expect(answer).toMatchObject({ status: 400, json: { codes: notRegistered } });
      expect(await credentialsOf(db(), user.id)).toEqual([]);
    });

    it("refuses one that has another name than its own", async () => {
      const { user, browser } = await person();
      const { json } = await browser.call("CredentialOptions");
      const { id } = new SoftwareAuthenticator(origin);
      const renamed = { ...new SoftwareAuthenticator(origin).register(json), id, rawId: id };
      expect((await browser.call("RegisterCredential", renamed)).json.codes).toEqual(notRegistered);
      expect(await credentialsOf(db(), user.id)).toEqual([]);
    });

    it("does not look into what a device says about its make", async () => {
      const { browser } = await person();
      const certificate = new Map([["x5c", new Uint8Array(Buffer.from("no certificate at all"))]]);
      const device = new SoftwareAuthenticator(origin);
      const statement = { format: "packed", content: certificate };
      expect((await register(browser, device, { statement })).json).toEqual({ outcome: "registered" });
    });

    it("refuses what is no registration at all", async () => {
      const { browser } = await person();
      // Text, an array that claims more than there is, arrays within arrays, a map without its data.
      for (const bytes of ["60", "9bffffffffffffffff", "81".repeat(8000), "a0", "a16861757468446174614100"]) {
        const { json } = await browser.call("CredentialOptions");
        const right = new SoftwareAuthenticator(origin).register(json);
        const attestationObject = Buffer.from(bytes, "hex").toString("base64url");
        const response = { ...right.response, attestationObject };
        const answer = await browser.call("RegisterCredential", { ...right, response });
        expect(answer.json.codes, bytes.slice(0, 9)).toEqual(notRegistered);
      }
    });

    it("refuses a body that is larger or deeper than any device's", async () => {
      const { browser } = await person();
      const { json } = await browser.call("CredentialOptions");
      const right = new SoftwareAuthenticator(origin).register(json);
      const bent = [
        { ...right, extensions: { anything: "x".repeat(8000) } },
        { ...right, extensions: { credProps: { rk: { deeper: {} } } } },
        { ...right, id: "A".repeat(2000) },
        { ...right, response: { ...right.response, clientDataJson: "A".repeat(9000) } },
        { ...right, response: { ...right.response, more: 1 } },
      ];
      for (const body of bent) expect((await browser.call("RegisterCredential", body)).status).toBe(400);
    });

    it("and removing it is told to the person by mail, in their language", async () => {
      const email = `${randomUUID()}@payroll.example`;
      const { user, browser, device } = await owner(undefined, { email, language: "de" });
      await browser.call("RenameCredential", { id: device.id, name: "Büro-Laptop" });
      await browser.call("RemoveCredential", { id: device.id });
      const { settings } = server().services;
      const rows = await db().selectFrom("messages").selectAll().orderBy("created_at").execute();
      const mails = rows.map(({ content }) => openMessage(settings.secretKeys, content));
      expect(mails.filter(({ to }) => to === email)).toMatchObject([
        { channel: "mail", language: "de", text: expect.stringContaining("„Mein Gerät“ kann sich jetzt") },
        { channel: "mail", language: "de", text: expect.stringContaining("„Büro-Laptop“ kann sich nicht") },
      ]);
      const names = (await events(user.id)).map(({ event }) => event);
      expect(names).toEqual(expect.arrayContaining(["credential.added", "credential.removed"]));
    });
  });

  describe("the offer of a device after signing in", () => {
    const offered = async () => {
      const user = await server().addUser({ deviceOfferAt: 0 });
      const browser = server().browser();
      const { json } = await browser.signIn(user.username, testPassword, { returnUrl: "/account/select" });
      expect(json).toMatchObject({ outcome: "deviceOffered" });
      return { user, browser };
    };
    const query = { returnUrl: "/account/select" };

    it("is taken by registering one, and the journey goes on", async () => {
      const { browser } = await offered();
      expect((await browser.call("Credentials")).json).toMatchObject({
        offered: true,
        fresh: true,
        items: [],
      });
      const { json } = await browser.call("CredentialOptions");
      const device = new SoftwareAuthenticator(origin);
      const answer = await browser.call("RegisterCredential", device.register(json), query);
      expect(answer).toMatchObject({ status: 209, json: { redirect: "/account/select" } });
      const next = server().browser();
      expect((await signIn(next, device)).status).toBe(209);
    });

    it.each(["SkipFido", "Next"] as const)("is declined by %s for thirty days", async (call) => {
      const { user, browser } = await offered();
      const answer = await browser.call(
        call,
        undefined,
        call === "Next" ? { ...query, button: "skip" } : query,
      );
      expect(answer).toMatchObject({ status: 209, json: { redirect: "/account/select" } });
      expect((await browser.call("User", undefined, query)).json.pending).toBe(null);
      expect((await server().browser().signIn(user.username, testPassword)).status).toBe(209);
      server().clock.advance(30 * 24 * 60 * minute);
      const { json } = await server().browser().signIn(user.username, testPassword);
      expect(json).toMatchObject({ outcome: "deviceOffered" });
    });

    it("lapses after ten minutes, so that nobody who just closed the page is held up", async () => {
      const { browser } = await offered();
      server().clock.advance(9 * minute);
      expect((await browser.call("User", undefined, query)).json.pending).toBe("deviceOffered");
      expect((await browser.call("Credentials")).json).toMatchObject({ offered: true, fresh: true });
      server().clock.advance(minute);
      expect((await browser.call("User", undefined, query)).json.pending).toBe(null);
      expect((await browser.call("Credentials")).json).toMatchObject({ offered: false, fresh: false });
      expect((await browser.call("SkipFido", undefined, query)).status).toBe(209);
    });

    it("makes nothing else of a sign-in that is older than five minutes", async () => {
      const { browser } = await offered();
      server().clock.advance(6 * minute);
      expect((await browser.call("CredentialOptions")).status).toBe(200);
      expect((await browser.call("ContactView")).json.step).toBe("signInAgain");
      for (const answer of [
        await browser.call("UpdateContact", { email: "mallory@elsewhere.example" }),
        await browser.call("ConfirmContact", { code: "123456" }),
        await browser.call("RemoveCredential", { id: "anything" }),
      ])
        expect([answer.status, answer.json.codes]).toEqual([400, { "": [{ code: "problems.signInAgain" }] }]);
    });

    it("is not made to whoever has a device", async () => {
      const { device } = await owner(undefined, { deviceOfferAt: Number.MAX_SAFE_INTEGER });
      await db().updateTable("users").set({ device_offer_at: 0 }).execute();
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });
  });

  describe("the list of devices", () => {
    it("is one's own", async () => {
      const [{ browser, device }, other] = [await owner(), await owner()];
      const { json } = await browser.call("Credentials");
      expect(json.items.map(({ id }: { id: string }) => id)).toEqual([device.id]);
      const gone = { "": [{ code: "problems.deviceGone" }] };
      const { id } = other.device;
      expect((await browser.call("RenameCredential", { id, name: "Mine" })).json.codes).toEqual(gone);
      await browser.call("RemoveCredential", { id });
      expect((await signIn(server().browser(), other.device)).status).toBe(209);
    });

    it("is for signed-in people", async () => {
      expect((await server().browser().call("Credentials")).status).toBe(401);
      expect((await server().browser().call("CredentialOptions")).status).toBe(401);
    });

    it("gives a device another name", async () => {
      const { browser, device } = await owner();
      const answer = await browser.call("RenameCredential", { id: device.id, name: " Büro-Laptop " });
      expect(answer.json).toEqual({ outcome: "renamed" });
      expect((await browser.call("Credentials")).json.items).toMatchObject([{ name: "Büro-Laptop" }]);
      for (const name of ["", "   ", "x".repeat(65), "two\nlines", "nothing\u0000"])
        expect((await browser.call("RenameCredential", { id: device.id, name })).status).toBe(400);
    });

    it("forgets a device, which signs in no more, and ends the sessions elsewhere", async () => {
      const { user, browser, device } = await owner();
      const elsewhere = server().browser();
      await elsewhere.signIn(user.username, testPassword);
      const bystander = await person();
      for (const _ of ["first", "again, as its answer was lost"])
        expect((await browser.call("RemoveCredential", { id: device.id })).json).toEqual({
          outcome: "removed",
          unknownCredential: { relyingPartyId: "localhost", id: device.id },
        });
      expect((await signIn(server().browser(), device)).json.codes).toEqual(unknown);
      expect((await browser.call("Credentials")).json.items).toEqual([]);
      expect(await elsewhere.isSignedIn()).toBe(false);
      expect(await bystander.browser.isSignedIn()).toBe(true);
    });

    it("forgets nothing without a fresh sign-in", async () => {
      const { browser, device } = await owner();
      server().clock.advance(5 * minute);
      const answer = await browser.call("RemoveCredential", { id: device.id });
      expect(answer.json.codes).toEqual({ "": [{ code: "problems.signInAgain" }] });
      expect((await signIn(server().browser(), device)).status).toBe(209);
    });
  });
});
