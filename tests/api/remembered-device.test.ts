import { beforeEach, describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { forgetRememberedDevices } from "../../src/server/store/remembered-devices.ts";
import { setDeviceOfferAt } from "../../src/server/store/users.ts";
import { day } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import {
  addPersonWith,
  appCode,
  forgetAddress,
  giveCode,
  givePassword,
  type PersonWithFactors,
} from "../support/second-factors.ts";
import { suiteServer } from "../support/server.ts";
import { amrOf } from "../support/sessions.ts";
import type { TestClient } from "../support/test-client.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);
  beforeEach(() => forgetAddress(server()));

  const signInAndRemember = async (browser: TestClient, person: PersonWithFactors, rememberDevice = true) => {
    await givePassword(browser, person);
    const answer = await giveCode(browser, "authenticator", appCode(server()), { rememberDevice });
    expect(answer.status).toBe(209);
    await browser.call("Exchange", { state: answer.json.state });
    return answer;
  };

  describe("a remembered device", () => {
    it("leaves out the second step for its person, and no token claims one", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      const answer = await signInAndRemember(browser, person);
      const cookie = answer.headers["set-cookie"]?.find((line) => line.startsWith(cookieNames.device));
      expect(cookie).toMatch(/=[\w-]{43}; Max-Age=2592000; Path=\/; HttpOnly; Secure; SameSite=Lax$/);
      await browser.call("Logout", {});
      server().clock.advance(1000);
      expect((await givePassword(browser, person)).status).toBe(209);
      expect(await amrOf(database.store().db, person.user.id)).toEqual(["pwd"]);
    });

    it("stands for no second step where its person changes how they sign in", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await signInAndRemember(browser, person);
      await browser.call("Logout", {});
      server().clock.advance(60_000);
      await browser.call("Exchange", { state: (await givePassword(browser, person)).json.state });
      expect((await browser.call("ContactView")).json.step).toBe("signInAgain");
      expect((await browser.call("Setup2FAView")).json).toMatchObject({
        step: "signInAgain",
        removal: "signInAgain",
      });
      const device = await browser.call("CredentialOptions");
      expect(device.json.codes).toEqual({ "": [{ code: "problems.signInAgain" }] });
      const query = { returnUrl: "/account/contact" };
      expect((await givePassword(browser, person, query)).json.outcome).toBe("twoFactorRequired");
      const proven = await giveCode(browser, "authenticator", appCode(server()), { query });
      await browser.call("Exchange", { state: proven.json.state });
      expect((await browser.call("ContactView")).json.step).toBe("change");
      expect((await browser.call("Setup2FAView")).json.removal).toBe("allowed");
    });

    it("stands for the second step where its person only goes on to where nothing is changed: the first page, the choice of a customer, the operations page", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await signInAndRemember(browser, person);
      await browser.call("Logout", {});
      for (const returnUrl of [
        "/",
        "/?ui_locales=de",
        "/account/select",
        "/account/select?page=2",
        "/devops",
      ])
        expect((await givePassword(browser, person, { returnUrl })).status, returnUrl).toBe(209);
    });

    it("is no ground to offer another way in", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await signInAndRemember(browser, person);
      await browser.call("Logout", {});
      await setDeviceOfferAt(database.store().db, person.user.id, 0);
      expect((await givePassword(browser, person)).status).toBe(209);
      expect((await givePassword(server().browser(), person)).json.outcome).toBe("twoFactorRequired");
    });

    it("is remembered only if asked to, and for no other browser", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await signInAndRemember(browser, person, false);
      expect(browser.cookies.has(cookieNames.device)).toBe(false);
      expect((await givePassword(browser, person)).json.outcome).toBe("twoFactorRequired");
      server().clock.advance(60_000);
      await signInAndRemember(browser, person);
      const other = server().browser();
      expect((await givePassword(other, person)).json.outcome).toBe("twoFactorRequired");
      other.cookies.set(cookieNames.device, "x".repeat(43));
      expect((await givePassword(other, person)).json.outcome).toBe("twoFactorRequired");
    });

    it("is forgotten when its person asks for that, also from another one, and others' stay", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const neighbour = await addPersonWith(server(), ["authenticator"]);
      const [remembered, shared, elsewhere] = [server().browser(), server().browser(), server().browser()];
      await signInAndRemember(remembered, person);
      await signInAndRemember(shared, neighbour);
      server().clock.advance(60_000);
      await signInAndRemember(elsewhere, person, false);
      expect((await elsewhere.call("Setup2FAView")).json.rememberedDevices).toBe(true);
      expect((await elsewhere.call("ForgetRememberedDevices")).json).toEqual({ outcome: "forgotten" });
      expect((await elsewhere.call("Setup2FAView")).json.rememberedDevices).toBe(false);
      expect((await givePassword(remembered, person)).json.outcome).toBe("twoFactorRequired");
      expect((await givePassword(shared, neighbour)).status).toBe(209);
      expect((await givePassword(server().browser(), person)).json.outcome).toBe("twoFactorRequired");
    });

    it("is each person's own, though several share it", async () => {
      const [first, second, third] = await Promise.all(
        [1, 2, 3].map(() => addPersonWith(server(), ["authenticator"])),
      );
      if (first === undefined || second === undefined || third === undefined)
        throw new Error("three persons");
      const browser = server().browser();
      await signInAndRemember(browser, first);
      await signInAndRemember(browser, second);
      expect((await givePassword(browser, first)).status).toBe(209);
      expect((await givePassword(browser, second)).status).toBe(209);
      expect((await givePassword(browser, third)).json.outcome).toBe("twoFactorRequired");
    });

    it("is nothing that who used the browser before has a copy of", async () => {
      const [before, person] = await Promise.all(
        [1, 2].map(() => addPersonWith(server(), ["authenticator"])),
      );
      if (before === undefined || person === undefined) throw new Error("two persons");
      const [shared, elsewhere] = [server().browser(), server().browser()];
      await signInAndRemember(shared, before);
      elsewhere.cookies.set(cookieNames.device, shared.cookies.get(cookieNames.device) ?? "");
      await signInAndRemember(shared, person);
      expect((await givePassword(shared, person)).status).toBe(209);
      expect((await givePassword(elsewhere, person)).json.outcome).toBe("twoFactorRequired");
    });

    it("is remembered for the eight people who asked for it last", async () => {
      const browser = server().browser();
      const people = await Promise.all(
        Array.from({ length: 9 }, () => addPersonWith(server(), ["authenticator"])),
      );
      for (const person of people) await signInAndRemember(browser, person);
      const [first, second] = people;
      if (first === undefined || second === undefined) throw new Error("nine persons");
      expect((await givePassword(browser, first)).json.outcome).toBe("twoFactorRequired");
      expect((await givePassword(browser, second)).status).toBe(209);
    });

    it("is forgotten after thirty days, and when a password or factor changes", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await signInAndRemember(browser, person);
      server().clock.advance(30 * day - 60_000);
      expect((await givePassword(browser, person)).status).toBe(209);
      server().clock.advance(61_000);
      expect((await givePassword(browser, person)).json.outcome).toBe("twoFactorRequired");
      await signInAndRemember(browser, person, false);
      expect((await browser.call("Setup2FAView")).json.rememberedDevices).toBe(false);
      server().clock.advance(60_000);
      await signInAndRemember(browser, person);
      await forgetRememberedDevices(database.store().db, person.user.id);
      expect((await givePassword(browser, person)).json.outcome).toBe("twoFactorRequired");
    });
  });
});
