import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { minute, second } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { messagesTo } from "../support/messages.ts";
import {
  addPersonWith,
  appCode,
  forgetAddress,
  giveCode,
  givePassword,
  sentCode,
  totpKey,
} from "../support/second-factors.ts";
import { suiteServer } from "../support/server.ts";
import { amrOf } from "../support/sessions.ts";
import { hasOathtool, oathtoolCode, totpCode } from "../support/totp.ts";
import { wrongCode } from "../support/wrong-code.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);
  beforeEach(() => forgetAddress(server()));

  /** A browser whose person has given the password. */
  const halfSignedIn = async (
    ...parameters: Parameters<typeof addPersonWith> extends [unknown, ...infer Rest] ? Rest : never
  ) => {
    const person = await addPersonWith(server(), ...parameters);
    const browser = server().browser();
    const answer = await givePassword(browser, person);
    expect(answer.json).toEqual({ outcome: "twoFactorRequired" });
    return { ...person, browser };
  };

  describe("the authenticator app", () => {
    it("signs in by the code that it shows, and the token says how", async () => {
      const { browser, user } = await halfSignedIn(["authenticator"]);
      expect((await browser.call("LoginWith2FAView")).json).toMatchObject({
        method: "authenticator",
        delivery: null,
        others: { sms: false, pin: false, recoverycode: false, secure: false },
        rememberDevice: { allowed: true, days: 30 },
        cancelAllowed: false,
      });
      const answer = await giveCode(browser, "authenticator", appCode(server()));
      expect(answer.status).toBe(209);
      expect(answer.json.redirect).toBe("/");
      await browser.call("Exchange", { state: answer.json.state });
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: true, userId: user.id });
      expect(await amrOf(database.store().db, user.id)).toEqual(["pwd", "otp", "mfa"]);
    });

    it.runIf(hasOathtool)("takes the codes of an independent generator", async () => {
      const { browser } = await halfSignedIn(["authenticator"]);
      const code = oathtoolCode(totpKey, server().clock.now());
      expect((await giveCode(browser, "authenticator", code)).status).toBe(209);
    });

    it("takes the code of the step before and after, and no further ones", async () => {
      for (const [steps, status] of [
        [-2, 400],
        [-1, 209],
        [1, 209],
        [2, 400],
      ] as const) {
        const { browser } = await halfSignedIn(["authenticator"]);
        // In the middle of a step, so that none begins before the answer.
        server().clock.advance(45 * second - (server().clock.now() % (30 * second)));
        const answer = await giveCode(browser, "authenticator", appCode(server(), steps));
        expect([steps, answer.status]).toEqual([steps, status]);
      }
    });

    it.each(["spaces", "hyphens", "Arabic digits"])("takes its code with %s", async (style) => {
      const { browser } = await halfSignedIn(["authenticator"]);
      const code = appCode(server());
      const typed = {
        spaces: ` ${code.slice(0, 3)} ${code.slice(3)} `,
        hyphens: `${code.slice(0, 3)}-${code.slice(3)}`,
        "Arabic digits": code.replace(/[0-9]/g, (digit) => String.fromCodePoint(0x660 + Number(digit))),
      }[style];
      expect((await giveCode(browser, "authenticator", typed ?? "")).status).toBe(209);
    });

    it("takes a code once, also in another sign-in", async () => {
      const { browser, user } = await halfSignedIn(["authenticator"]);
      const code = appCode(server());
      expect((await giveCode(browser, "authenticator", code)).status).toBe(209);
      const other = server().browser();
      await givePassword(other, { user, phone: "", email: "" });
      const answer = await giveCode(other, "authenticator", code);
      expect(answer.status).toBe(400);
      expect(answer.json.codes.code).toEqual([{ code: "problems.codeUsed" }]);
      const earlier = totpCode(totpKey, server().clock.now() - 30 * second);
      expect((await giveCode(other, "authenticator", earlier)).status).toBe(400);
    });

    it("takes one of twenty equal codes at once", async () => {
      const { browser, user } = await halfSignedIn(["authenticator"]);
      const code = appCode(server());
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => giveCode(browser, "authenticator", code)),
      );
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
      expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
      expect((await browser.call("User")).json.userId).toBe(user.id);
    });
  });

  describe.each([
    { method: "sms", channel: "sms" },
    { method: "pin", channel: "mail" },
  ] as const)("a code by $channel", ({ method }) => {
    const targetOf = (person: { phone: string; email: string }) =>
      method === "sms" ? person.phone : person.email;

    it("is sent with the password and signs in, once", async () => {
      const { browser, ...person } = await halfSignedIn([method]);
      const code = await sentCode(server(), targetOf(person));
      const { delivery } = (await browser.call("LoginWith2FAView")).json;
      const [message] = await messagesTo(server(), targetOf(person));
      expect(message?.text).toContain(delivery.reference);
      expect(delivery.destination).not.toContain(targetOf(person));
      const answers = await Promise.all(Array.from({ length: 20 }, () => giveCode(browser, method, code)));
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(1);
      expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
      expect((await browser.call("User")).json.userId).toBe(person.user.id);
    });

    it("is of no use after ten minutes, and costs no try then", async () => {
      const { browser, ...person } = await halfSignedIn([method]);
      const code = await sentCode(server(), targetOf(person));
      await handOver(server().services);
      server().clock.advance(10 * minute + second);
      for (let count = 0; count < 6; count += 1) {
        const answer = await giveCode(browser, method, code);
        expect(answer.json.codes.code).toEqual([{ code: "problems.codeGone" }]);
      }
    });

    it("is of no use in another browser, nor for another person in the same", async () => {
      const { browser, ...person } = await halfSignedIn([method]);
      const code = await sentCode(server(), targetOf(person));
      const foreign = server().browser();
      expect((await giveCode(foreign, method, code)).json).not.toHaveProperty("errors");
      const other = await addPersonWith(server(), [method]);
      await givePassword(browser, other);
      expect((await giveCode(browser, method, code)).json.codes.code[0].code).toBe("problems.codeWrong");
    });

    it("may be sent again after 30 seconds, and then only the newer one counts", async () => {
      const { browser, ...person } = await halfSignedIn([method]);
      const first = await sentCode(server(), targetOf(person));
      const again = () =>
        method === "pin"
          ? browser.call("GeneratePin", undefined, { forced: "true" })
          : browser.call("SendOTP", { purpose: "secondFactor", channel: "sms" });
      const early = await again();
      expect([early.status, early.json.codes[""][0].code]).toEqual([400, "problems.resendTooSoon"]);
      expect(early.json.codes[""][0].params.count).toBeGreaterThan(25);
      server().clock.advance(30 * second);
      const later = await again();
      expect(later.json).toMatchObject({ outcome: "sent", delivery: { resendAfter: 30 } });
      const newest = await sentCode(server(), targetOf(person));
      expect((await giveCode(browser, method, first)).status).toBe(400);
      expect((await giveCode(browser, method, newest)).status).toBe(209);
    });

    it("tells how long one has to wait for another, also where five were sent", async () => {
      const { browser } = await halfSignedIn([method]);
      const waits = async () => (await browser.call("LoginWith2FAView")).json.delivery.resendAfter;
      const again = async () => {
        const answer =
          method === "pin"
            ? await browser.call("GeneratePin", undefined, { forced: "true" })
            : await browser.call("SendOTP", { purpose: "secondFactor", channel: "sms" });
        return answer.json.delivery.resendAfter;
      };
      for (const wait of [30, 30, 30, 60, 120]) {
        server().clock.advance((await waits()) * second);
        expect(await waits()).toBe(0);
        expect(await again()).toBe(wait);
        expect(await waits()).toBe(wait);
      }
    });

    it("is not sent by looking at the page", async () => {
      const { browser, ...person } = await halfSignedIn([method]);
      for (let count = 0; count < 3; count += 1) await browser.call("LoginWith2FAView");
      expect(await messagesTo(server(), targetOf(person))).toHaveLength(1);
    });
  });

  it("sends a code to whoever proves to receive them as often as they sign in", async () => {
    const person = await addPersonWith(server(), ["sms"]);
    for (let count = 0; count < 8; count += 1) {
      const browser = server().browser();
      await givePassword(browser, person);
      server().clock.advance(second);
      expect((await giveCode(browser, "sms", await sentCode(server(), person.phone))).status).toBe(209);
    }
    const silent = await addPersonWith(server(), ["sms"]);
    for (let count = 0; count < 8; count += 1) await givePassword(server().browser(), silent);
    expect(await messagesTo(server(), silent.phone)).toHaveLength(5);
  });

  describe("a mailed PIN", () => {
    it("that is on its way is kept unless another is forced", async () => {
      const { browser, email } = await halfSignedIn(["pin"]);
      const { reference } = (await browser.call("PinReference")).json;
      expect((await browser.call("GeneratePin")).json.delivery.reference).toBe(reference);
      expect(await messagesTo(server(), email)).toHaveLength(1);
      server().clock.advance(31 * second);
      const forced = await browser.call("GeneratePin", undefined, { forced: "true" });
      expect(forced.json.delivery.reference).not.toBe(reference);
      expect((await browser.call("PinReference")).json.reference).toBe(forced.json.delivery.reference);
    });
  });

  describe("a change of method", () => {
    it("keeps the attempt, sends the first code and counts what was used", async () => {
      const { browser, phone, email, user } = await halfSignedIn(["authenticator", "pin", "sms"]);
      expect((await browser.call("LoginWith2FAView")).json).toMatchObject({
        method: "sms",
        preferred: "sms",
      });
      expect(await messagesTo(server(), email)).toHaveLength(0);
      expect((await browser.call("ChooseSecondFactor", { method: "pin" })).json).toEqual({
        outcome: "chosen",
      });
      const view = (await browser.call("LoginWith2FAView")).json;
      expect(view).toMatchObject({ method: "pin", others: { authenticator: true, sms: true, pin: false } });
      expect(view.delivery.destination).toBe(`p•••@payroll.example`);
      await browser.call("ChooseSecondFactor", { method: "sms" });
      await browser.call("ChooseSecondFactor", { method: "pin" });
      expect(await messagesTo(server(), phone)).toHaveLength(1);
      expect(await messagesTo(server(), email)).toHaveLength(1);
      const pin = await sentCode(server(), email);
      expect((await giveCode(browser, "sms", pin)).status).toBe(400);
      expect((await giveCode(browser, "pin", pin)).status).toBe(209);
      const again = server().browser();
      server().clock.advance(minute);
      await givePassword(again, { user, phone, email });
      expect((await again.call("LoginWith2FAView")).json.method).toBe("pin");
    });

    it("to what the person has not set up is refused", async () => {
      const { browser } = await halfSignedIn(["authenticator"]);
      expect((await browser.call("ChooseSecondFactor", { method: "sms" })).json.codes.method).toEqual([
        { code: "problems.methodNotAvailable" },
      ]);
      expect((await browser.call("GeneratePin")).status).toBe(400);
      expect((await giveCode(browser, "pin", "123456")).json.codes[""][0].code).toBe(
        "problems.methodNotAvailable",
      );
    });
  });

  describe("wrong codes", () => {
    it("are told to the person by mail once five of them came after what was right, with what to do", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      await database
        .store()
        .db.updateTable("users")
        .set({ language: "de" })
        .where("id", "=", person.user.id)
        .execute();
      const browser = server().browser();
      await givePassword(browser, person);
      const wrong = () => giveCode(browser, "authenticator", wrongCode(appCode(server())));
      for (let tries = 0; tries < 4; tries += 1) await wrong();
      expect(await messagesTo(server(), person.email)).toEqual([]);
      expect((await wrong()).json.outcome).toBe("challengeEnded");
      const [mail, ...more] = await messagesTo(server(), person.email);
      expect(more).toEqual([]);
      expect(mail?.text).toContain(person.user.username);
      expect(mail?.text).toContain("ändern Sie bitte sofort Ihr Passwort");
    });

    it("are counted down, and the fifth ends the attempt for the right code too", async () => {
      const { browser } = await halfSignedIn(["authenticator"]);
      const right = appCode(server());
      for (const left of [4, 3, 2, 1]) {
        const answer = await giveCode(browser, "authenticator", wrongCode(right));
        expect(answer.json.codes.code).toEqual([
          { code: "problems.codeWrongInApp", params: { count: left } },
        ]);
      }
      const fifth = await giveCode(browser, "authenticator", wrongCode(right));
      expect(fifth.json).toEqual({ outcome: "challengeEnded" });
      const late = await giveCode(browser, "authenticator", right);
      expect(late.status).toBe(400);
      expect(late.json).not.toHaveProperty("errors");
      expect((await browser.call("User")).json).toMatchObject({ isAuthenticated: false, pending: null });
    });

    it("are five of twenty at once, and none of them gets in", async () => {
      const { browser } = await halfSignedIn(["authenticator"]);
      const right = appCode(server());
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => giveCode(browser, "authenticator", wrongCode(right))),
      );
      const looked = answers.filter(({ json }) => json.codes?.code?.[0].code === "problems.codeWrongInApp");
      expect(looked.length).toBeLessThanOrEqual(4);
      expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
      expect((await giveCode(browser, "authenticator", right)).status).toBe(400);
    });

    it("spend the account's own budget over fresh challenges, apart from the password's", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const statuses: number[] = [];
      for (let count = 0; count < 12; count += 1) {
        const browser = server().browser();
        expect((await givePassword(browser, person)).status).toBe(200);
        statuses.push((await giveCode(browser, "authenticator", wrongCode(appCode(server())))).status);
      }
      expect(statuses).toEqual([...Array(10).fill(400), 429, 429]);
      const browser = server().browser();
      await givePassword(browser, person);
      const locked = await giveCode(browser, "authenticator", appCode(server()));
      expect([locked.status, locked.headers["retry-after"]]).toEqual([429, expect.stringMatching(/^\d+$/)]);
      server().clock.advance(31 * second);
      expect((await giveCode(browser, "authenticator", appCode(server()))).status).toBe(209);
    });

    it("are not what a fault of ours makes of right ones", async () => {
      const { browser } = await halfSignedIn(["authenticator"]);
      const { services } = server();
      const { db } = services.store;
      const broken = new Proxy(db, {
        get: (target, name, receiver) => {
          if (name === "updateTable")
            return (table: string) => {
              if (table === "second_factors") throw new Error("the disk is gone");
              return target.updateTable(table as "users");
            };
          const value = Reflect.get(target, name, receiver);
          return typeof value === "function" ? value.bind(target) : value;
        },
      });
      services.store = { ...services.store, db: broken };
      try {
        for (let count = 0; count < 6; count += 1)
          expect((await giveCode(browser, "authenticator", appCode(server()))).status).toBe(500);
      } finally {
        services.store = { ...services.store, db };
      }
      const answer = await giveCode(browser, "authenticator", wrongCode(appCode(server())));
      expect(answer.json.codes.code[0].params.count).toBe(4);
      expect((await giveCode(browser, "authenticator", appCode(server()))).status).toBe(209);
    });
  });

  describe("a sign-in that owes its second step", () => {
    it("is no session for any call, nor for an application", async () => {
      const returnUrl = await server().addRequest();
      const person = await addPersonWith(server(), ["authenticator"]);
      await server().addCustomers(person.user, 3);
      const browser = server().browser();
      await givePassword(browser, person, { returnUrl });
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      const query = { returnUrl };
      expect((await browser.call("User", undefined, query)).json).toMatchObject({
        isAuthenticated: false,
        userId: null,
        pending: "twoFactorRequired",
      });
      for (const [name, body] of [
        ["Customers", undefined],
        ["SelectCustomerView", undefined],
        ["SelectCustomer", { customerId: `${person.user.id}-0` }],
      ] as const)
        expect([name, (await browser.call(name, body, query)).status]).toEqual([name, 401]);
      for (const button of ["continue", "skip"]) {
        const answer = await browser.call("Next", undefined, { ...query, button });
        expect([button, answer.json]).toEqual([button, { outcome: "twoFactorRequired" }]);
      }
      expect(browser.cookies.has(cookieNames.session)).toBe(false);
      const view = (await browser.call("LoginWith2FAView", undefined, query)).json;
      expect(view.cancelAllowed).toBe(true);
      const answer = await giveCode(browser, "authenticator", appCode(server()), { query });
      expect(answer.json.outcome).toBe("customerChoiceRequired");
    });

    it("sends whoever is past it on to where they stand", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      await server().addCustomers(person.user, 2);
      const browser = server().browser();
      const query = { returnUrl: "/account/registerdevice?a=b" };
      await givePassword(browser, person, query);
      const done = await giveCode(browser, "authenticator", appCode(server()), { query });
      await browser.call("Exchange", { state: done.json.state });
      const view = await browser.call("LoginWith2FAView", undefined, query);
      expect([view.status, view.json.redirect]).toEqual([
        209,
        "/account/select?returnUrl=%2Faccount%2Fregisterdevice%3Fa%3Db",
      ]);
      const again = await giveCode(browser, "authenticator", appCode(server()), { query });
      expect([again.status, again.json.redirect]).toEqual([209, view.json.redirect]);
    });

    it("has timed out where nothing is proven, or too long ago", async () => {
      const returnUrl = await server().addRequest();
      const nobody = await server().browser().call("LoginWith2FAView", undefined, { returnUrl });
      expect(nobody.status).toBe(400);
      expect(nobody.json).not.toHaveProperty("errors");
      const { browser } = await halfSignedIn(["authenticator"]);
      server().clock.advance(61 * minute);
      const late = await giveCode(browser, "authenticator", appCode(server()));
      expect([late.status, "errors" in late.json]).toEqual([400, false]);
    });

    it("begun several times at once sends one code", async () => {
      const person = await addPersonWith(server(), ["sms"]);
      const browser = server().browser();
      await browser.call("Token");
      const answers = await Promise.all([1, 2, 3].map(() => givePassword(browser, person)));
      expect(answers.map(({ json }) => json.outcome)).toEqual(Array(3).fill("twoFactorRequired"));
      expect(await messagesTo(server(), person.phone)).toHaveLength(1);
      expect((await giveCode(browser, "sms", await sentCode(server(), person.phone))).status).toBe(209);
    });
  });
});
