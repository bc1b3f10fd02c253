import { randomUUID } from "node:crypto";
import { userInfo } from "node:os";
import { beforeEach, describe, expect, it } from "vitest";
import { factorBudget } from "../../src/server/account/guess.ts";
import { mayReach } from "../../src/server/account/messages/send-limits.ts";
import { cookieNames } from "../../src/server/cookies.ts";
import { type AccountEventName, accountEvents } from "../../src/server/domain/account-events.ts";
import { endExpiredSessions } from "../../src/server/oidc/session-life.ts";
import {
  deleteAccount,
  disableAccount,
  enableAccount,
  mailRecoveryCodeLink,
  removeDevice,
  requireSecondFactor,
  unlinkProvider,
  unlockAccount,
} from "../../src/server/operators/accounts.ts";
import { changeAccount } from "../../src/server/operators/change-account.ts";
import { readAudit } from "../../src/server/store/audit.ts";
import { rememberDevice } from "../../src/server/store/remembered-devices.ts";
import type { Db } from "../../src/server/store/tables.ts";
import { takeTry } from "../../src/server/store/throttle.ts";
import { findUser, holdAccount, setDeviceOfferAt, type User } from "../../src/server/store/users.ts";
import { hour, minute } from "../../src/shared/durations.ts";
import { givePass } from "../support/captcha.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { addPersonWith, appCode, giveCode, givePassword, sentCode } from "../support/second-factors.ts";
import { testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import type { TestClient } from "../support/test-client.ts";
import { vendorSuite } from "../support/vendor-suite.ts";
import { whileHeld } from "../support/while-held.ts";
import { wrongCode } from "../support/wrong-code.ts";

const forgery = '"}\r\n{"level":"info","event":"signIn.completed"}\u001b[31m';
const recoveryCodes = ["40718266359417052883", "40718266359417052884"];
const newPassword = "seven slow boats upstream";

onEachDatabase((database) => {
  const every: string[] = [];
  const suite = vendorSuite(database);
  const server = () => suite().server;
  const db = () => database.store().db;

  beforeEach(database.forgetTries);

  /** What somebody has typed or held, which must stand nowhere. */
  const secrets = new Set<string>([testPassword, newPassword, ...recoveryCodes]);

  /**
   * The events that `work` leaves: each one row and one line that say the same, when, whose, from where and under which
   * support code; no secret, and nothing that was typed as a line of its own. `isKept` false: lines alone, and no row.
   */
  async function left(work: () => Promise<unknown>, isKept = true): Promise<AccountEventName[]> {
    const before = new Set((await readAudit(db(), {}, { limit: 10_000 })).map(({ id }) => id));
    const logged = server().log.length;
    await work();
    const rows = (await readAudit(db(), {}, { limit: 10_000 })).filter(({ id }) => !before.has(id));
    const written = server().log.slice(logged);
    for (const entry of written) expect(entry.trimEnd().split("\n")).toHaveLength(1);
    const lines = written.map((entry) => JSON.parse(entry)).filter(({ msg }) => msg === "account event");
    const shared = ({ event, userId, address, supportCode, detail }: Record<string, unknown>) =>
      JSON.stringify([event, userId ?? null, address ?? null, supportCode ?? null, detail ?? {}]);
    const kept = isKept ? lines.map(shared).sort() : [];
    expect(rows.map((row) => shared({ ...row })).sort()).toEqual(kept);
    for (const line of lines) expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT.*Z$/);
    const told = JSON.stringify(rows) + written.join("");
    for (const secret of secrets) expect(told, secret.slice(0, 6)).not.toContain(secret);
    expect(told).not.toContain("\u001b");
    expect(told).not.toContain("[31m");
    const events = lines.map(({ event }) => event);
    every.push(...events);
    return events;
  }

  async function signedIn(user?: User): Promise<{ user: User; browser: TestClient }> {
    const owner = user ?? (await server().addUser({ email: `${randomUUID()}@payroll.example` }));
    const browser = server().browser();
    expect((await browser.signIn(owner.username, testPassword)).status).toBe(209);
    secrets.add(browser.cookies.get(cookieNames.session) ?? "");
    return { user: owner, browser };
  }
  const login = (browser: TestClient, username: string, password = testPassword) =>
    browser.call("Login", { username, password });

  describe("a password", () => {
    it("that is right leaves its proof and the sign-in", async () => {
      const user = await server().addUser();
      const events = await left(() => login(server().browser(), user.username));
      expect(events).toEqual(["signIn.passwordProven", "signIn.completed"]);
    });

    it("that is wrong, or of a name that nobody has, leaves a failure and no typed name", async () => {
      const user = await server().addUser();
      expect(await left(() => login(server().browser(), user.username, forgery))).toEqual(["signIn.failed"]);
      const typed = `canary ${randomUUID()}`;
      secrets.add(typed);
      expect(await left(() => login(server().browser(), typed, typed))).toEqual(["signIn.failed"]);
      expect(await left(() => login(server().browser(), forgery, forgery))).toEqual(["signIn.failed"]);
    });

    it("behind a lock leaves that it was locked", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      for (let count = 0; count < 5; count += 1) {
        await givePass(server(), browser);
        await login(browser, user.username, "wrong");
      }
      expect(await left(() => login(browser, user.username))).toEqual(["signIn.locked"]);
    });

    it("behind a lock of the address alone fills no audit, whoever is named", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      await login(browser, user.username, "wrong");
      await db()
        .updateTable("throttle")
        .set({ locked_until: server().clock.now() + 60_000, expires_at: server().clock.now() + 60_000 })
        .where("key", "like", "address:%")
        .execute();
      expect(await left(() => login(browser, user.username), false)).toEqual(["signIn.locked"]);
      expect(await left(() => login(browser, "nobody at all"), false)).toEqual(["signIn.locked"]);
    });

    it("that is changed leaves wrong ones, that they were too many, the proof, the change, and the end of the session elsewhere", async () => {
      const { user, browser } = await signedIn();
      await signedIn(user);
      const change = (currentPassword: string) =>
        left(() =>
          browser.call("ChangePassword", { currentPassword, newPassword, confirmPassword: newPassword }),
        );
      for (let count = 0; count < 5; count += 1) {
        await givePass(server(), browser);
        expect(await change("wrong")).toEqual(["password.changeFailed"]);
      }
      expect(await change(testPassword)).toEqual(["signIn.locked"]);
      server().clock.advance(minute);
      expect(await change(testPassword)).toEqual([
        "signIn.passwordProven",
        "session.ended",
        "password.changed",
      ]);
    });

    it("that is forgotten leaves the question and the reset, a made-up link a failure", async () => {
      const user = await server().addUser({ email: `${randomUUID()}@payroll.example` });
      const browser = server().browser();
      const ask = (username: string) => left(() => browser.call("Recover", { username }));
      expect(await ask(forgery)).toEqual(["password.recoveryAsked"]);
      expect(await ask(user.username)).toEqual(["password.recoveryAsked"]);
      const [mail] = await messagesTo(server(), user.email);
      const state = /state=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
      secrets.add(state);
      const reset = (given: string) =>
        left(() =>
          browser.call("ResetPassword", { state: given, newPassword, confirmPassword: newPassword }),
        );
      expect(await reset("m".repeat(43))).toEqual(["password.resetFailed"]);
      expect(await reset(state)).toEqual(["password.reset"]);
    });
  });

  it("an account that nothing could let in, or that no mail could reach, leaves why", async () => {
    const reasons = async (user: User) => {
      const browser = server().browser();
      await left(() => login(browser, user.username));
      await left(() => browser.call("Recover", { username: user.username }));
      await left(() =>
        browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: user.username }),
      );
      const rows = await readAudit(db(), { userId: user.id }, { limit: 10 });
      return rows.map(({ event, detail }) => `${event} ${detail.reason ?? "-"}`);
    };
    const email = () => `${randomUUID()}@payroll.example`;
    const out = await server().addUser({ email: email(), disabled: true });
    expect(await reasons(out)).toEqual([
      "signIn.failed disabled",
      "password.recoveryAsked disabled",
      "signIn.tokenAsked disabled",
    ]);
    const passwordless = await server().addUser({ email: email(), passwordPhc: null });
    expect(await reasons(passwordless)).toEqual([
      "signIn.failed noPassword",
      "password.recoveryAsked -",
      "signIn.tokenAsked -",
    ]);
    const unreached = await server().addUser();
    expect((await reasons(unreached)).slice(-2)).toEqual([
      "password.recoveryAsked noAddress",
      "signIn.tokenAsked noAddress",
    ]);
    const often = await server().addUser({ email: email() });
    const target = { purpose: "passwordReset", channel: "mail", to: often.email ?? "" } as const;
    while (await mayReach({ services: server().services }, target));
    expect(await reasons(often)).toContain("password.recoveryAsked tooManyMails");
  });

  describe("a second factor", () => {
    it("leaves each wrong try, the lock, the proof and the sign-in", async () => {
      const person = await addPersonWith(server(), ["authenticator"], recoveryCodes);
      const tries: string[] = [];
      for (let count = 0; count < 11; count += 1) {
        const browser = server().browser();
        await givePassword(browser, person);
        tries.push(...(await left(() => giveCode(browser, "authenticator", wrongCode(appCode(server()))))));
      }
      expect(tries).toEqual([...Array(10).fill("signIn.secondFactorFailed"), "signIn.secondFactorLocked"]);
      server().clock.advance(31_000);
      const browser = server().browser();
      await givePassword(browser, person);
      const proven = await left(() => giveCode(browser, "authenticator", appCode(server())));
      expect(proven).toEqual(["signIn.secondFactorProven", "signIn.completed"]);
      const other = server().browser();
      await givePassword(other, person);
      const recovered = await left(() => other.call("LoginWithRecoveryCode", { code: recoveryCodes[0] }));
      expect(recovered).toEqual(["signIn.secondFactorProven"]);
      const last = server().browser();
      await givePassword(last, person);
      const ended = await left(async () => {
        for (let count = 0; count < 5; count += 1)
          await giveCode(last, "authenticator", wrongCode(appCode(server())));
      });
      expect(ended).toEqual(Array(5).fill("signIn.secondFactorFailed"));
    });

    it("that is set up and removed leaves the wrong code, the activation and the removal", async () => {
      const { user, browser } = await signedIn();
      const wizard = wizardOf(server(), browser);
      await wizard.choose("authenticator");
      const { sharedKey } = (await wizard.view()).authenticator;
      secrets.add(sharedKey.replaceAll(" ", ""));
      const right = await wizard.code();
      const validate = (code: string) =>
        left(() => browser.call("Validate2faSetupCode", { method: "authenticator", code }));
      expect(await validate(wrongCode(right))).toEqual(["secondFactor.setupFailed"]);
      expect(await validate(right)).toEqual([]);
      const [code = ""] = (await wizard.view()).recoveryCodes;
      secrets.add(code);
      await signedIn(user);
      expect(await left(() => wizard.enable(code))).toEqual(["session.ended", "secondFactor.enabled"]);
      const { store, now } = server().services;
      await rememberDevice(store.db, { idHash: user.id, userId: user.id, expiresAt: now() + 1 }, now());
      const forget = () => left(() => browser.call("ForgetRememberedDevices"));
      expect(await forget()).toEqual(["secondFactor.devicesForgotten"]);
      expect(await forget()).toEqual([]);
      const remove = () => left(() => browser.call("RemoveSecondFactor", { method: "authenticator" }));
      expect(await remove()).toEqual(["secondFactor.removed"]);
    });

    it("whose recovery codes are collected leaves that, and a made-up link a refusal", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      expect(await left(() => mailRecoveryCodeLink(server().services, person.user))).toEqual([
        "recoveryCodes.linkSent",
      ]);
      const [mail] = await messagesTo(server(), person.email);
      const id = /id=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
      secrets.add(id);
      const browser = server().browser();
      const collect = (given: string) => left(() => browser.call("RedeemRecoveryCode", {}, { id: given }));
      expect(await collect("m".repeat(43))).toEqual(["recoveryCodes.refused"]);
      expect(await collect(id)).toEqual(["recoveryCodes.renewed"]);
    });
  });

  it("a one-time token leaves the question, each wrong one, the proof and the sign-in", async () => {
    const user = await server().addUser({ email: `${randomUUID()}@payroll.example` });
    const browser = server().browser();
    const ask = (username: string) =>
      left(() => browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username }));
    expect(await ask(forgery)).toEqual(["signIn.tokenAsked"]);
    expect(await ask(user.username)).toEqual(["signIn.tokenAsked"]);
    const code = await sentCode(server(), user.email ?? "");
    const give = (token: string) => left(() => browser.call("LoginWithOTT", { token }));
    expect(await give(wrongCode(code))).toEqual(["signIn.failed"]);
    expect(await give("m".repeat(43))).toEqual(["signIn.failed"]);
    expect(await give(code)).toEqual(["signIn.tokenProven", "signIn.completed"]);
  });

  it("a device leaves its registration, name, use, refusals and removal", async () => {
    const { user, browser } = await signedIn();
    await signedIn(user);
    const device = new SoftwareAuthenticator(suite().origin, { counts: true });
    const options = async () =>
      (await browser.call("CredentialOptions", undefined, { displayName: "x" })).json;
    const register = async (from: SoftwareAuthenticator, deviation = {}) => {
      const attestation = from.register(await options(), deviation);
      return left(() => browser.call("RegisterCredential", attestation));
    };
    expect(await register(device, { origin: "https://evil.example" })).toEqual(["credential.refused"]);
    expect(await register(device)).toEqual(["session.ended", "credential.added"]);
    const { id } = device;
    const name = '"} {"event":"signIn.completed"}';
    expect(await left(() => browser.call("RenameCredential", { id, name }))).toEqual(["credential.renamed"]);
    const signIn = async (deviation = {}) => {
      const visitor = server().browser();
      const { json } = await visitor.call("AssertionOptions", {});
      return left(() => visitor.call("SecureLogin", device.assert(json, deviation)));
    };
    expect(await signIn({ stranger: true })).toEqual(["signIn.failed"]);
    expect(await signIn({ counter: 7 })).toEqual(["signIn.credentialProven", "signIn.completed"]);
    expect(await signIn({ counter: 3 })).toEqual(["credential.counterBack", "signIn.failed"]);
    expect(await left(() => browser.call("RemoveCredential", { id }))).toEqual([
      "session.ended",
      "credential.removed",
    ]);
    const another = new SoftwareAuthenticator(suite().origin);
    await register(another);
    expect(await left(() => removeDevice(server().services, user, another))).toEqual([
      "session.ended",
      "credential.removed",
    ]);
  });

  it("the offer of a device that is declined leaves so", async () => {
    const user = await server().addUser();
    await setDeviceOfferAt(db(), user.id, 0);
    const browser = server().browser();
    await login(browser, user.username);
    expect(await left(() => browser.call("SkipFido"))).toEqual(["credential.declined"]);
    expect(await left(() => browser.call("SkipFido"))).toEqual([]);
  });

  if (database.kind === "postgres")
    it("the offer of a device that is declined by two presses at once leaves so once", async () => {
      const user = await server().addUser({ deviceOfferAt: 0 });
      const browser = server().browser();
      await login(browser, user.username);
      const hold = (transaction: Db) => holdAccount(transaction, user.id);
      const both = () => Promise.all([1, 2].map(() => browser.call("SkipFido")));
      const statuses = () => whileHeld(database, hold, both, 2);
      expect(await left(statuses)).toEqual(["credential.declined"]);
    });

  it("a provider leaves its proof, its refusals, and the link that an account has proven", async () => {
    const [visitor, person] = [server().browser(), suite().person()];
    const user = await server().addUser();
    const away = new URL(await suite().wayOut(visitor));
    const denied = { error: "access_denied", state: away.searchParams.get("state") ?? "" };
    // What is no account's anybody may begin and have refused as often as they like.
    for (let turn = 0; turn < 2; turn += 1)
      expect(await left(() => suite().callback(visitor, denied), false)).toEqual(["signIn.vendorRefused"]);
    const tickets = () => db().selectFrom("tickets").selectAll().execute();
    const before = await tickets();
    for (const work of [
      () => suite().callback(server().browser(), { ...denied, state: "m" }),
      () => server().browser().send("/connect/vendor/m"),
    ])
      expect(await left(work, false)).toEqual(["signIn.vendorRefused"]);
    expect(await tickets()).toEqual(before);
    expect(await left(() => suite().signIn(visitor, person))).toEqual([]);
    const proof = { username: user.username, password: testPassword };
    expect(await left(() => visitor.call("Link", { ...proof, password: "wrong" }))).toEqual([
      "signIn.failed",
    ]);
    expect(await left(() => visitor.call("Link", proof))).toEqual([
      "signIn.passwordProven",
      "externalLogin.linked",
      "signIn.completed",
    ]);
    const { services } = server();
    const unlink = () => left(() => unlinkProvider(services, user, "contoso"));
    expect(await unlink()).toEqual(["session.ended", "externalLogin.removed"]);
    expect(await unlink()).toEqual([]);
    await suite().linked(person, user);
    const disabled = suite().person();
    await suite().linked(disabled, await server().addUser({ disabled: true }));
    expect(await left(() => suite().signIn(server().browser(), disabled))).toEqual(["signIn.vendorRefused"]);
    const again = server().browser();
    expect(await left(() => suite().signIn(again, person))).toEqual([
      "signIn.vendorProven",
      "signIn.completed",
    ]);
    const { json } = await again.call("Logout", {});
    const asked = await again.call("UpstreamLogout", { logoutId: json.logoutId }, { button: "signout" });
    const state = new URL(asked.json.redirect).searchParams.get("state") ?? "";
    const back = () => again.send(`/signout-callback-oidc/contoso?${new URLSearchParams({ state })}`);
    expect(await left(back)).toEqual(["signOut.vendor"]);
  });

  it("an identity that somebody else has linked meanwhile leaves a refusal", async () => {
    const person = suite().person();
    const [first, second] = [server().browser(), server().browser()];
    for (const browser of [first, second]) await suite().signIn(browser, person);
    const owner = await addPersonWith(server(), ["authenticator"]);
    const proof = { username: owner.user.username, password: testPassword };
    expect(await left(() => first.call("Link", proof))).toEqual(["signIn.passwordProven"]);
    const { username } = await server().addUser();
    await second.call("Link", { username, password: testPassword });
    expect(await left(() => giveCode(first, "authenticator", appCode(server())))).toEqual([
      "signIn.secondFactorProven",
      "externalLogin.refused",
      "signIn.completed",
    ]);
  });

  it("the own mail address leaves a wrong code and the change", async () => {
    const { browser } = await signedIn();
    const email = `${randomUUID()}@new.example`;
    await browser.call("UpdateContact", { email });
    const code = await sentCode(server(), email);
    const confirm = (typed: string) => left(() => browser.call("ConfirmContact", { code: typed }));
    expect(await confirm(wrongCode(code))).toEqual(["contact.failed"]);
    expect(await confirm(code)).toEqual(["contact.changed"]);
  });

  it("the choice of a customer leaves which", async () => {
    const user = await server().addUser();
    const [customer] = await server().addCustomers(user, 2);
    // A choice is still owed.
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    const choose = () => left(() => browser.call("SelectCustomer", { customerId: customer?.id }));
    expect(await choose()).toEqual(["customer.chosen"]);
    const rows = await readAudit(db(), { userId: user.id }, { limit: 10 });
    expect(rows.at(-1)?.detail).toEqual({ customerId: customer?.id });
  });

  describe("the end of a session", () => {
    if (database.kind === "postgres")
      it("everywhere, that its person wants in two browsers at once, leaves each session once", async () => {
        const { user, browser } = await signedIn();
        const other = server().browser();
        await other.signIn(user.username, testPassword);
        const hold = (transaction: Db) => holdAccount(transaction, user.id);
        const both = () =>
          Promise.all([browser, other].map((one) => one.call("Logout", { scope: "everywhere" })));
        const written = await left(() => whileHeld(database, hold, both, 2));
        expect(written.sort()).toEqual(["session.ended", "signOut"]);
      });

    it("that its person wants, here or by a page that nobody used, leaves the sign-out and why", async () => {
      const { user, browser } = await signedIn();
      expect(await left(() => browser.call("Logout", {}))).toEqual(["signOut"]);
      const idle = await signedIn(user);
      const end = () => left(() => idle.browser.call("SilentLogout", { reason: "inactivity" }));
      expect(await end()).toEqual(["signOut"]);
      const rows = await readAudit(db(), { userId: user.id }, { limit: 20 });
      const reasons = rows.flatMap(({ event, detail }) => (event === "signOut" ? [detail.reason] : []));
      expect(reasons).toEqual(["signedOut", "inactivity"]);
    });

    it("by itself, or by another person in the same browser, leaves so once", async () => {
      const { browser } = await signedIn();
      const other = await server().addUser();
      expect(await left(() => login(browser, other.username))).toEqual([
        "signIn.passwordProven",
        "signIn.completed",
        "session.ended",
      ]);
      await endExpiredSessions(server().services);
      await db().updateTable("sessions").set({ expires_at: 0 }).where("user_id", "=", other.id).execute();
      const sweep = () => Promise.all([1, 2].map(() => endExpiredSessions(server().services)));
      expect(await left(sweep)).toEqual(["session.ended"]);
      server().clock.advance(hour);
    });
  });

  it("what an operator does to an account leaves that an operator did", async () => {
    const user = await server().addUser();
    const { services } = server();
    expect(await left(() => disableAccount(services, user))).toEqual(["account.disabled"]);
    const other = await server().addUser();
    expect(await left(() => deleteAccount(services, other))).toEqual([]);
    expect(await left(() => enableAccount(services, user))).toEqual(["account.enabled"]);
    expect(await left(() => requireSecondFactor(services, user, true))).toEqual(["secondFactor.required"]);
    expect(await left(() => requireSecondFactor(services, user, false))).toEqual([
      "secondFactor.notRequired",
    ]);
    await takeTry(db(), factorBudget(user.id).key, factorBudget(user.id).policy, server().clock.now());
    expect(await left(() => unlockAccount(services, user))).toEqual(["account.unlocked"]);
    expect(await left(() => unlockAccount(services, user))).toEqual([]);
    const rows = await readAudit(db(), { userId: user.id }, { limit: 10 });
    const login = process.env.SUDO_USER || userInfo().username;
    expect(rows.map(({ detail }) => detail)).toEqual(Array(5).fill({ by: "operator", login }));
    const phone = "+15550100299";
    secrets.add(phone);
    const asItIs = (await findUser(db(), user.id)) ?? user;
    expect(await left(() => changeAccount(services, asItIs, { phone }))).toEqual(["account.changed"]);
    const [changed] = await readAudit(db(), { userId: user.id }, { limit: 1, after: rows.at(-1) });
    expect(changed?.detail).toEqual({ by: "operator", login, changed: ["phone"] });
    await disableAccount(services, user);
    expect(await left(() => deleteAccount(services, user))).toEqual(["account.deleted"]);
  });

  it("what cannot be written down does not happen", async () => {
    const { browser, user } = await signedIn();
    const { services } = server();
    const refused: unknown[] = [];
    await db().schema.alterTable("audit").renameTo("audit_away").execute();
    try {
      refused.push((await browser.call("Next", undefined, { button: "switch" })).status);
      const asked = requireSecondFactor(services, user, true);
      refused.push(await asked.catch(() => "failed"));
    } finally {
      await db().schema.alterTable("audit_away").renameTo("audit").execute();
    }
    expect(refused).toEqual([500, "failed"]);
    const sessions = db().selectFrom("sessions").select("user_id").where("user_id", "=", user.id);
    expect(await sessions.execute()).toHaveLength(1);
    expect(await findUser(db(), user.id)).toMatchObject({ secondFactorRequired: false });
  });

  it("nothing that is known to happen to an account was left out above", () => {
    // Operators' commands add accounts, as rows alone (import-command.test.ts, add-account-command.test.ts).
    const byCommand = ["account.added", "password.linkSent"];
    expect([...new Set([...every, ...byCommand])].sort()).toEqual([...accountEvents].sort());
  });
});
