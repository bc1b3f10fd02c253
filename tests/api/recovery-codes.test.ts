import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, it } from "vitest";
import {
  mailRecoveryCodeLink,
  makeRecoveryCodes,
  resetSecondFactors,
} from "../../src/server/operators/accounts.ts";
import { countRecoveryCodes } from "../../src/server/store/recovery-codes.ts";
import { setDeviceOfferAt, type User } from "../../src/server/store/users.ts";
import { hour, minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { handOver } from "../support/hand-over.ts";
import { messagesTo } from "../support/messages.ts";
import { pageStateOf } from "../support/native-form.ts";
import {
  addPersonWith,
  appCode,
  forgetAddress,
  giveCode,
  giveFactors,
  givePassword,
} from "../support/second-factors.ts";
import { suiteServer } from "../support/server.ts";
import { amrOf } from "../support/sessions.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";
import { wrongCode } from "../support/wrong-code.ts";

const newCodes = (count: number) =>
  Array.from({ length: count }, () => Array.from({ length: 20 }, () => randomInt(10)).join(""));

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer });
  beforeEach(() => forgetAddress(server()));

  const halfSignedIn = async (codes: readonly string[], query: Record<string, string> = {}) => {
    const person = await addPersonWith(server(), ["authenticator"], codes);
    const browser = server().browser();
    await givePassword(browser, person, query);
    return { ...person, browser };
  };
  const giveRecoveryCode = (browser: TestClient, code: string, query: Record<string, string> = {}) =>
    browser.call("LoginWithRecoveryCode", { code }, query);

  describe("a recovery code", () => {
    it("signs in once its reader has gone on, and a mail tells of it", async () => {
      const returnUrl = await server().addRequest();
      const query = { returnUrl };
      const codes = newCodes(3);
      const { browser, user, email } = await halfSignedIn(codes, query);
      expect((await browser.call("LoginWith2FAView", undefined, query)).json.others.recoverycode).toBe(true);
      expect((await browser.call("LoginWithRecoveryCodeView", undefined, query)).json).toEqual({
        username: user.username,
        step: "code",
        length: 20,
        digitsOnly: true,
        left: null,
        cancelAllowed: true,
      });
      const used = await giveRecoveryCode(browser, codes[1] ?? "", query);
      expect(used.json).toEqual({ outcome: "codeUsed", left: 2 });
      const [mail] = await messagesTo(server(), email);
      expect(mail?.text).toContain("You have 2 codes left");
      expect((await browser.call("LoginWithRecoveryCodeView", undefined, query)).json).toMatchObject({
        step: "used",
        left: 2,
      });
      const other = await browser.call("LoginWith2FAView", undefined, query);
      expect(other.json.redirect).toMatch(/^\/account\/login\/recoverycode\?returnUrl=/);
      expect((await browser.call("User", undefined, query)).json.isAuthenticated).toBe(false);
      const done = await browser.call("Next", undefined, { ...query, button: "continue" });
      expect([done.status, done.json.redirect]).toEqual([209, returnUrl]);
      expect((await browser.call("User", undefined, query)).json.userId).toBe(user.id);
      expect(await amrOf(database.store().db, user.id)).toEqual(["pwd", "mfa"]);
      const late = await browser.call("LoginWithRecoveryCodeView", undefined, query);
      expect([late.status, late.json.redirect]).toEqual([209, returnUrl]);
    });

    it("leads on to the offer of a device, whichever button is pressed", async () => {
      for (const button of ["continue", "skip"]) {
        const codes = newCodes(2);
        const { browser, user } = await halfSignedIn(codes);
        await setDeviceOfferAt(server().services.store.db, user.id, 0);
        await giveRecoveryCode(browser, codes[0] ?? "");
        const { status, json } = await browser.call("Next", undefined, { button });
        expect([status, json.outcome]).toEqual([200, "deviceOffered"]);
        await browser.call("Exchange", { state: json.state });
        expect((await browser.call("User")).json).toMatchObject({
          userId: user.id,
          pending: "deviceOffered",
        });
        expect((await browser.call("Next", undefined, { button: "skip" })).status).toBe(209);
      }
    });

    it("lets nobody in any more once another set has taken the place of its own", async () => {
      const codes = newCodes(2);
      const { browser, user } = await halfSignedIn(codes);
      await giveRecoveryCode(browser, codes[0] ?? "");
      await makeRecoveryCodes(server().services, user);
      expect((await browser.call("Next", undefined, { button: "continue" })).status).toBe(400);
      expect((await browser.call("User")).json.isAuthenticated).toBe(false);
    });

    it("may be typed in groups", async () => {
      const codes = newCodes(1);
      const { browser } = await halfSignedIn(codes);
      const grouped = codes[0]?.replace(/(.{5})(?=.)/g, "$1 - ") ?? "";
      expect((await giveRecoveryCode(browser, grouped)).json).toEqual({ outcome: "codeUsed", left: 0 });
    });

    it("is spent once, though it is sent twenty times at once", async () => {
      const codes = newCodes(5);
      const { browser, user } = await halfSignedIn(codes);
      const answers = await Promise.all(
        Array.from({ length: 20 }, () => giveRecoveryCode(browser, codes[0] ?? "")),
      );
      expect(answers.filter(({ json }) => json.outcome === "codeUsed")).toHaveLength(1);
      expect(Math.max(...answers.map(({ status }) => status))).toBeLessThan(500);
      expect(await countRecoveryCodes(database.store().db, user.id)).toBe(4);
      expect((await browser.call("Next")).status).toBe(209);
      const again = server().browser();
      server().clock.advance(60_000);
      await givePassword(again, { user, phone: "", email: "" });
      const second = await giveRecoveryCode(again, codes[0] ?? "");
      expect(second.json.codes.code).toEqual([{ code: "problems.recoveryCodeUsed" }]);
    });

    it("that is wrong shares the five tries of the challenge with the other methods", async () => {
      const codes = newCodes(1);
      const { browser } = await halfSignedIn(codes);
      for (const left of [4, 3])
        expect((await giveRecoveryCode(browser, newCodes(1)[0] ?? "")).json.codes.code).toEqual([
          { code: "problems.codeWrong", params: { count: left } },
        ]);
      for (const left of [2, 1])
        expect(
          (await giveCode(browser, "authenticator", wrongCode(appCode(server())))).json.codes.code,
        ).toEqual([{ code: "problems.codeWrongInApp", params: { count: left } }]);
      expect((await giveRecoveryCode(browser, newCodes(1)[0] ?? "")).json).toEqual({
        outcome: "challengeEnded",
      });
      expect((await giveRecoveryCode(browser, codes[0] ?? "")).status).toBe(400);
      expect((await giveCode(browser, "authenticator", appCode(server()))).status).toBe(400);
    });

    it("that was used before ends no attempt with the last try, but is followed by no further one", async () => {
      const codes = newCodes(2);
      const person = await halfSignedIn(codes);
      await giveRecoveryCode(person.browser, codes[0] ?? "");
      server().clock.advance(minute);
      const browser = server().browser();
      await givePassword(browser, person);
      for (let tries = 0; tries < 4; tries += 1) await giveRecoveryCode(browser, newCodes(1)[0] ?? "");
      const last = await giveRecoveryCode(browser, codes[0] ?? "");
      expect(last.json.codes.code).toEqual([{ code: "problems.recoveryCodeUsed" }]);
      expect((await browser.call("User")).json.pending).toBe("twoFactorRequired");
      expect((await giveRecoveryCode(browser, codes[1] ?? "")).json).toEqual({ outcome: "challengeEnded" });
      expect(await countRecoveryCodes(database.store().db, person.user.id)).toBe(1);
    });

    it("of somebody else is none, and without a password there is nothing to give one for", async () => {
      const codes = newCodes(1);
      await halfSignedIn(codes);
      const { browser } = await halfSignedIn(newCodes(1));
      expect((await giveRecoveryCode(browser, codes[0] ?? "")).status).toBe(400);
      const stranger = await giveRecoveryCode(server().browser(), codes[0] ?? "");
      expect([stranger.status, "errors" in stranger.json]).toEqual([400, false]);
    });
  });

  describe("a mailed link to new recovery codes", () => {
    const issue = async (user: User) => {
      await mailRecoveryCodeLink(server().services, user);
      const [mail] = await messagesTo(server(), user.email);
      const link = new URL(/http\S+/.exec(mail?.text ?? "")?.[0] ?? "");
      return { link, id: link.searchParams.get("id") ?? "" };
    };
    const look = (query: { id?: string }) =>
      server().browser().call("RedeemRecoveryCodeView", undefined, query);
    const redeem = (id: string, browser = server().browser()) =>
      browser.call("RedeemRecoveryCode", undefined, { id });

    it("shows a new set once, to whoever presses the button, and ends the set before", async () => {
      const old = newCodes(2);
      const { user, browser } = await halfSignedIn(old);
      const { link, id } = await issue(user);
      expect(link.origin + link.pathname).toBe("http://localhost:5400/account/redeem-recoverycodes");
      const page = await server()
        .browser()
        .send(`${link.pathname}${link.search}`, {
          headers: { accept: "text/html" },
        });
      expect(pageStateOf(page)?.view).toEqual({ step: "collect", username: user.username });
      const answer = await redeem(id);
      expect(answer.json).toMatchObject({
        outcome: "redeemed",
        issuedAt: expect.any(Number),
        username: user.username,
      });
      expect(new Set(answer.json.recoveryCodes).size).toBe(10);
      for (const code of answer.json.recoveryCodes) expect(code).toMatch(/^[0-9]{20}$/);
      const second = await redeem(id);
      expect([second.status, second.json.redirect]).toEqual([
        209,
        "/error/link-expired?errorId=recoveryCodesLinkExpired",
      ]);
      expect((await look({ id })).json.redirect).toBe(second.json.redirect);
      const [notice, ...mails] = await messagesTo(server(), user.email);
      expect([notice?.subject, mails.length]).toEqual([expect.stringMatching(/^New recovery codes at /), 1]);
      expect((await giveRecoveryCode(browser, old[0] ?? "")).status).toBe(400);
      expect((await giveRecoveryCode(browser, answer.json.recoveryCodes[3])).json.outcome).toBe("codeUsed");
    });

    it("tells the browser that collected it again for a minute, should its answer be lost, and no other", async () => {
      const { user } = await halfSignedIn([]);
      const { id } = await issue(user);
      const browser = server().browser();
      const first = await redeem(id, browser);
      const again = await redeem(id, browser);
      expect(again.json).toEqual({ ...first.json, issuedAt: expect.any(Number) });
      const view = await browser.call("RedeemRecoveryCodeView", undefined, { id });
      expect(view.json).toEqual({ step: "collect", username: user.username });
      expect((await redeem(id)).status).toBe(209);
      expect(await messagesTo(server(), user.email)).toHaveLength(2);
      server().clock.advance(minute);
      expect((await redeem(id, browser)).status).toBe(209);
      expect(await countRecoveryCodes(database.store().db, user.id)).toBe(10);
    });

    it("tells nothing again once another set has taken the place of its own", async () => {
      const { user } = await halfSignedIn([]);
      const { id } = await issue(user);
      const browser = server().browser();
      await redeem(id, browser);
      await makeRecoveryCodes(server().services, user);
      expect((await redeem(id, browser)).status).toBe(209);
    });

    it.each<[string, (user: User, browser: TestClient) => Promise<unknown>]>([
      [
        "its person removes the last second factor",
        async (_, browser) => {
          await browser.call("RemoveSecondFactor", { method: "authenticator" });
        },
      ],
      [
        "its person sets up another app",
        async (_, browser) => {
          const wizard = wizardOf(server(), browser);
          const [code = ""] = await wizard.prove("authenticator");
          expect((await wizard.enable(code)).json).toEqual({ outcome: "enabled" });
        },
      ],
      ["an operator removes the second factors", (user) => resetSecondFactors(server().services, user)],
      ["an operator reads out other codes", (user) => makeRecoveryCodes(server().services, user)],
    ])("ends when %s, because its codes would be older than what they stand in for", async (_, change) => {
      const { user, browser } = await halfSignedIn([]);
      await giveCode(browser, "authenticator", appCode(server()));
      const { id } = await issue(user);
      await change(user, browser);
      const before = await countRecoveryCodes(database.store().db, user.id);
      expect((await look({ id })).status).toBe(209);
      expect((await redeem(id)).json.redirect).toBe("/error/link-expired?errorId=recoveryCodesLinkExpired");
      expect(await countRecoveryCodes(database.store().db, user.id)).toBe(before);
    });

    it("stays good when its person removes one of several second factors", async () => {
      const { browser, ...person } = await halfSignedIn([]);
      await giveFactors(server(), person, ["sms"]);
      await giveCode(browser, "authenticator", appCode(server()));
      const { id } = await issue(person.user);
      const removed = await browser.call("RemoveSecondFactor", { method: "sms" });
      expect(removed.json).toEqual({ outcome: "removed" });
      expect((await redeem(id)).json.outcome).toBe("redeemed");
    });

    it("is redeemed by one of twenty at once", async () => {
      const { user } = await halfSignedIn([]);
      const { id } = await issue(user);
      const answers = await Promise.all(Array.from({ length: 20 }, () => redeem(id)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(answers.filter(({ status }) => status === 209)).toHaveLength(19);
    });

    it("ends after a day, and when a newer one is mailed", async () => {
      const { user } = await halfSignedIn([]);
      const first = await issue(user);
      server().clock.advance(1000);
      const newer = await issue(user);
      expect((await redeem(first.id)).status).toBe(209);
      await handOver(server().services);
      server().clock.advance(24 * hour);
      expect((await redeem(newer.id)).status).toBe(209);
      expect((await redeem("guessed")).json.redirect).toBe(
        "/error/link-expired?errorId=recoveryCodesLinkExpired",
      );
      expect((await look({})).json).toEqual({ step: "openAgain", username: null });
      const without = await server().browser().call("RedeemRecoveryCode");
      expect([without.status, without.json.codes]).toEqual([
        400,
        { "": [{ code: "problems.openLinkAgain" }] },
      ]);
    });
  });
});
