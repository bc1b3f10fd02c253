import { describe, expect, it } from "vitest";
import { changeAccount } from "../../src/server/operators/change-account.ts";
import { readAudit } from "../../src/server/store/audit.ts";
import { membershipsOf, recentCustomers, touchMembership } from "../../src/server/store/customers.ts";
import { grantsOfAccount, oidcRecords } from "../../src/server/store/oidc-records.ts";
import { secondFactorsOf } from "../../src/server/store/second-factors.ts";
import { findUser, setNewEmail } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { runOperator } from "../support/operator-command.ts";
import { addPersonWith, appCode, giveCode, givePassword } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";

onEachDatabase((database) => {
  const server = suiteServer(database);
  const db = () => database.store().db;

  const change = (username: string, ...options: string[]) =>
    runOperator(database, "users", ["change", username, ...options], {
      environment: { VESTIBULE_SECRET_KEY: server().services.settings.secretKeys[0].toString("base64") },
    });
  const found = (id: string) => findUser(db(), id);
  const customersOf = async (id: string) => (await membershipsOf(db(), [id])).get(id) ?? [];
  async function changesOf(userId: string) {
    const rows = await readAudit(db(), { userId }, { limit: 100 });
    return rows.flatMap(({ event, detail }) => (event === "account.changed" ? [detail] : []));
  }

  describe("npm run users -- change", () => {
    it("changes what is given and nothing else, and leaves a sign-in that does not rest on it", async () => {
      const user = await server().addUser({
        roles: ["EMPLOYEE"],
        language: "de",
        email: "a@payroll.example",
      });
      await server().addCustomers(user, 1);
      const browser = server().browser();
      await browser.signIn(user.username, testPassword);
      const options = ["--displayName", "Ada New", "--phone", "0015550100200", "--dateOfBirth", "1985-04-12"];
      expect(await change(user.username.toUpperCase(), ...options)).toEqual({
        code: 0,
        output: `${user.username} is changed (displayName, phone, dateOfBirth).\n`,
        error: "",
      });
      expect(await found(user.id)).toEqual({
        ...user,
        displayName: "Ada New",
        phone: "+15550100200",
        dateOfBirth: "1985-04-12",
      });
      expect(await customersOf(user.id)).toEqual([`${user.id}-0`]);
      expect(await browser.isSignedIn()).toBe(true);
      expect(await changesOf(user.id)).toEqual([
        { by: "operator", login: expect.any(String), changed: ["displayName", "phone", "dateOfBirth"] },
      ]);
    });

    it("takes who has left a customer out of it, and ends what was under way in its name", async () => {
      const person = await addPersonWith(server(), ["authenticator"]);
      const { id, username } = person.user;
      const customers = (await server().addCustomers(person.user, 3)).map((customer) => customer.id);
      for (const [at, customer] of customers.entries()) await touchMembership(db(), id, customer, at);
      const [halfWay, browser] = [server().browser(), server().browser()];
      await givePassword(browser, person);
      const { json } = await giveCode(browser, "authenticator", appCode(server()));
      await browser.call("Exchange", { state: json.state });
      await givePassword(halfWay, person);
      const [first = "", second = "", third = ""] = customers;
      const { output } = await change(username, "--customers", second, "--customers", first);
      expect(output).toBe(`${username} is changed (customers), and signed out everywhere.\n`);
      expect(await customersOf(id)).toEqual([first, second]);
      const staff = { userId: id, allCustomers: true };
      const recent = await recentCustomers(db(), staff);
      expect(recent.map((customer) => customer.id)).toEqual([second, first]);
      expect(await browser.isSignedIn()).toBe(false);
      expect((await giveCode(halfWay, "authenticator", appCode(server(), 1))).json.outcome).not.toBe(
        "signedIn",
      );
      expect(await halfWay.isSignedIn()).toBe(false);
      expect((await change(username, "--customers", "")).code).toBe(0);
      expect(await customersOf(id)).toEqual([]);
      expect((await change(username, "--customers", third)).code).toBe(0);
      expect(await customersOf(id)).toEqual([third]);
    });

    it("gives roles in place of those before, and signs out who had them", async () => {
      const user = await server().addUser({ roles: ["ADMIN", "EMPLOYEE"] });
      const browser = server().browser();
      await browser.signIn(user.username, testPassword);
      const { secretKeys } = server().services.settings;
      const grant = { accountId: user.id, clientId: "payroll" };
      await oidcRecords(db(), secretKeys).upsert("Grant", "g", grant, 1000, server().clock.now());
      expect(await grantsOfAccount(db(), secretKeys, user.id)).toHaveLength(1);
      expect((await change(user.username, "--roles", "1")).output).toBe(
        `${user.username} is changed (roles), and signed out everywhere.\n`,
      );
      expect((await found(user.id))?.roles).toEqual(["EMPLOYEE"]);
      expect(await grantsOfAccount(db(), secretKeys, user.id)).toEqual([]);
      expect(await browser.isSignedIn()).toBe(false);
    });

    it("moves to another mail address what goes there, ends what went to the one before, and tells that one", async () => {
      const { user, email } = await addPersonWith(server(), ["pin"]);
      await setNewEmail(db(), user.id, "typed@somewhere.example");
      await server().browser().call("Recover", { username: user.username });
      const [reset] = await messagesTo(server(), email);
      const state = /state=([\w-]{43})/.exec(reset?.text ?? "")?.[1];
      const next = `new-${email}`;
      expect((await change(user.username, "--email", next)).output).toContain("is changed (email)");
      expect(await found(user.id)).toMatchObject({ email: next, newEmail: null });
      expect((await secondFactorsOf(db(), user.id)).map(({ target }) => target)).toEqual([next]);
      const body = {
        state,
        newPassword: "seven slow boats upstream",
        confirmPassword: "seven slow boats upstream",
      };
      expect((await server().browser().call("ResetPassword", body)).json.outcome).not.toBe("reset");
      const told = JSON.stringify(await messagesTo(server(), email));
      expect(told).toContain("was changed");
      expect(JSON.stringify(await changesOf(user.id))).not.toContain("@");
    });

    it("keeps an address that waits to be proven where another thing changes", async () => {
      const user = await server().addUser({ newEmail: "typed@somewhere.example" });
      await change(user.username, "--displayName", "Other");
      expect((await found(user.id))?.newEmail).toBe("typed@somewhere.example");
    });

    it("takes away what is given as empty, but for what an account must have", async () => {
      const user = await server().addUser({
        email: "b@payroll.example",
        phone: "+15550100201",
        language: "de",
      });
      const { output } = await change(user.username, "--email=", "--phone=", "--language", "");
      expect(output).toContain("is changed (email, phone, language)");
      expect(await found(user.id)).toMatchObject({ email: null, phone: null, language: null });
      for (const unseen of ["", "\u200b \u2060\u00ad"])
        expect((await change(user.username, "--displayName", unseen)).error).toBe("displayName is empty\n");
      const { user: proven } = await addPersonWith(server(), ["pin"]);
      expect((await change(proven.username, "--email", "")).error).toMatch(/^email cannot be taken away/);
    });

    it("writes nothing where all is so already", async () => {
      const user = await server().addUser({ roles: ["ADMIN", "EMPLOYEE"], phone: "+15550100202" });
      const browser = server().browser();
      await browser.signIn(user.username, testPassword);
      const same = ["--roles", "1", "--roles", "ADMIN", "--phone", "+1 555 0100202"];
      expect((await change(user.username, ...same)).output).toBe(
        `${user.username} has all of this already.\n`,
      );
      expect([await browser.isSignedIn(), await changesOf(user.id)]).toEqual([true, []]);
    });

    it("asks for another password at the next sign-in, and takes that back", async () => {
      const user = await server().addUser();
      const { output } = await change(user.username, "--mustChangePassword");
      expect(output).toBe(`${user.username} is changed (mustChangePassword), and signed out everywhere.\n`);
      expect((await found(user.id))?.mustChangePassword).toBe(true);
      expect((await change(user.username, "--no-mustChangePassword")).output).toBe(output);
      expect((await found(user.id))?.mustChangePassword).toBe(false);
    });

    it.each([
      ["that rest on it", { email: "d@payroll.example" }],
      ["that do not", { displayName: "Other" }],
    ])("writes nothing about what has changed meanwhile, with sign-ins %s", async (_name, columns) => {
      const user = await server().addUser();
      const wrong = ["the account has changed meanwhile: look at it again"];
      const nothing = { wrong, changed: [], isSignedOut: false };
      expect(await changeAccount(server().services, { ...user, version: user.version - 1 }, columns)).toEqual(
        nothing,
      );
      await db().deleteFrom("users").where("id", "=", user.id).execute();
      expect(await changeAccount(server().services, user, columns)).toEqual(nothing);
      expect(await changesOf(user.id)).toEqual([]);
    });

    it("refuses what an import refuses, and changes nothing then", async () => {
      const user = await server().addUser({ email: "c@payroll.example" });
      const [customer] = await server().addCustomers(user, 1);
      const wrong = [
        [{ email: "a@b.example;c@d.example" }, "email is not one mail address"],
        [{ roles: ["ADMINN"] }, 'roles has no role "ADMINN" (did you mean "ADMIN"?)'],
        [{ customers: ["nowhere"] }, 'no customer has the id "nowhere"'],
        [{ phone: "12", language: "tlh" }, expect.stringMatching(/phone is no number.*language is none/)],
      ] as const;
      for (const [columns, problem] of wrong)
        expect(await changeAccount(server().services, user, { displayName: "X", ...columns })).toEqual({
          wrong: [problem],
          changed: [],
          isSignedOut: false,
        });
      expect(await change(user.username, "--displayName", "X", "--customers", "nowhere")).toEqual({
        code: 1,
        output: "",
        error: 'no customer has the id "nowhere"\n',
      });
      expect((await change(user.username, "--disabled")).error).toContain(
        '"npm run users -- change" has no option --disabled',
      );
      expect((await change(user.username)).error).toMatch(/^Name what changes: --displayName, --email, /);
      expect(await found(user.id)).toEqual(user);
      expect(await customersOf(user.id)).toEqual([customer?.id]);
      expect(await changesOf(user.id)).toEqual([]);
    });
  });
});
