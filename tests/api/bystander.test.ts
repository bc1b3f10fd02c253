import { randomUUID } from "node:crypto";
import { beforeEach, expect, it } from "vitest";
import { newRecoveryCodes } from "../../src/server/codes/recovery-codes.ts";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import {
  deleteAccount,
  disableAccount,
  makeRecoveryCodes,
  requireSecondFactor,
  resetSecondFactors,
  unlinkProvider,
} from "../../src/server/operators/accounts.ts";
import { changeAccount } from "../../src/server/operators/change-account.ts";
import { linkExternalLogin } from "../../src/server/store/external-logins.ts";
import { oidcRecords } from "../../src/server/store/oidc-records.ts";
import { rememberDevice } from "../../src/server/store/remembered-devices.ts";
import { findUser } from "../../src/server/store/users.ts";
import { minute } from "../../src/shared/durations.ts";
import { onEachDatabase } from "../support/databases.ts";
import { newestMessage } from "../support/messages.ts";
import {
  addPersonWith,
  appCode,
  giveCode,
  giveFactors,
  givePassword,
  sentCode,
} from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";

const newPassword = "seven slow boats upstream";
const bothTimes = { newPassword, confirmPassword: newPassword };

onEachDatabase((database) => {
  const server = suiteServer(database, {
    settings: {
      gateways: gatewaysOf({
        VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
        VESTIBULE_SMS_METHOD: "POST",
      }),
    },
  });
  const db = () => database.store().db;
  beforeEach(database.forgetTries);

  /** Somebody with all that an account can have: signed in here, before and after the second step elsewhere, known to an application. */
  const somebody = async () => {
    const { services, clock } = server();
    const person = await addPersonWith(server(), []);
    const { user } = person;
    const [customer] = await server().addCustomers(user, 2);
    const [browser, halfway, proven] = [server().browser(), server().browser(), server().browser()];
    await browser.signIn(user.username, testPassword);
    const device = new SoftwareAuthenticator(services.settings.publicUrl);
    const { json } = await browser.call("CredentialOptions");
    expect((await browser.call("RegisterCredential", device.register(json))).status).toBe(200);
    const codes = newRecoveryCodes().slice(0, 3);
    await giveFactors(server(), person, ["authenticator", "sms", "pin"], codes);
    for (const other of [halfway, proven]) expect((await givePassword(other, person)).status).toBe(200);
    expect((await proven.call("LoginWithRecoveryCode", { code: codes[2] })).status).toBe(200);
    const now = clock.now();
    const until = { userId: user.id, expiresAt: now + minute };
    await rememberDevice(db(), { idHash: randomUUID(), ...until }, now);
    const login = { issuer: "https://contoso.example", subject: randomUUID(), vendorId: "contoso" };
    await linkExternalLogin(db(), { ...login, userId: user.id, displayName: null }, now);
    const records = oidcRecords(db(), services.settings.secretKeys);
    const grant = { accountId: user.id, grantId: user.id };
    for (const model of ["Grant", "RefreshToken"]) await records.upsert(model, user.id, grant, minute, now);
    return { ...person, browser, halfway, device, codes, customer };
  };
  type Somebody = Awaited<ReturnType<typeof somebody>>;

  /** What is kept of an account, but for what waits to be sent or typed. */
  const keptOf = async ({ user: { id } }: Somebody) => {
    const tables = [
      "attempts",
      "credentials",
      "customer_uses",
      "external_logins",
      "memberships",
      "recovery_codes",
      "remembered_devices",
      "second_factors",
      "sessions",
    ] as const;
    const rows = await Promise.all([
      db().selectFrom("users").selectAll().where("id", "=", id).execute(),
      db().selectFrom("oidc_records").selectAll().where("grant_id", "=", id).execute(),
      ...tables.map((table) => db().selectFrom(table).selectAll().where("user_id", "=", id).execute()),
    ]);
    return rows.map((ofTable) => ofTable.map((row) => JSON.stringify(row)).sort());
  };

  const removeFactors = async ({ browser }: Somebody) => {
    for (const method of ["sms", "pin", "authenticator"])
      expect((await browser.call("RemoveSecondFactor", { method })).json).toEqual({ outcome: "removed" });
  };

  it.each<[string, (person: Somebody) => Promise<unknown>]>([
    [
      "changes the password",
      async ({ browser }) => browser.call("ChangePassword", { currentPassword: testPassword, ...bothTimes }),
    ],
    [
      "resets the password",
      async ({ user, email }) => {
        const browser = server().browser();
        await browser.call("Recover", { username: user.username });
        const { link } = await newestMessage(server(), email);
        return browser.call("ResetPassword", { state: link.searchParams.get("state"), ...bothTimes });
      },
    ],
    [
      "changes the mail address",
      async ({ browser }) => {
        const email = `${randomUUID()}@new.example`;
        await browser.call("UpdateContact", { email });
        return browser.call("ConfirmContact", { code: await sentCode(server(), email) });
      },
    ],
    [
      "chooses a customer",
      ({ browser, customer }) => browser.call("SelectCustomer", { customerId: customer?.id }),
    ],
    ["chooses a language", ({ browser }) => browser.call("SetLanguage", undefined, { language: "de" })],
    ["removes every second factor", removeFactors],
    [
      "sets up another app",
      async ({ browser }) => {
        const wizard = wizardOf(server(), browser);
        const [code = ""] = await wizard.prove("authenticator");
        return wizard.enable(code);
      },
    ],
    [
      "signs in with a code of the app",
      ({ halfway }) => giveCode(halfway, "authenticator", appCode(server())),
    ],
    [
      "signs in with a mailed PIN",
      async ({ halfway, email }) => {
        await halfway.call("ChooseSecondFactor", { method: "pin" });
        return giveCode(halfway, "pin", await sentCode(server(), email));
      },
    ],
    [
      "signs in with a recovery code",
      async ({ halfway, codes }) => {
        await halfway.call("LoginWithRecoveryCode", { code: codes[0] });
        return halfway.call("Next", undefined, { button: "continue" });
      },
    ],
    [
      "signs in with a device",
      async ({ device }) => {
        const browser = server().browser();
        const { json } = await browser.call("AssertionOptions", {});
        return browser.call("SecureLogin", device.assert(json));
      },
    ],
    ["forgets where no second step is asked for", ({ browser }) => browser.call("ForgetRememberedDevices")],
    [
      "names a device",
      ({ browser, device: { id } }) => browser.call("RenameCredential", { id, name: "Mine" }),
    ],
    ["removes a device", ({ browser, device: { id } }) => browser.call("RemoveCredential", { id })],
    ["signs out", ({ browser }) => browser.call("Logout", {})],
    ["signs out everywhere", ({ browser }) => browser.call("Logout", { scope: "everywhere" })],
    [
      "is given another phone number",
      async ({ user }) => {
        const asItIs = (await findUser(db(), user.id)) ?? user;
        return changeAccount(server().services, asItIs, { phone: "+15550100" });
      },
    ],
    ["has to have a second factor", ({ user }) => requireSecondFactor(server().services, user, true)],
    ["is given other recovery codes", ({ user }) => makeRecoveryCodes(server().services, user)],
    ["loses the second factors to operators", ({ user }) => resetSecondFactors(server().services, user)],
    ["is unlinked from a provider", ({ user }) => unlinkProvider(server().services, user, "contoso")],
    ["is disabled", ({ user }) => disableAccount(server().services, user)],
    [
      "is deleted",
      async ({ user }) => {
        await disableAccount(server().services, user);
        return deleteAccount(server().services, user);
      },
    ],
  ])("somebody who %s changes nothing of anybody else's", async (_what, act) => {
    const [person, bystander] = [await somebody(), await somebody()];
    const [own, before] = [await keptOf(person), await keptOf(bystander)];
    await act(person);
    expect(await keptOf(person)).not.toEqual(own);
    expect(await keptOf(bystander)).toEqual(before);
  });

  it("an account that is deleted takes no other with it that is disabled", async () => {
    const [user, other] = [
      await server().addUser({ disabled: true }),
      await server().addUser({ disabled: true }),
    ];
    expect(await deleteAccount(server().services, user)).toBe(true);
    expect(await findUser(db(), user.id)).toBeUndefined();
    expect(await findUser(db(), other.id)).toEqual(other);
  });

  it("a first device gives nobody else the name that its person has for devices", async () => {
    const other = await server().addUser();
    await somebody();
    expect(await findUser(db(), other.id)).toEqual(other);
  });
});
