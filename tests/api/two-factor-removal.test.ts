import { beforeEach, describe, expect, it } from "vitest";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { requireSecondFactorAt } from "../../src/server/store/customers.ts";
import { rememberDevice } from "../../src/server/store/remembered-devices.ts";
import type { SecondFactorKind } from "../../src/server/store/second-factors.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { pageStateOf, postForm } from "../support/native-form.ts";
import {
  addPersonWith,
  appCode,
  forgetAddress,
  giveCode,
  giveFactors,
  givePassword,
  type PersonWithFactors,
  sentCode,
  totpKey,
} from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { activeFactors, wizardOf } from "../support/setup-wizard.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";
import { whileHeld } from "../support/while-held.ts";

const wizardPath = "/account/setup-twofactor";
const codes = ["11111111111111111111", "22222222222222222222"];
const settings = {
  gateways: gatewaysOf({
    VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
    VESTIBULE_SMS_METHOD: "POST",
  }),
};
const removed = { status: 200, json: { outcome: "removed" } };

onEachDatabase((database) => {
  const server = suiteServer(database, { settings, renderer: stubRenderer });
  beforeEach(() => forgetAddress(server()));

  const db = () => database.store().db;

  const signInto = async ({ user }: PersonWithFactors, browser = server().browser()) => {
    expect((await browser.signIn(user.username, testPassword)).status).toBe(209);
    return browser;
  };

  /** Somebody who is signed in here and elsewhere, and has factors and two recovery codes. */
  const signedIn = async (kinds: readonly SecondFactorKind[]) => {
    const person = await addPersonWith(server(), []);
    const [browser, elsewhere] = [await signInto(person), await signInto(person)];
    await giveFactors(server(), person, kinds, codes);
    return { ...person, browser, elsewhere };
  };

  const remove = (browser: TestClient, method: SecondFactorKind) =>
    browser.call("RemoveSecondFactor", { method });

  const viewOf = async (browser: TestClient) => (await browser.call("Setup2FAView")).json;

  const requireOf = ({ user }: PersonWithFactors) =>
    db().updateTable("users").set({ second_factor_required: 1 }).where("id", "=", user.id).execute();

  const removals = async ({ user, email }: PersonWithFactors) => {
    const audit = await db().selectFrom("audit").selectAll().where("user_id", "=", user.id).execute();
    const events = audit.filter(({ event }) => event === "secondFactor.removed");
    return {
      events: events.map(({ detail }) => JSON.parse(detail)),
      mails: await messagesTo(server(), email),
    };
  };

  describe("the wizard", () => {
    it("tells who is signed in what is active and where it goes, masked, and no secret", async () => {
      const { browser, phone, email } = await signedIn(["pin", "sms", "authenticator"]);
      const answer = await browser.call("Setup2FAView");
      expect(answer.json).toMatchObject({
        step: "choose",
        factors: [
          { id: "authenticator", destination: null },
          { id: "sms", destination: `•••\u00a0${phone.slice(-2)}` },
          { id: "pin", destination: "p•••@payroll.example" },
        ],
        active: { authenticator: true, sms: true, pin: true },
        removal: "allowed",
      });
      for (const secret of [phone, email, totpKey, ...codes]) expect(answer.text).not.toContain(secret);
    });

    it("tells who has none that there is nothing to remove", async () => {
      const { browser } = await signedIn([]);
      expect(await viewOf(browser)).toMatchObject({
        factors: [],
        active: { authenticator: false, sms: false, pin: false },
        removal: "none",
      });
    });

    it("shows them long after the sign-in too, but asks to sign in again before one is removed", async () => {
      const { browser, ...person } = await signedIn(["sms"]);
      server().clock.advance(5 * minute);
      expect(await viewOf(browser)).toMatchObject({ step: "signInAgain", removal: "signInAgain" });
      expect((await viewOf(browser)).factors).toHaveLength(1);
      const refused = await remove(browser, "sms");
      expect([refused.status, refused.json.redirect]).toEqual([209, wizardPath]);
      expect((await activeFactors(server(), person.user.id)).kinds).toEqual(["sms"]);
      await givePassword(browser, person);
      const proven = await giveCode(browser, "sms", await sentCode(server(), person.phone));
      await browser.call("Exchange", { state: proven.json.state });
      expect(await viewOf(browser)).toMatchObject({ step: "choose", removal: "allowed" });
      expect(await remove(browser, "sms")).toMatchObject(removed);
    });

    it("asks the same in the middle of a set-up, which goes on meanwhile", async () => {
      const { browser } = await signedIn(["sms"]);
      const wizard = wizardOf(server(), browser);
      await wizard.choose("authenticator");
      await browser.call("Next", undefined, { button: "back" });
      server().clock.advance(5 * minute);
      expect(await wizard.view()).toMatchObject({ step: "choose", removal: "signInAgain" });
      expect((await remove(browser, "sms")).status).toBe(209);
      await wizard.enable((await wizard.prove("authenticator"))[0] ?? "");
    });
  });

  describe("removing a second factor", () => {
    it("ends it and the sessions elsewhere, and keeps the others and the recovery codes", async () => {
      const { browser, elsewhere, ...person } = await signedIn(["authenticator", "sms"]);
      const bystander = await signedIn(["sms"]);
      expect(await remove(browser, "authenticator")).toMatchObject(removed);
      expect(await activeFactors(server(), person.user.id)).toMatchObject({
        kinds: ["sms"],
        recoveryCodes: 2,
      });
      expect([await browser.isSignedIn(), await elsewhere.isSignedIn()]).toEqual([true, false]);
      expect([await bystander.browser.isSignedIn(), await bystander.elsewhere.isSignedIn()]).toEqual([
        true,
        true,
      ]);
      expect((await activeFactors(server(), bystander.user.id)).kinds).toEqual(["sms"]);
      expect(await viewOf(browser)).toMatchObject({ step: "choose", factors: [{ id: "sms" }] });
      const next = server().browser();
      expect((await givePassword(next, person)).json).toEqual({ outcome: "twoFactorRequired" });
      expect((await next.call("LoginWith2FAView")).json.methods.map(({ id }: { id: string }) => id)).toEqual([
        "sms",
        "recoverycode",
      ]);
    });

    it("that was the last ends the recovery codes too, and a password alone signs in again", async () => {
      const { browser, ...person } = await signedIn(["authenticator"]);
      expect(await remove(browser, "authenticator")).toMatchObject(removed);
      expect(await activeFactors(server(), person.user.id)).toMatchObject({ kinds: [], recoveryCodes: 0 });
      expect(await viewOf(browser)).toMatchObject({ step: "choose", factors: [], removal: "none" });
      await signInto(person);
    });

    it("forgets the devices that were remembered", async () => {
      const { browser, user } = await signedIn(["authenticator", "sms"]);
      const now = server().clock.now();
      await rememberDevice(db(), { idHash: "x".repeat(43), userId: user.id, expiresAt: now + minute }, now);
      await remove(browser, "sms");
      const left = await db()
        .selectFrom("remembered_devices")
        .where("user_id", "=", user.id)
        .selectAll()
        .execute();
      expect(left).toEqual([]);
    });

    it("ends every sign-in of the person that is half-way, and nobody else's", async () => {
      const { browser, ...person } = await signedIn(["authenticator", "sms"]);
      const other = await addPersonWith(server(), ["sms"]);
      const [halfway, stranger] = [server().browser(), server().browser()];
      await givePassword(halfway, person);
      await givePassword(stranger, other);
      await remove(browser, "authenticator");
      const late = await giveCode(halfway, "authenticator", appCode(server()));
      expect([late.status, "errors" in late.json]).toEqual([400, false]);
      expect(await halfway.isSignedIn()).toBe(false);
      const goesOn = await giveCode(stranger, "sms", await sentCode(server(), other.phone));
      expect(goesOn.status).toBe(209);
    });

    it("is told to the person by mail in their language, and written down without a secret", async () => {
      const { browser, ...person } = await signedIn(["authenticator", "sms"]);
      await browser.call("SetLanguage", undefined, { language: "de" });
      await remove(browser, "sms");
      server().clock.advance(1000);
      await remove(browser, "authenticator");
      const { events, mails } = await removals(person);
      expect(mails).toMatchObject([
        {
          language: "de",
          subject: expect.stringContaining("ist ausgeschaltet"),
          text: expect.stringContaining("ausgeschaltet. Entfernt: Authenticator-App."),
        },
        {
          language: "de",
          subject: expect.stringMatching(/^Ein zweiter Schritt wurde bei .* entfernt$/),
          text: expect.stringContaining("ein zweiter Schritt entfernt: SMS."),
        },
      ]);
      expect(events).toEqual(
        expect.arrayContaining([
          { method: "sms", left: 1 },
          { method: "authenticator", left: 0 },
        ]),
      );
      expect(JSON.stringify(events)).not.toContain(person.phone);
    });

    it("leaves a set-up that is under way as it is", async () => {
      const { browser, user } = await signedIn(["sms"]);
      const wizard = wizardOf(server(), browser);
      const told = await wizard.prove("authenticator");
      await remove(browser, "sms");
      expect(await wizard.view()).toMatchObject({ step: "codes", recoveryCodes: told });
      expect((await wizard.enable(told[0] ?? "")).json).toEqual({ outcome: "enabled" });
      expect(await activeFactors(server(), user.id)).toMatchObject({
        kinds: ["authenticator"],
        recoveryCodes: 10,
      });
    });

    it("is for nobody who has given no more than a password", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await givePassword(browser, person);
      for (const method of ["authenticator", "sms"] as const)
        expect((await remove(browser, method)).status).toBe(401);
      expect((await activeFactors(server(), person.user.id)).kinds).toEqual(["authenticator"]);
    });
  });

  describe("removing the same one again", () => {
    it("in a tab that is behind does no more than the first time", async () => {
      const { browser, ...person } = await signedIn(["authenticator", "sms"]);
      await remove(browser, "sms");
      const elsewhere = server().browser();
      await givePassword(elsewhere, person);
      const factor = await giveCode(elsewhere, "authenticator", appCode(server()));
      await elsewhere.call("Exchange", { state: factor.json.state });
      expect(await remove(browser, "sms")).toMatchObject(removed);
      expect(await elsewhere.isSignedIn()).toBe(true);
      const { events, mails } = await removals(person);
      expect([events.length, mails.length]).toEqual([1, 1]);
    });

    it("at once, by however many, happens once", async () => {
      const { browser, ...person } = await signedIn(["sms", "pin"]);
      const answers = await Promise.all(Array.from({ length: 8 }, () => remove(browser, "sms")));
      for (const answer of answers) expect(answer).toMatchObject(removed);
      const { events, mails } = await removals(person);
      expect([events, mails.length]).toEqual([[{ method: "sms", left: 1 }], 1]);
    });
  });

  describe("where an administrator requires a second factor", () => {
    const refused = { "": [{ code: "problems.secondFactorRequired" }] };

    it.each(["of the person", "at a customer of theirs"])("%s, the last one stays", async (where) => {
      const { browser, elsewhere, ...person } = await signedIn(["authenticator", "sms"]);
      if (where === "of the person") await requireOf(person);
      else {
        const [customer] = await server().addCustomers(person.user, 1);
        await requireSecondFactorAt(db(), [customer?.id ?? ""], true);
      }
      expect((await viewOf(browser)).removal).toBe("allowed");
      expect(await remove(browser, "authenticator")).toMatchObject(removed);
      expect(await viewOf(browser)).toMatchObject({ removal: "required", canSkip: true });
      await givePassword(elsewhere, person);
      const last = await remove(browser, "sms");
      expect([last.status, last.json.codes]).toEqual([400, refused]);
      // What is refused ends nothing either.
      const step = await giveCode(elsewhere, "sms", await sentCode(server(), person.phone));
      expect(step.status).toBe(209);
      expect(await activeFactors(server(), person.user.id)).toMatchObject({
        kinds: ["sms"],
        recoveryCodes: 2,
      });
      expect((await removals(person)).events).toHaveLength(1);
      // Long after the sign-in it is no use to sign in again for it.
      server().clock.advance(5 * minute);
      expect((await viewOf(browser)).removal).toBe("required");
    });

    if (database.kind === "postgres")
      it("the last one stays where it is required at the very moment", async () => {
        const { browser, ...person } = await signedIn(["sms"]);
        const { id } = person.user;
        const require = (transaction: Db) =>
          transaction.updateTable("users").set({ second_factor_required: 1 }).where("id", "=", id).execute();
        const removal = await whileHeld(database, require, () => remove(browser, "sms"));
        expect(removal.json.codes).toEqual(refused);
        expect(await activeFactors(server(), id)).toMatchObject({ kinds: ["sms"] });
      });

    it("of two that are removed at once one stays", async () => {
      for (let round = 0; round < 5; round++) {
        const { browser, ...person } = await signedIn(["authenticator", "sms", "pin"]);
        await requireOf(person);
        const answers = await Promise.all(
          (["authenticator", "sms", "pin"] as const).map((method) => remove(browser, method)),
        );
        expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 400]);
        expect(answers.find(({ status }) => status === 400)?.json.codes).toEqual(refused);
        const { kinds, recoveryCodes } = await activeFactors(server(), person.user.id);
        expect([kinds.length, recoveryCodes]).toEqual([1, 2]);
      }
    });
  });

  it("two that are removed at once, of which nobody requires one, leave neither factor nor recovery code", async () => {
    const { browser, ...person } = await signedIn(["authenticator", "sms"]);
    const both = await Promise.all([remove(browser, "authenticator"), remove(browser, "sms")]);
    for (const answer of both) expect(answer).toMatchObject(removed);
    expect(await activeFactors(server(), person.user.id)).toMatchObject({ kinds: [], recoveryCodes: 0 });
    const { events } = await removals(person);
    expect(events.map(({ left }) => left).sort()).toEqual([0, 1]);
  });

  it("one that is removed while another becomes active spares the new recovery codes", async () => {
    for (let round = 0; round < 5; round++) {
      const { browser, user } = await signedIn(["sms"]);
      const wizard = wizardOf(server(), browser);
      const told = await wizard.prove("authenticator");
      const [gone, enabled] = await Promise.all([remove(browser, "sms"), wizard.enable(told[0] ?? "")]);
      expect([gone.json.outcome, enabled.json.outcome]).toEqual(["removed", "enabled"]);
      expect(await activeFactors(server(), user.id)).toMatchObject({
        kinds: ["authenticator"],
        recoveryCodes: 10,
      });
    }
  });

  describe("without script", () => {
    const press = (browser: TestClient, __action: string, more: Record<string, string> = {}) =>
      postForm(browser, wizardPath, { __step: "choose", __action, ...more });

    it("the page asks back first, does it after a yes, and says so", async () => {
      const { browser, user } = await signedIn(["authenticator", "sms"]);
      const asked = await press(browser, "removeSms");
      expect(pageStateOf(asked)).toMatchObject({ screen: "setupTwoFactor", asked: { action: "removeSms" } });
      expect((await activeFactors(server(), user.id)).kinds).toEqual(["authenticator", "sms"]);
      const answer = await press(browser, "removeSms", { __confirmed: "yes" });
      expect([answer.status, answer.headers.location]).toEqual([303, wizardPath]);
      const page = pageStateOf(await browser.send(wizardPath));
      expect(page).toMatchObject({
        say: "messages.secondFactorDeleted",
        view: { factors: [{ id: "authenticator" }] },
      });
      const again = await press(browser, "removeSms", { __confirmed: "yes" });
      expect([again.status, again.headers.location]).toEqual([303, wizardPath]);
    });

    it("what is pressed too late leads to the page that asks to sign in again", async () => {
      const { browser, user } = await signedIn(["sms"]);
      server().clock.advance(5 * minute);
      const late = await press(browser, "removeSms", { __confirmed: "yes" });
      expect([late.status, late.headers.location]).toEqual([303, wizardPath]);
      expect(pageStateOf(await browser.send(wizardPath))).toMatchObject({ view: { step: "signInAgain" } });
      expect((await activeFactors(server(), user.id)).kinds).toEqual(["sms"]);
    });
  });
});
