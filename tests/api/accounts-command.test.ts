import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { factorBudget, nameBudget } from "../../src/server/account/guess.ts";
import { disableAccount, resetSecondFactors } from "../../src/server/operators/accounts.ts";
import { readAudit } from "../../src/server/store/audit.ts";
import { readTries, takeTry } from "../../src/server/store/throttle.ts";
import { findUser, findUserByName, setSecondFactorRequired } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { runOperator } from "../support/operator-command.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const environment = () => ({
    VESTIBULE_SECRET_KEY: server().services.settings.secretKeys[0].toString("base64"),
  });
  const users = (...options: string[]) =>
    runOperator(database, "users", options, { environment: environment() });
  async function eventsOf(userId: string) {
    const rows = await readAudit(database.store().db, { userId }, { limit: 100 });
    return rows.filter(({ detail }) => detail.by === "operator").map(({ event }) => event);
  }

  describe("npm run users", () => {
    it("disables an account: it is out at once and refused as one that does not exist, until it is enabled", async () => {
      const browser = server().browser();
      const { id, username } = await server().addUser();
      await browser.signIn(username, testPassword);
      expect(await browser.isSignedIn()).toBe(true);
      const { code, output } = await users("disable", username.toUpperCase());
      expect([code, output]).toEqual([0, `${username} is disabled, and signed out everywhere.\n`]);
      expect(await browser.isSignedIn()).toBe(false);
      const refused = await server().browser().call("Login", { username, password: testPassword });
      const nobody = await server().browser().call("Login", { username: "nobody", password: testPassword });
      expect([refused.status, refused.json.errors]).toEqual([nobody.status, nobody.json.errors]);
      expect((await users("disable", username)).output).toBe(`${username} is disabled already.\n`);
      expect((await users("disable", username, "--undo")).output).toBe(`${username} can sign in again.\n`);
      expect((await server().browser().signIn(username, testPassword)).status).toBe(209);
      expect(await browser.isSignedIn()).toBe(false);
      expect(await eventsOf(id)).toEqual(["account.disabled", "account.enabled"]);
    });

    it("deletes an account that is disabled, with all that hangs on it but what was written down", async () => {
      const person = await addPersonWith(server(), ["sms", "authenticator"], ["12345678901234567890"]);
      const { id, username } = person.user;
      await server().addCustomers(person.user, 2);
      await givePassword(server().browser(), person);
      expect(await users("delete", username)).toEqual({
        code: 1,
        error: `${username} is not disabled. Disable the account first: that signs out everywhere.\n`,
        output: "",
      });
      await users("disable", username);
      expect(await users("delete", username)).toEqual({
        code: 0,
        error: "",
        output: `${username} is deleted. The audit calls it ${id}.\n`,
      });
      const { db } = database.store();
      const tables = ["memberships", "second_factors", "recovery_codes", "sessions", "attempts"] as const;
      for (const table of tables)
        expect(await db.selectFrom(table).selectAll().where("user_id", "=", id).execute()).toEqual([]);
      expect(await eventsOf(id)).toEqual(["account.disabled", "account.deleted"]);
      expect((await users("delete", username)).error).toBe(`No account is called "${username}".\n`);
      const again = await server().addUser({ username });
      expect(again.id).not.toBe(id);
      // A backup that was restored has it again, perhaps under another name.
      const restored = await server().addUser({ id, disabled: true });
      expect((await users("delete", id)).output).toBe(
        `${restored.username} is deleted. The audit calls it ${id}.\n`,
      );
      expect((await server().browser().signIn(username, testPassword)).status).toBe(209);
    });

    it("shuts an account although the file of applications is half written, and says what that means", async () => {
      const folder = await mkdtemp(join(tmpdir(), "vestibule-half-"));
      const broken = join(folder, "clients.json");
      await writeFile(broken, '{"clients": {');
      const { id, username } = await server().addUser();
      const halfWritten = { ...environment(), VESTIBULE_CLIENTS_FILE: broken };
      const options = { environment: halfWritten };
      const { code, output, error } = await runOperator(database, "users", ["disable", username], options);
      await rm(folder, { recursive: true });
      expect([code, output]).toEqual([0, `${username} is disabled, and signed out everywhere.\n`]);
      expect(error).toMatch(/clients\.json:1:\d+ .*no application is told of sessions that end/);
      expect((await findUser(database.store().db, id))?.disabled).toBe(true);
    });

    it("unlocks an account, also in the browser that keeps its name, and no other one", async () => {
      const [{ id, username }, other] = [await server().addUser(), await server().addUser()];
      const { db } = database.store();
      const name = nameBudget(username);
      const own = [name, { ...name, key: `${name.key} as a browser keeps it` }, factorBudget(id)];
      const budgets = [...own, nameBudget(other.username)];
      const now = server().clock.now();
      for (const { key, policy } of budgets)
        for (let tries = 0; tries < 12; tries += 1) await takeTry(db, key, policy, now);
      const keys = budgets.map(({ key }) => key);
      const locked = async () =>
        (await readTries(db, keys, now)).map((tries) => (tries?.lockedUntil ?? 0) > now);
      expect(await locked()).toEqual([true, true, true, true]);
      expect(await users("unlock", username)).toEqual({
        code: 0,
        error: "",
        output: `${username} can try again at once.\n`,
      });
      expect(await locked()).toEqual([false, false, false, true]);
      expect((await server().browser().signIn(username, testPassword)).status).toBe(209);
      expect(await eventsOf(id)).toEqual(["account.unlocked"]);
      expect((await users("unlock", username)).output).toBe(
        `${username} has no failed sign-ins that count.\n`,
      );
    });

    it("requires a second factor of an account, and no longer", async () => {
      const { id, username } = await server().addUser();
      const required = async () => (await findUser(database.store().db, id))?.secondFactorRequired;
      await users("require-2fa", username);
      const answer = await server().browser().call("Login", { username, password: testPassword });
      expect([await required(), answer.json.outcome]).toEqual([true, "twoFactorSetupRequired"]);
      await users("require-2fa", username, "--undo");
      expect(await required()).toBe(false);
      expect(await eventsOf(id)).toEqual(["secondFactor.required", "secondFactor.notRequired"]);
    });

    it("removes all second factors, signs out everywhere and tells the person", async () => {
      const person = await addPersonWith(server(), ["sms", "authenticator"], ["12345678901234567890"]);
      const browser = server().browser();
      await givePassword(browser, person);
      const { json } = await giveCode(browser, "authenticator", appCode(server()));
      await browser.call("Exchange", { state: json.state });
      expect(await browser.isSignedIn()).toBe(true);
      const { code, output, error } = await users("reset-2fa", person.user.username);
      expect([code, error]).toEqual([0, ""]);
      expect(output).toBe(`${person.user.username} has no second factor any more (authenticator, sms).\n`);
      expect(await browser.isSignedIn()).toBe(false);
      expect((await server().browser().signIn(person.user.username, testPassword)).status).toBe(209);
      expect(await eventsOf(person.user.id)).toEqual(["secondFactor.removed", "secondFactor.removed"]);
      const [mail] = await messagesTo(server(), person.email);
      expect(JSON.stringify(mail)).toContain("Two-factor authentication is off");
    });

    it("tells a person who needs a second factor that a new one is set up, not that the password is enough", async () => {
      const person = await addPersonWith(server(), ["authenticator"], []);
      await setSecondFactorRequired(database.store().db, person.user.id, true);
      const user = await findUser(database.store().db, person.user.id);
      await resetSecondFactors(server().services, user ?? person.user);
      const [mail] = await messagesTo(server(), person.email);
      expect(mail?.text).toContain("set up a new second step when you next sign in");
      expect(mail?.text).not.toContain("password alone");
    });

    it("leaves who did it in the audit, and out of what the person gets", async () => {
      const { id, username } = await server().addUser();
      const as = { environment: { ...environment(), SUDO_USER: "ada" } };
      await runOperator(database, "users", ["require-2fa", username], as);
      const [row] = await readAudit(database.store().db, { userId: id }, { limit: 1 });
      expect(row?.detail).toEqual({ by: "operator", login: "ada" });
      const { events } = JSON.parse((await users("export", username)).output);
      expect(events).toMatchObject([{ event: "secondFactor.required", detail: { by: "operator" } }]);
      expect(JSON.stringify(events)).not.toContain("ada");
    });

    it("says whose a mail address is that was named for a user name", async () => {
      const email = `${randomBytes(6).toString("hex")}@payroll.example`;
      const named = [await server().addUser({ email }), await server().addUser({ email })];
      const [first, second] = named.map(({ username }) => username).sort();
      expect(await users("unlock", ` ${email.toUpperCase()} `)).toEqual({
        code: 1,
        output: "",
        error: `No account is called " ${email.toUpperCase()} ". It is the mail address of ${first}, ${second}.\n`,
      });
    });

    it("makes recovery codes that sign in, in place of those before, and tells them once", async () => {
      const old = "12345678901234567890";
      const person = await addPersonWith(server(), ["authenticator"], [old]);
      const { username, id } = person.user;
      const { code, output } = await users("codes", username);
      const codes = output.match(/^\d{5} \d{5} \d{5} \d{5}$/gm) ?? [];
      expect([code, codes.length]).toEqual([0, 10]);
      const browser = server().browser();
      await givePassword(browser, person);
      expect((await browser.call("LoginWithRecoveryCode", { code: old })).status).toBe(400);
      expect((await browser.call("LoginWithRecoveryCode", { code: codes[0] })).json.outcome).toBe("codeUsed");
      expect(await eventsOf(id)).toEqual(["recoveryCodes.renewed"]);
      const without = await server().addUser();
      const refused = await users("codes", without.username);
      expect([refused.code, refused.output]).toEqual([1, ""]);
      expect(refused.error).toContain("has no second factor that recovery codes could stand in for");
    });

    it("mails a link at which new recovery codes are collected, and shows none", async () => {
      const { user, email } = await addPersonWith(server(), ["authenticator"]);
      const origin = "http://localhost:5400";
      const key = server().services.settings.secretKeys[0].toString("base64");
      const mailing = (username: string, VESTIBULE_PUBLIC_URL = origin) =>
        runOperator(database, "users", ["codes", username, "--mail"], {
          environment: { VESTIBULE_SECRET_KEY: key, VESTIBULE_PUBLIC_URL },
        });
      expect((await mailing(user.username, "")).error).toContain("name it by VESTIBULE_PUBLIC_URL");
      expect(await messagesTo(server(), email)).toEqual([]);
      const { code, output } = await mailing(user.username);
      expect([code, output]).toEqual([
        0,
        `A link to new recovery codes goes to ${email} once a server runs that can mail: neither VESTIBULE_SMTP_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is named here.\n`,
      ]);
      const [mail] = await messagesTo(server(), email);
      const [, id = ""] = /redeem-recoverycodes\?id=([\w-]{43})/.exec(mail?.text ?? "") ?? [];
      const { json } = await server().browser().call("RedeemRecoveryCode", {}, { id });
      expect([json.username, json.recoveryCodes.length]).toEqual([user.username, 10]);
      expect(await eventsOf(user.id)).toEqual(["recoveryCodes.linkSent"]);
      const { user: unreached } = await addPersonWith(server(), ["authenticator"]);
      await disableAccount(server().services, unreached);
      expect((await mailing(unreached.username)).error).toBe(`${unreached.username} is disabled.\n`);
    });

    it("says what it does not know, and what the server's key is needed for", async () => {
      expect((await users("disable", "nobody at all")).error).toBe('No account is called "nobody at all".\n');
      expect((await users("dissable", "x")).error).toContain("npm run users -- <command>");
      expect((await users("disable")).error).toContain("npm run users -- <command>");
      const { username } = await server().addUser();
      const keyless = await runOperator(database, "users", ["codes", username], {
        environment: { VESTIBULE_DATABASE_FILE: database.settings().databaseFile || "data/none/x.sqlite" },
      });
      expect([keyless.code, keyless.output]).toEqual([1, ""]);
      expect(keyless.error).toContain("VESTIBULE_SECRET_KEY");
    });

    it("says what is wrong with the configuration, as the server's start does", async () => {
      const { username } = await server().addUser();
      const { code, output, error } = await runOperator(database, "users", ["disable", username], {
        environment: { ...environment(), VESTIBULE_CLIENTS_FILE: "screens.config.json" },
      });
      expect([code, output]).toEqual([1, ""]);
      expect(error).toMatch(/^screens\.config\.json:\d+:\d+ {2}\S/);
      expect(error).not.toContain("    at ");
    });

    it.skipIf(!existsSync("/dev/full"))("says that what it tells could not be written", async () => {
      const { username } = await server().addUser();
      await server().browser().signIn(username, testPassword);
      for (const [script, options] of [
        ["users", ["list"]],
        ["users", ["export"]],
        ["audit", ["--account", username]],
        ["users", ["--help"]],
        ["restore", ["--help"]],
      ] as const) {
        const { code, error } = await runOperator(database, script, options, { output: "/dev/full" });
        expect([code, error]).toEqual([1, "The output cannot be written (ENOSPC): it is not whole.\n"]);
      }
    });

    it("does nothing where an option is given that the command does not have", async () => {
      const { user } = await addPersonWith(server(), ["authenticator"], ["12345678901234567890"]);
      const { username } = user;
      const wrong: [string[], string][] = [
        [
          ["reset-2fa", username, "--undo"],
          '"npm run users -- reset-2fa" has no option --undo; --help tells how it is used.',
        ],
        [
          ["codes", username, "--undo"],
          '"npm run users -- codes" has no option --undo; --help tells how it is used.',
        ],
        [
          ["disable", username, "--username", "bob"],
          '"npm run users -- disable" has no option --username; --help tells how it is used.',
        ],
        [["list", "--jsno"], '"npm run users -- list" has no option --jsno; did you mean --json?'],
        [
          ["import", "f", "--json"],
          '"npm run users -- import" has no option --json; --help tells how it is used.',
        ],
      ];
      for (const [options, error] of wrong)
        expect(await users(...options)).toEqual({ code: 1, output: "", error: `${error}\n` });
      expect(await eventsOf(user.id)).toEqual([]);
    });

    it.each(["users", "customers", "audit", "backup", "restore", "move", "keys", "clients", "vendors"])(
      "%s tells how it is used",
      async (script) => {
        for (const option of ["--help", "-h"]) {
          const { code, output, error } = await runOperator(database, script, [option]);
          expect([code, output, error]).toEqual([0, expect.stringMatching(`^npm run ${script} -- `), ""]);
        }
      },
    );

    it("does nothing by another key than the server's", async () => {
      // The key that seals what is in the database.
      await server().browser().send("/connect/jwks");
      const code = "98765432109876543210";
      const person = await addPersonWith(server(), ["authenticator"], [code]);
      const { username, id } = person.user;
      const environment = {
        VESTIBULE_SECRET_KEY: randomBytes(32).toString("base64"),
        VESTIBULE_PUBLIC_URL: "https://sign-in.payroll.example",
      };
      const added = [
        "add",
        "--username",
        "by other key",
        "--displayName",
        "B",
        "--email",
        "b@payroll.example",
      ];
      for (const options of [["codes", username], ["reset-2fa", username], added]) {
        const refused = await runOperator(database, "users", options, { environment });
        expect([refused.code, refused.output]).toEqual([1, ""]);
        expect(refused.error).toMatch(
          /^VESTIBULE_SECRET_KEY is not the key that this database was made with.*\n$/,
        );
      }
      expect(await findUserByName(database.store().db, "by other key")).toBeUndefined();
      expect(await eventsOf(id)).toEqual([]);
      const browser = server().browser();
      await givePassword(browser, person);
      expect((await browser.call("LoginWithRecoveryCode", { code })).json.outcome).toBe("codeUsed");
    });
  });
});
