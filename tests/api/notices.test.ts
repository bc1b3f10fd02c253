import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { beforeEach, describe, expect, it } from "vitest";
import { removeDevice, resetSecondFactors, unlinkProvider } from "../../src/server/operators/accounts.ts";
import { credentialsOf } from "../../src/server/store/credentials.ts";
import { userOfExternalLogin, vendorsOfUser } from "../../src/server/store/external-logins.ts";
import { findUser } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { addPersonWith, giveFactors, givePassword, sentCode } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import { activeFactors, wizardOf } from "../support/setup-wizard.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { vendorSuite } from "../support/vendor-suite.ts";

/** A change that its person is told of by mail, about to happen. */
interface Change {
  /** Of the person. */
  email: string;
  username: string;
  /** The status of what makes it. */
  make(): Promise<number>;
  /** What it changes. */
  state(): Promise<unknown>;
}

/** That of a call which does the same. */
function statusOf(work: Promise<unknown>): Promise<number> {
  return work.then(
    () => 200,
    () => 500,
  );
}

const recoveryCode = "11111111111111111111";
const chosen = { newPassword: "seven slow boats upstream", confirmPassword: "seven slow boats upstream" };

onEachDatabase((database) => {
  const suite = vendorSuite(database);
  const db = () => database.store().db;

  beforeEach(database.forgetTries);

  const signedIn = async () => {
    const person = await addPersonWith(suite().server, []);
    const browser = suite().server.browser();
    await browser.signIn(person.user.username, testPassword);
    const call = async (...named: Parameters<typeof browser.call>) => (await browser.call(...named)).status;
    const { id, username } = person.user;
    return { ...person, id, username, browser, call };
  };
  const passwordOf = async (id: string) => (await findUser(db(), id))?.passwordPhc;
  const kindsOf = async (id: string) => (await activeFactors(suite().server, id)).kinds;
  const devicesOf = async (id: string) => (await credentialsOf(db(), id)).length;
  const withDevice = async () => {
    const person = await signedIn();
    const { json } = await person.browser.call("CredentialOptions");
    const device = new SoftwareAuthenticator(suite().origin);
    return { ...person, device, add: () => person.call("RegisterCredential", device.register(json)) };
  };

  const changes: Record<string, () => Promise<Change>> = {
    "a changed password": async () => {
      const { id, email, username, call } = await signedIn();
      const make = () => call("ChangePassword", { currentPassword: testPassword, ...chosen });
      return { email, username, make, state: () => passwordOf(id) };
    },
    "a password that is reset": async () => {
      const { id, email, username, call } = await signedIn();
      await call("Recover", { username });
      const { link } = await newestMessage(suite().server, email);
      const make = () => call("ResetPassword", { state: link.searchParams.get("state"), ...chosen });
      return { email, username, make, state: () => passwordOf(id) };
    },
    "a new mail address": async () => {
      const { id, email, username, call } = await signedIn();
      const address = `${randomUUID()}@new.example`;
      await call("UpdateContact", { email: address });
      const code = await sentCode(suite().server, address);
      const state = async () => (await findUser(db(), id))?.email;
      return { email, username, make: () => call("ConfirmContact", { code }), state };
    },
    "a spent recovery code": async () => {
      const person = await addPersonWith(suite().server, ["authenticator"], [recoveryCode]);
      const browser = suite().server.browser();
      await givePassword(browser, person);
      const codes = db().selectFrom("recovery_codes").select("used_at");
      return {
        email: person.email,
        username: person.user.username,
        make: async () => (await browser.call("LoginWithRecoveryCode", { code: recoveryCode })).status,
        state: () => codes.where("user_id", "=", person.user.id).execute(),
      };
    },
    "a new second factor": async () => {
      const { id, email, username, browser } = await signedIn();
      const wizard = wizardOf(suite().server, browser);
      const [code = ""] = await wizard.prove("authenticator");
      return {
        email,
        username,
        make: async () => (await wizard.enable(code)).status,
        state: () => kindsOf(id),
      };
    },
    "a removed second factor": async () => {
      const person = await signedIn();
      await giveFactors(suite().server, person, ["authenticator", "pin"]);
      const make = () => person.call("RemoveSecondFactor", { method: "pin" });
      return { ...person, make, state: () => kindsOf(person.id) };
    },
    "second factors that an operator removes": async () => {
      const { user, email } = await addPersonWith(suite().server, ["authenticator", "pin"]);
      const make = () => statusOf(resetSecondFactors(suite().server.services, user));
      return { email, username: user.username, make, state: () => kindsOf(user.id) };
    },
    "a new device": async () => {
      const { id, email, username, add } = await withDevice();
      return { email, username, make: add, state: () => devicesOf(id) };
    },
    "a removed device": async () => {
      const { id, email, username, call, device, add } = await withDevice();
      await add();
      const make = () => call("RemoveCredential", { id: device.id });
      return { email, username, make, state: () => devicesOf(id) };
    },
    "a device that an operator removes": async () => {
      const { id, email, user, username, device, add } = await withDevice();
      await add();
      const make = () => statusOf(removeDevice(suite().server.services, user, device));
      return { email, username, make, state: () => devicesOf(id) };
    },
    "an identity that an operator unlinks": async () => {
      const { user, email } = await addPersonWith(suite().server, []);
      await suite().linked(suite().person(), user);
      const make = () => statusOf(unlinkProvider(suite().server.services, user, "contoso"));
      return { email, username: user.username, make, state: () => vendorsOfUser(db(), user.id) };
    },
    "a session in a new browser": async () => {
      const { user, email } = await addPersonWith(suite().server, []);
      await db().updateTable("users").set({ new_browser_told_at: 0 }).where("id", "=", user.id).execute();
      const proof = { username: user.username, password: testPassword };
      const sessions = db().selectFrom("sessions").select("id_hash").where("user_id", "=", user.id);
      return {
        email,
        username: user.username,
        make: async () => (await suite().server.browser().call("Login", proof)).status,
        state: () => sessions.execute(),
      };
    },
    "a linked identity": async () => {
      const { user, email } = await addPersonWith(suite().server, []);
      const [visitor, person] = [suite().server.browser(), suite().person()];
      await suite().signIn(visitor, person);
      const { username } = user;
      const proof = { username, password: testPassword };
      const identity = { issuer: suite().provider.issuer, subject: person.sub };
      return {
        email,
        username,
        make: async () => (await visitor.call("Link", proof)).status,
        state: async () => (await userOfExternalLogin(db(), identity)) ?? null,
      };
    },
  };

  it("speaks the language that is kept with the account, whatever the page speaks that made the change", async () => {
    const person = await signedIn();
    const { id, email, browser } = person;
    await giveFactors(suite().server, person, ["authenticator", "pin"]);
    await db().updateTable("users").set({ language: "fr-CA" }).where("id", "=", id).execute();
    const returnUrl = await suite().server.addRequest({ ui_locales: "de" });
    const { status } = await browser.call("RemoveSecondFactor", { method: "pin" }, { returnUrl });
    expect(status).toBe(200);
    const [mail] = await messagesTo(suite().server, email);
    expect(mail).toMatchObject({ language: "fr-CA", text: expect.stringContaining("NIP par courriel") });
  });

  describe.each(Object.entries(changes))("%s", (_name, prepare) => {
    it("is there with the mail that tells of it, names the account and says when, before the sender is woken", async () => {
      const { email, username, make, state } = await prepare();
      const { server } = suite();
      const [before, mails] = [await state(), await messagesTo(server, email)];
      // On SQLite the sender asks by the connection of those who wrote.
      const other = database.kind === "sqlite" ? db() : database.connect().db;
      const waiting = () => other.selectFrom("messages").select("id").execute();
      const seen: ReturnType<typeof waiting>[] = [];
      server.services.wakeDelivery = () => {
        seen.push(waiting());
      };
      const status = await make().finally(() => {
        server.services.wakeDelivery = () => undefined;
      });
      expect([200, 209]).toContain(status);
      expect(await state()).not.toEqual(before);
      const [mail, ...older] = await messagesTo(server, email);
      expect(older).toHaveLength(mails.length);
      expect(mail?.text).toContain(` ${username} `);
      expect(mail?.text).toMatch(/\n\nTime: [^\n]* \(UTC\)\.\n\n/);
      const all = (await waiting()).length;
      expect(seen).not.toEqual([]);
      for (const rows of await Promise.all(seen)) expect(rows).toHaveLength(all);
    });

    it("does not happen where that mail cannot be put in line", async () => {
      const { email, make, state } = await prepare();
      const [before, mails] = [await state(), await messagesTo(suite().server, email)];
      await sql`alter table messages rename to messages_away`.execute(db());
      const status = await make().finally(() =>
        sql`alter table messages_away rename to messages`.execute(db()),
      );
      expect(status).toBe(500);
      expect(await state()).toEqual(before);
      expect(await messagesTo(suite().server, email)).toHaveLength(mails.length);
    });
  });
});
