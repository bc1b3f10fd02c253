import { beforeEach, describe, expect, it } from "vitest";
import { changeAndEndOthers } from "../../src/server/account/account-change.ts";
import { rememberHere } from "../../src/server/account/second-factor/remembered-device.ts";
import {
  disableAccount,
  mailRecoveryCodeLink,
  resetSecondFactors,
} from "../../src/server/operators/accounts.ts";
import { mailPasswordLink } from "../../src/server/operators/add-account.ts";
import { changeAccount } from "../../src/server/operators/change-account.ts";
import type { PasswordHasher } from "../../src/server/passwords/password-hash.ts";
import { userOfExternalLogin } from "../../src/server/store/external-logins.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { findUser, setLanguage, type User } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { newestMessage } from "../support/messages.ts";
import { addPersonWith, appCode, forgetAddress, giveCode, givePassword } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const server = () => suite().server;
  beforeEach(() => forgetAddress(server()));

  const sessionsOf = async ({ id }: User) =>
    database.store().db.selectFrom("sessions").select("id_hash").where("user_id", "=", id).execute();

  /** Lets `change` happen between the look at an account and the check of its password. */
  const whileChecked = async <Answer>(change: () => Promise<unknown>, act: () => Promise<Answer>) => {
    const { services } = server();
    const { hasher } = services;
    const verify: PasswordHasher["verify"] = async (...given) => {
      await change();
      return hasher.verify(...given);
    };
    services.hasher = { ...hasher, verify };
    return act().finally(() => {
      services.hasher = hasher;
    });
  };

  const changed = (user: User) =>
    changeAndEndOthers(
      { services: server().services, visitor: { session: null } },
      user.id,
      async () => true,
      () => ({}),
    );

  describe("what sign-ins rest on", () => {
    it.each([
      ["changes", changed],
      ["is disabled", (user: User) => disableAccount(server().services, user)],
    ])("lets no sign-in in that began before it %s", async (_name, change) => {
      const user = await server().addUser();
      const browser = server().browser();
      const body = { username: user.username, password: testPassword };
      const answer = await whileChecked(
        () => change(user),
        () => browser.call("Login", body),
      );
      expect(answer.status).toBe(400);
      expect(await sessionsOf(user)).toEqual([]);
    });

    it("lets nobody set up a factor in a sign-in that began before it changes", async () => {
      const user = await server().addUser({ secondFactorRequired: true });
      const browser = server().browser();
      const body = { username: user.username, password: testPassword };
      const answer = await whileChecked(
        () => changed(user),
        () => browser.call("Login", body),
      );
      expect([answer.status, answer.json.outcome]).toEqual([400, undefined]);
      expect((await browser.call("Setup2FAView")).status).toBe(400);
    });

    it("remembers no device by a factor of before", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const { db } = database.store();
      const context = {
        services: server().services,
        cookies: { get: () => undefined, set: () => undefined },
      };
      await changed(person.user);
      await rememberHere(context as never, person.user);
      const rows = db.selectFrom("remembered_devices").select("user_id");
      expect(await rows.where("user_id", "=", person.user.id).execute()).toEqual([]);
    });

    it("makes no link good that is mailed to the address of before", async () => {
      const user = await server().addUser({ email: `before-${crypto.randomUUID()}@payroll.example` });
      const { services } = server();
      await changeAccount(services, user, { email: `after-${crypto.randomUUID()}@payroll.example` });
      await mailPasswordLink(services, user);
      const { link: reset } = await newestMessage(server(), user.email);
      await mailRecoveryCodeLink(services, user);
      const { link: codes } = await newestMessage(server(), user.email);
      const browser = server().browser();
      const views = [
        await browser.call("RedeemState", undefined, { state: reset.searchParams.get("state") ?? "" }),
        await browser.call("RedeemRecoveryCodeView", undefined, { id: codes.searchParams.get("id") ?? "" }),
      ];
      for (const { json } of views) expect(json.redirect).toMatch(/^\/error\/link-expired/);
    });

    it("links no identity for a sign-in that is refused", async () => {
      const [person, user, visitor] = [suite().person(), await server().addUser(), server().browser()];
      await suite().signIn(visitor, person);
      const body = { username: user.username, password: testPassword };
      const answer = await whileChecked(
        () => changed(user),
        () => visitor.call("Link", body),
      );
      expect(answer.status).toBe(400);
      const identity = { issuer: suite().provider.issuer, subject: person.sub };
      expect(await userOfExternalLogin(database.store().db, identity)).toBeUndefined();
    });

    it.each([
      ["a device is removed", changed],
      ["the second factors are reset", (user: User) => resetSecondFactors(server().services, user)],
    ])("ends the sign-ins that are half-way through once %s", async (_name, change) => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const browser = server().browser();
      await givePassword(browser, person);
      await change(person.user);
      expect((await browser.call("LoginWith2FAView")).status).toBe(400);
      const answer = await giveCode(browser, "authenticator", appCode(server()));
      expect(answer.status).toBe(400);
      expect(await sessionsOf(person.user)).toEqual([]);
    });

    it("is not changed by a session that ended while it was asked for", async () => {
      const user = await server().addUser();
      const [browser, { services }] = [server().browser(), server()];
      await browser.signIn(user.username, testPassword);
      const [own] = await sessionsOf(user);
      const visitor = { session: { idHash: own?.id_hash, userId: user.id } } as never;
      const rename = async (transaction: Db) => {
        await setLanguage(transaction, user.id, "fr-CA");
        return true;
      };
      await browser.call("Logout", {});
      const change = changeAndEndOthers({ services, visitor }, user.id, rename, () => ({}));
      await expect(change).rejects.toMatchObject({ status: 400 });
      expect((await findUser(database.store().db, user.id))?.language).toBeNull();
    });
  });
});
