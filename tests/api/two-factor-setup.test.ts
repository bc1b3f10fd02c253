import { beforeEach, describe, expect, it, onTestFinished } from "vitest";
import { openTotpKey } from "../../src/server/codes/totp.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { giveOtherKey } from "../support/other-key.ts";
import {
  addPersonWith,
  giveCode,
  givePassword,
  type PersonWithFactors,
  sentCode,
} from "../support/second-factors.ts";
import { startTestServer, suiteServer, testPassword } from "../support/server.ts";
import { amrOf } from "../support/sessions.ts";
import { activeFactors, enabledNotices, wizardOf } from "../support/setup-wizard.ts";
import { totpCode } from "../support/totp.ts";
import { wrongCode } from "../support/wrong-code.ts";

const settings = {
  gateways: gatewaysOf({
    VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
    VESTIBULE_SMS_METHOD: "POST",
  }),
};
const phoneNumber = "+4915123456789";

onEachDatabase((database) => {
  const server = suiteServer(database, { settings });

  // All browsers share one address, of which many wrong codes would ask for a challenge.
  beforeEach(async () => {
    await database.store().db.deleteFrom("throttle").where("key", "like", "%address:%").execute();
  });

  /** Somebody who must have a second factor and has given the password. */
  const required = async (query: Record<string, string> = {}) => {
    const person = await addPersonWith(server(), []);
    await server()
      .services.store.db.updateTable("users")
      .set({ second_factor_required: 1 })
      .where("id", "=", person.user.id)
      .execute();
    const browser = server().browser();
    const answer = await givePassword(browser, person, query);
    expect(answer.json).toEqual({ outcome: "twoFactorSetupRequired" });
    return { ...person, browser, wizard: wizardOf(server(), browser, query) };
  };

  const signInto = async (person: PersonWithFactors, browser = server().browser()) => {
    expect((await browser.signIn(person.user.username, testPassword)).status).toBe(209);
    return browser;
  };

  const signedIn = async () => {
    const person = await addPersonWith(server(), []);
    const browser = await signInto(person);
    return { ...person, browser, wizard: wizardOf(server(), browser) };
  };

  /** The place that a call leads a tab to which another one has left behind. */
  const toWizard = (answer: { status: number; json: { redirect?: string } }) =>
    [answer.status, answer.json.redirect?.split("?")[0]].join(" ");
  const wizardPath = "209 /account/setup-twofactor";

  it("begins anew once the key is gone that sealed it", async () => {
    const { wizard } = await signedIn();
    await wizard.choose("authenticator");
    giveOtherKey(server());
    expect((await wizard.view()).step).toBe("choose");
    await wizard.choose("authenticator");
    expect((await wizard.view()).step).toBe("authenticator");
  });

  describe.each(["authenticator", "sms", "pin"] as const)("the whole way by %s", (method) => {
    it("ends the sign-in that required it, and the factor counts from then on", async () => {
      const returnUrl = await server().addRequest();
      const { browser, wizard, user, email } = await required({ returnUrl });
      const target = { authenticator: undefined, sms: phoneNumber, pin: email }[method];
      expect(await wizard.view()).toMatchObject({ step: "choose", required: true, canSkip: false });
      const codes = await wizard.prove(method, target);
      expect(codes).toHaveLength(10);
      expect(new Set(codes.map((code) => /^[0-9]{20}$/.test(code)))).toEqual(new Set([true]));
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
      expect(await wizard.view()).toMatchObject({ step: "codes", authenticator: null, delivery: null });
      expect((await wizard.enable(codes[3] ?? "")).json).toEqual({ outcome: "enabled" });
      const end = { step: "done", recoveryCodes: null, authenticator: null, factors: [], removal: "none" };
      expect(await wizard.view()).toMatchObject(end);
      expect(await browser.isSignedIn()).toBe(false);
      const left = await browser.call("Next", undefined, { returnUrl, button: "continue" });
      expect([left.status, left.json.redirect]).toEqual([209, returnUrl]);
      await browser.call("Exchange", { state: left.json.state });
      expect((await browser.call("User", undefined, { returnUrl })).json).toMatchObject({
        isAuthenticated: true,
        pending: null,
      });
      const active = await activeFactors(server(), user.id);
      expect([active.kinds, active.recoveryCodes]).toEqual([[method], 10]);
      expect(active.factors[0]?.target ?? undefined).toBe(target);
      expect(await enabledNotices(server(), email)).toBe(1);
      expect(await amrOf(database.store().db, user.id)).toEqual([
        "pwd",
        method === "sms" ? "sms" : "otp",
        "mfa",
      ]);
    });

    it("keeps the session of who came on their own, and asks at the next sign-in", async () => {
      const { browser, wizard, user, email, ...rest } = await signedIn();
      const target = { authenticator: undefined, sms: phoneNumber, pin: email }[method];
      expect(await wizard.view()).toMatchObject({ step: "choose", required: false, canSkip: true });
      const session = browser.cookies.get(cookieNames.session);
      const codes = await wizard.prove(method, target);
      await wizard.enable(codes[0] ?? "");
      const left = await browser.call("Next");
      expect([left.status, left.json.redirect]).toEqual([209, "/"]);
      expect(browser.cookies.get(cookieNames.session)).toBe(session);
      expect(await browser.isSignedIn()).toBe(true);
      expect((await wizard.view()).step).toBe("choose");
      const again = await givePassword(server().browser(), { user, email, ...rest });
      expect(again.json).toEqual({ outcome: "twoFactorRequired" });
    });
  });

  describe("the authenticator app", () => {
    it("is told its key in groups and as a QR code, of which nothing is kept in plain", async () => {
      const { wizard, user } = await signedIn();
      await wizard.choose("authenticator");
      const { authenticator } = await wizard.view();
      expect(authenticator.sharedKey).toMatch(/^([A-Z2-7]{4} ){7}[A-Z2-7]{4}$/);
      const key = authenticator.sharedKey.replaceAll(" ", "");
      const uri = new URL(authenticator.otpauthUri);
      expect([uri.protocol, uri.host, uri.searchParams.get("secret")]).toEqual(["otpauth:", "totp", key]);
      expect(decodeURIComponent(uri.pathname)).toContain(user.username);
      const { db } = database.store();
      const kept = JSON.stringify(await db.selectFrom("attempts").selectAll().execute());
      expect(kept).not.toContain(key);
      expect(server().log.join("")).not.toContain(key);
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
      const { factors } = await activeFactors(server(), user.id);
      const stored = factors[0]?.secret ?? "";
      expect(openTotpKey(server().services.settings.secretKeys, stored)).toMatch(/^[A-Z2-7]{32}$/);
      expect(stored).not.toMatch(/^[A-Z2-7]{32}$/);
    });

    it("cannot sign in by the code that set it up", async () => {
      // The app shows another one after 30 seconds.
      onTestFinished(server().clock.hold());
      const { browser: _, wizard, ...person } = await signedIn();
      const codes = await wizard.prove("authenticator");
      await wizard.enable(codes[0] ?? "");
      const { factors } = await activeFactors(server(), person.user.id);
      const now = server().clock.now();
      const secret = openTotpKey(server().services.settings.secretKeys, factors[0]?.secret ?? "");
      const other = server().browser();
      await givePassword(other, person);
      const replayed = await giveCode(other, "authenticator", totpCode(secret, now));
      expect(replayed.json.codes.code).toEqual([{ code: "problems.codeUsed" }]);
      const next = await giveCode(other, "authenticator", totpCode(secret, now + 30 * second));
      expect(next.status).toBe(209);
    });
  });

  describe("a phone number", () => {
    it("is taken as people write it, and refused where it cannot be one", async () => {
      const { browser, wizard } = await signedIn();
      await wizard.choose("sms");
      const refused = await browser.call("GeneratePhoneVerification", { phoneNumber: "0151 2345" });
      expect(refused.json.codes.phoneNumber).toEqual([{ code: "problems.phoneInvalid" }]);
      const sent = await browser.call("GeneratePhoneVerification", {
        phoneNumber: "+49 (0) 151 / 987-65 43",
      });
      expect(sent.json).toMatchObject({ outcome: "sent", delivery: { destination: "•••\u00a043" } });
      expect(await messagesTo(server(), "+491519876543")).toHaveLength(1);
      expect(await wizard.view()).toMatchObject({ step: "code", phoneNumber: "+491519876543" });
    });

    it("is corrected by going back, and the code of the wrong one proves nothing", async () => {
      const { browser, wizard } = await signedIn();
      const [wrong, right] = ["+15550100001", "+15550100002"];
      await wizard.choose("sms");
      await browser.call("GeneratePhoneVerification", { phoneNumber: wrong });
      const back = await browser.call("Next", undefined, { button: "back" });
      expect(toWizard(back)).toBe(wizardPath);
      expect(await wizard.view()).toMatchObject({ step: "phone", phoneNumber: wrong });
      await browser.call("GeneratePhoneVerification", { phoneNumber: right });
      const stray = await sentCode(server(), wrong);
      const answer = await browser.call("Validate2faSetupCode", { code: stray });
      expect(answer.json.codes.code[0].code).toBe("problems.codeWrong");
      const proven = await browser.call("Validate2faSetupCode", { code: await sentCode(server(), right) });
      expect(proven.json).toEqual({ outcome: "valid" });
      const late = await browser.call("GeneratePhoneVerification", { phoneNumber: wrong });
      expect(toWizard(late)).toBe(wizardPath);
      expect((await wizard.view()).step).toBe("codes");
    });

    it("is sent another code after 30 seconds, and none for coming back to it", async () => {
      const { browser, wizard, phone } = await signedIn();
      const send = () => browser.call("GeneratePhoneVerification", { phoneNumber: phone });
      await wizard.choose("sms");
      expect((await wizard.view()).phoneNumber).toBe(phone);
      await send();
      expect((await send()).json.codes[""][0].code).toBe("problems.resendTooSoon");
      await browser.call("Next", undefined, { button: "back" });
      expect((await send()).status).toBe(200);
      expect(await messagesTo(server(), phone)).toHaveLength(1);
      server().clock.advance(31 * second);
      expect((await send()).status).toBe(200);
      expect(await messagesTo(server(), phone)).toHaveLength(2);
    });

    it("that the account knows is not told to who has given no more than a password", async () => {
      const { wizard } = await required();
      await wizard.choose("sms");
      expect((await wizard.view()).phoneNumber).toBeNull();
    });
  });

  describe("a mailed PIN", () => {
    it("is mailed by the choice, kept unless another is forced, and matched by its reference", async () => {
      const { browser, wizard, email } = await required();
      await wizard.choose("pin");
      const { delivery, step } = await wizard.view();
      expect([step, delivery.destination]).toEqual(["code", "p•••@payroll.example"]);
      expect((await browser.call("PinReference")).json.reference).toBe(delivery.reference);
      await wizard.choose("pin");
      expect((await browser.call("GeneratePin")).json.delivery.reference).toBe(delivery.reference);
      expect(await messagesTo(server(), email)).toHaveLength(1);
      server().clock.advance(31 * second);
      await browser.call("GeneratePin", undefined, { forced: "true" });
      expect(await messagesTo(server(), email)).toHaveLength(2);
    });

    it("is good in the sign-in alone that it was asked for in", async () => {
      const { browser, wizard, ...person } = await required();
      const other = server().browser();
      await givePassword(other, person);
      await wizard.choose("pin");
      const code = await sentCode(server(), person.email);
      await wizardOf(server(), other).choose("pin");
      const elsewhere = await other.call("Validate2faSetupCode", { method: "pin", code });
      expect(elsewhere.json.codes.code[0].code).toBe("problems.codeWrong");
      const here = await browser.call("Validate2faSetupCode", { method: "pin", code });
      expect(here.json).toEqual({ outcome: "valid" });
    });

    it("is not to be had without a mail address, nor anything sent without a gateway", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      await browser.signIn(user.username, testPassword);
      expect((await wizardOf(server(), browser).view()).available).toEqual({
        authenticator: true,
        sms: true,
        pin: false,
      });
      const refused = await browser.call("ChooseSecondFactor", { method: "pin" });
      expect(refused.json.codes.method).toEqual([{ code: "problems.methodNotAvailable" }]);
      const mute = await startTestServer(database.connect());
      try {
        const other = mute.browser();
        await other.signIn(user.username, testPassword);
        expect((await other.call("ChooseSecondFactor", { method: "sms" })).status).toBe(400);
        expect((await other.call("Setup2FAView")).json.available).toMatchObject({ sms: false });
      } finally {
        await mute.close();
      }
    });
  });

  describe("half-way", () => {
    it("nothing is active, and a restarted server goes on at the same step with the same codes", async () => {
      const { browser, wizard, user, email } = await required();
      const codes = await wizard.prove("pin", email);
      const restarted = await startTestServer(database.connect(), { settings });
      try {
        const after = restarted.browser();
        for (const [name, value] of browser.cookies) after.cookies.set(name, value);
        expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
        expect((await after.call("Next", undefined, { button: "continue" })).json).toEqual({
          outcome: "twoFactorSetupRequired",
        });
        const wizardAfter = wizardOf(restarted, after);
        expect(await wizardAfter.view()).toMatchObject({ step: "codes", recoveryCodes: codes });
        expect((await wizardAfter.enable(codes[9] ?? "")).json).toEqual({ outcome: "enabled" });
      } finally {
        await restarted.close();
      }
      expect((await activeFactors(server(), user.id)).kinds).toEqual(["pin"]);
    });

    it("a fault while it is activated leaves everything as it was", async () => {
      const { wizard, user } = await required();
      const codes = await wizard.prove("authenticator");
      const { services } = server();
      const { db } = services.store;
      await db.schema.alterTable("recovery_codes").renameTo("recovery_codes_away").execute();
      try {
        expect((await wizard.enable(codes[0] ?? "")).status).toBe(500);
      } finally {
        await db.schema.alterTable("recovery_codes_away").renameTo("recovery_codes").execute();
      }
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
      expect(await wizard.view()).toMatchObject({ step: "codes", recoveryCodes: codes });
      expect((await wizard.enable(codes[0] ?? "")).json).toEqual({ outcome: "enabled" });
    });

    it("a tab that another one left behind is led to the step of now", async () => {
      const { browser, wizard, email } = await required();
      await wizard.choose("authenticator");
      const typed = await wizard.code();
      await wizard.choose("pin");
      const stale = await browser.call("Validate2faSetupCode", { method: "authenticator", code: typed });
      expect(toWizard(stale)).toBe(wizardPath);
      expect(toWizard(await browser.call("GeneratePhoneVerification", { phoneNumber }))).toBe(wizardPath);
      expect(toWizard(await wizard.enable("1"))).toBe(wizardPath);
      const code = await sentCode(server(), email);
      expect((await browser.call("Validate2faSetupCode", { method: "pin", code })).json.outcome).toBe(
        "valid",
      );
      expect(toWizard(await browser.call("Validate2faSetupCode", { method: "pin", code }))).toBe(wizardPath);
    });

    it("a tab that chooses what another one has chosen changes nothing: the key that stands there stays good", async () => {
      const { browser, wizard } = await signedIn();
      await wizard.choose("authenticator");
      const code = await wizard.code();
      await wizard.choose("authenticator");
      const proven = await browser.call("Validate2faSetupCode", { method: "authenticator", code });
      expect(proven.json.outcome).toBe("valid");
    });

    it("it goes back to the choice without losing the sign-in, and what was made is gone", async () => {
      const { browser, wizard, user } = await required();
      const codes = await wizard.prove("authenticator");
      expect(toWizard(await browser.call("Next", undefined, { button: "back" }))).toBe(wizardPath);
      expect(await wizard.view()).toMatchObject({ step: "choose", method: null, recoveryCodes: null });
      expect(toWizard(await wizard.enable(codes[0] ?? ""))).toBe(wizardPath);
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
      const again = await wizard.prove("authenticator");
      expect(again.filter((code) => codes.includes(code))).toEqual([]);
      expect((await wizard.enable(again[0] ?? "")).json).toEqual({ outcome: "enabled" });
    });

    it("it waits for the password that has expired meanwhile", async () => {
      const { browser, wizard, user } = await signedIn();
      await wizard.choose("authenticator");
      await server()
        .services.store.db.updateTable("users")
        .set({ password_expires_at: server().clock.now() })
        .where("id", "=", user.id)
        .execute();
      const view = await browser.call("Setup2FAView");
      expect([view.status, view.json.redirect]).toEqual([209, "/account/change-expired-password"]);
    });

    it("it is forgotten after half an hour, whatever is chosen meanwhile", async () => {
      const { wizard } = await signedIn();
      await wizard.choose("pin");
      server().clock.advance(15 * minute);
      await wizard.prove("authenticator");
      server().clock.advance(14 * minute);
      expect((await wizard.view()).step).toBe("codes");
      server().clock.advance(2 * minute);
      expect((await wizard.view()).step).toBe("signInAgain");
    });

    it("it tells another browser and another person in the same one nothing", async () => {
      const { browser, wizard, user } = await signedIn();
      const codes = await wizard.prove("authenticator");
      const elsewhere = await signInto({ user, phone: "", email: "" });
      expect(await wizardOf(server(), elsewhere).view()).toMatchObject({
        step: "choose",
        recoveryCodes: null,
      });
      // Without signing out: the row of the browser stays, and a second person comes to stand there.
      const other = await signedIn();
      const query = { returnUrl: "/account/select" };
      await browser.signIn(other.user.username, testPassword, query);
      const theirs = wizardOf(server(), browser);
      expect(await theirs.view()).toMatchObject({ step: "choose", recoveryCodes: null, authenticator: null });
      expect(toWizard(await theirs.enable(codes[0] ?? ""))).toBe(wizardPath);
      expect((await activeFactors(server(), other.user.id)).kinds).toEqual([]);
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
    });
  });

  describe("a required set-up", () => {
    it("cannot be skipped, neither by a button nor by another page or tab", async () => {
      const returnUrl = await server().addRequest();
      const { browser, wizard, user } = await required({ returnUrl });
      await server().addCustomers(user, 2);
      for (const button of ["continue", "skip"]) {
        const answer = await browser.call("Next", undefined, { returnUrl, button });
        expect([button, answer.json]).toEqual([button, { outcome: "twoFactorSetupRequired" }]);
      }
      await wizard.prove("authenticator");
      for (const button of ["continue", "skip"]) {
        const answer = await browser.call("Next", undefined, { returnUrl, button });
        expect([button, answer.json]).toEqual([button, { outcome: "twoFactorSetupRequired" }]);
      }
      expect((await wizard.view()).step).toBe("codes");
      for (const [name, body] of [
        ["SelectCustomerView", undefined],
        ["SelectCustomer", { customerId: `${user.id}-0` }],
        ["SkipFido", undefined],
      ] as const)
        expect([name, (await browser.call(name, body, { returnUrl })).status]).toEqual([name, 401]);
      for (const query of [{ returnUrl }, undefined])
        expect((await browser.call("User", undefined, query)).json.isAuthenticated).toBe(false);
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
    });

    it("that came up during a session is owed there too", async () => {
      const { browser, user } = await signedIn();
      const { db } = database.store();
      await db.updateTable("users").set({ second_factor_required: 1 }).where("id", "=", user.id).execute();
      expect((await browser.call("Next", undefined, { button: "skip" })).json).toEqual({
        outcome: "twoFactorSetupRequired",
      });
      const wizard = wizardOf(server(), browser);
      expect(await wizard.view()).toMatchObject({ required: true, canSkip: false });
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
      expect((await browser.call("Next")).status).toBe(209);
    });

    it("goes on to the customers, and whoever asked for the wizard itself is not led there again", async () => {
      const query = { returnUrl: "/account/setup-twofactor?returnUrl=%2Faccount%2Fselect" };
      const { browser, wizard } = await required(query);
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
      const left = await browser.call("Next", undefined, query);
      expect([left.status, left.json.redirect]).toEqual([209, "/account/select"]);
      await browser.call("Exchange", { state: left.json.state });
      expect(await browser.isSignedIn()).toBe(true);
    });

    it("leads every page of the sign-in to the wizard until its end was read", async () => {
      const { browser, wizard } = await required();
      expect(toWizard(await browser.call("LoginWith2FAView"))).toBe(wizardPath);
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
      expect(toWizard(await browser.call("LoginWith2FAView"))).toBe(wizardPath);
      expect(toWizard(await browser.call("ChooseSecondFactor", { method: "pin" }))).toBe(wizardPath);
      expect((await wizard.view()).step).toBe("done");
    });
  });

  describe("wrong codes", () => {
    it.each([
      ["authenticator", "problems.codeWrongInApp"],
      ["pin", "problems.codeWrong"],
    ] as const)("of %s are counted, and the fifth ends the method", async (method, problem) => {
      const { browser, wizard, email } = await required();
      await wizard.choose(method);
      const right = await wizard.code(method === "pin" ? email : undefined);
      const type = (code: string) => browser.call("Validate2faSetupCode", { method, code });
      for (const left of [4, 3, 2, 1])
        expect((await type(wrongCode(right))).json.codes.code).toEqual([
          { code: problem, params: { count: left } },
        ]);
      expect((await type(wrongCode(right))).json).toEqual({ outcome: "challengeEnded" });
      expect(await wizard.view()).toMatchObject({ step: "choose", method: null });
      expect(toWizard(await type(right))).toBe(wizardPath);
      // Chosen again it has another key or code.
      server().clock.advance(31 * second);
      await wizard.choose(method);
      expect((await type(right)).json.codes.code[0].code).toBe(problem);
    });

    it("are ten of an account, however often the method is chosen again", async () => {
      const { browser, wizard, email } = await required();
      const statuses: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        await wizard.choose("pin");
        const code = wrongCode(await wizard.code(email));
        for (let tries = 0; tries < 4; tries += 1)
          statuses.push((await browser.call("Validate2faSetupCode", { method: "pin", code })).status);
        await browser.call("Next", undefined, { button: "back" });
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
    });

    it("are five of twenty at once", async () => {
      const { browser, wizard } = await required();
      await wizard.choose("authenticator");
      const wrong = wrongCode(await wizard.code());
      const answers = await Promise.all(
        Array.from({ length: 20 }, () =>
          browser.call("Validate2faSetupCode", { method: "authenticator", code: wrong }),
        ),
      );
      const looked = answers.filter(({ json }) => json.codes?.code?.[0].code === "problems.codeWrongInApp");
      expect(looked.length).toBeLessThanOrEqual(4);
      expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
    });

    it("of the recovery codes are none of these, and spaces and hyphens do not matter", async () => {
      const { wizard, user } = await required();
      const codes = await wizard.prove("authenticator");
      const [first = ""] = codes;
      for (const typed of ["0", wrongCode(first), first.slice(1)]) {
        const answer = await wizard.enable(typed);
        expect(answer.json.codes.code).toEqual([{ code: "problems.recoveryCodeNotOneOfThese" }]);
      }
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
      const spaced = first.replace(/.{5}(?=.)/g, "$&-").replace(/^./, " $&");
      expect((await wizard.enable(spaced)).json).toEqual({ outcome: "enabled" });
    });

    it("takes all of the codes as the page copies them", async () => {
      const { wizard } = await required();
      const codes = await wizard.prove("authenticator");
      const copied = codes.map((code) => code.replace(/.{5}(?=.)/g, "$& ")).join("\n");
      expect((await wizard.enable(copied)).json).toEqual({ outcome: "enabled" });
    });
  });

  describe("the end", () => {
    it("is none where the factor is gone again and one is required by now", async () => {
      const { browser, wizard, user } = await signedIn();
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
      await browser.call("RemoveSecondFactor", { method: "authenticator" });
      expect((await wizard.view()).step).toBe("done");
      await server()
        .services.store.db.updateTable("users")
        .set({ second_factor_required: 1 })
        .where("id", "=", user.id)
        .execute();
      expect(await wizard.view()).toMatchObject({ step: "choose", canSkip: false });
    });

    it("happens once, however many ask for it at once", async () => {
      const { wizard, user, email } = await required();
      const codes = await wizard.prove("authenticator");
      const answers = await Promise.all(codes.map((code) => wizard.enable(code)));
      expect(answers.filter(({ json }) => json.outcome === "enabled")).toHaveLength(1);
      expect(answers.filter(({ json }) => json.outcome !== "enabled").map(toWizard)).toEqual(
        Array(9).fill(wizardPath),
      );
      expect(await activeFactors(server(), user.id)).toMatchObject({
        kinds: ["authenticator"],
        recoveryCodes: 10,
      });
      expect(await enabledNotices(server(), email)).toBe(1);
    });

    it("ends the person's other sessions and remembered devices, and replaces the recovery codes", async () => {
      const { browser, wizard, ...person } = await signedIn();
      const first = await wizard.prove("pin", person.email);
      const elsewhere = await signInto(person);
      await wizard.enable(first[0] ?? "");
      expect([await elsewhere.isSignedIn(), await browser.isSignedIn()]).toEqual([false, true]);
      await browser.call("Next");
      const device = server().browser();
      await givePassword(device, person);
      const pin = await sentCode(server(), person.email);
      expect((await giveCode(device, "pin", pin, { rememberDevice: true })).status).toBe(209);
      expect(await wizard.view()).toMatchObject({ step: "choose", replacesCodes: true });
      const codes = await wizard.prove("authenticator");
      await wizard.enable(codes[0] ?? "");
      server().clock.advance(31 * second);
      expect((await givePassword(device, person)).json).toEqual({ outcome: "twoFactorRequired" });
      expect(await activeFactors(server(), person.user.id)).toMatchObject({
        kinds: ["authenticator", "pin"],
        recoveryCodes: 10,
      });
      const old = await device.call("LoginWithRecoveryCode", { code: first[1] });
      expect(old.status).toBe(400);
      expect((await device.call("LoginWithRecoveryCode", { code: codes[1] })).json).toEqual({
        outcome: "codeUsed",
        left: 9,
      });
    });

    it("ends a sign-in that somebody is half-way through by a recovery code of before", async () => {
      const { browser, wizard, ...person } = await signedIn();
      const first = await wizard.prove("pin", person.email);
      await wizard.enable(first[0] ?? "");
      await browser.call("Next");
      const thief = server().browser();
      await givePassword(thief, person);
      const used = await thief.call("LoginWithRecoveryCode", { code: first[1] });
      expect(used.json).toMatchObject({ outcome: "codeUsed" });
      expect(await wizard.view()).toMatchObject({ step: "choose" });
      const codes = await wizard.prove("authenticator");
      await wizard.enable(codes[0] ?? "");
      await thief.call("Next", undefined, { button: "continue" });
      expect(await thief.isSignedIn()).toBe(false);
    });

    it("tells its secrets neither the log nor the audit", async () => {
      const { wizard, user } = await required();
      await wizard.choose("authenticator");
      const codes = await wizard.prove("authenticator");
      await wizard.enable(codes[0] ?? "");
      const audit = await database
        .store()
        .db.selectFrom("audit")
        .selectAll()
        .where("user_id", "=", user.id)
        .execute();
      expect(audit.map(({ event }) => event)).toContain("secondFactor.enabled");
      const told = server().log.join("") + JSON.stringify(audit);
      for (const code of codes) expect(told).not.toContain(code);
    });
  });

  describe("who is signed in", () => {
    it("must have signed in within five minutes to begin, and may then finish", async () => {
      const { browser, wizard, user } = await signedIn();
      server().clock.advance(5 * minute + second);
      expect(await wizard.view()).toMatchObject({ step: "signInAgain", authenticator: null });
      const refused = await browser.call("ChooseSecondFactor", { method: "authenticator" });
      expect(toWizard(refused)).toBe(wizardPath);
      expect((await wizard.view()).step).toBe("signInAgain");
      await browser.signIn(user.username, testPassword, { returnUrl: "/account/setup-twofactor" });
      await wizard.choose("authenticator");
      server().clock.advance(6 * minute);
      const codes = await wizard.prove("authenticator");
      expect((await wizard.enable(codes[0] ?? "")).json).toEqual({ outcome: "enabled" });
    });

    it("may skip it, and begins anew the next time", async () => {
      const { browser, wizard, user } = await signedIn();
      await wizard.prove("authenticator");
      const skipped = await browser.call("Next", undefined, { button: "skip" });
      expect([skipped.status, skipped.json.redirect]).toEqual([209, "/"]);
      expect(await wizard.view()).toMatchObject({ step: "choose", recoveryCodes: null });
      expect((await activeFactors(server(), user.id)).kinds).toEqual([]);
    });

    it("and whose second step is owed first is led to it", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await givePassword(browser, person);
      const view = await browser.call("Setup2FAView");
      expect([view.status, view.json.redirect]).toEqual([209, "/account/login/twofactor"]);
      for (const [name, body] of [
        ["GeneratePhoneVerification", { phoneNumber }],
        ["Validate2faSetupCode", { code: "123456" }],
        ["EnableTwoFactor", { code: "123456" }],
      ] as const) {
        const answer = await browser.call(name, body);
        expect([name, answer.status, answer.json.redirect]).toEqual([name, 209, "/account/login/twofactor"]);
      }
    });

    it("is nobody: the session has timed out", async () => {
      const browser = server().browser();
      await browser.call("Token");
      for (const [name, body] of [
        ["Setup2FAView", undefined],
        ["ChooseSecondFactor", { method: "authenticator" }],
        ["EnableTwoFactor", { code: "1" }],
      ] as const) {
        const answer = await browser.call(name, body);
        expect([name, answer.status, "errors" in answer.json]).toEqual([name, 400, false]);
      }
    });
  });
});
