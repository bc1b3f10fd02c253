import { describe, expect, it } from "vitest";
import { readAudit } from "../../src/server/store/audit.ts";
import { findUserByName } from "../../src/server/store/users.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo, newestMessage } from "../support/messages.ts";
import { runOperator } from "../support/operator-command.ts";
import { suiteServer } from "../support/server.ts";

const chosen = "seven slow boats upstream";

onEachDatabase((database) => {
  const server = suiteServer(database);

  const mailing = { VESTIBULE_SMTP_URL: "smtp://localhost", VESTIBULE_MAIL_FROM: "id@payroll.example" };

  function users(options: string[], input?: string, more: Record<string, string> = mailing) {
    const { secretKeys, publicUrl } = server().services.settings;
    const key = secretKeys[0].toString("base64");
    const environment = { VESTIBULE_SECRET_KEY: key, VESTIBULE_PUBLIC_URL: publicUrl, ...more };
    return runOperator(database, "users", options, { environment, ...(input && { input }) });
  }
  const found = (username: string) => findUserByName(database.store().db, username);

  async function choose(email: string) {
    const { link } = await newestMessage(server(), email);
    const state = link.searchParams.get("state");
    const body = { state, newPassword: chosen, confirmPassword: chosen };
    return (await server().browser().call("ResetPassword", body)).json.outcome;
  }

  describe("npm run users -- add", () => {
    it("adds a person, who chooses a password by a mailed link and signs in", async () => {
      const email = "erin@payroll.example";
      const told = ["--username", "Erin", "--displayName", "Erin Example", "--email", email];
      const more = ["--roles", "EMPLOYEE", "--roles", "7", "--language", "de", "--secondFactorRequired"];
      const { code, output, error } = await users(["add", ...told, ...more]);
      expect([code, output, error]).toEqual([
        0,
        `Erin is added.\nA link to choose a password goes to ${email}.\n`,
        "",
      ]);
      const user = await found("erin");
      expect(user).toMatchObject({
        displayName: "Erin Example",
        roles: ["EMPLOYEE", "HR_ADMIN"],
        passwordPhc: null,
        secondFactorRequired: true,
      });
      const { message } = await newestMessage(server(), email);
      expect([message.language, message.text.includes("24 Stunden")]).toEqual(["de", true]);
      expect(await choose(email)).toBe("reset");
      const answer = await server().browser().call("Login", { username: "erin", password: chosen });
      expect(answer.json.outcome).toBe("twoFactorSetupRequired");
      const rows = await readAudit(database.store().db, { userId: user?.id }, { limit: 9 });
      const operator = rows.filter(({ detail }) => detail.by === "operator").map(({ event }) => event);
      expect(operator).toEqual(["account.added", "password.linkSent"]);
    });

    it("takes a first password from standard input, which is changed at the first sign-in", async () => {
      const told = ["--username", "first", "--displayName", "First", "--password"];
      const { code, output } = await users(["add", ...told], "three green lanterns ahead\n");
      expect([code, output]).toEqual([0, "first is added.\n"]);
      const body = { username: "first", password: "three green lanterns ahead" };
      const answer = await server().browser().call("Login", body);
      expect([answer.status, answer.json.outcome]).toEqual([200, "passwordExpired"]);
    });

    it("refuses what the import and the rules of passwords refuse, and adds nothing then", async () => {
      await server().addUser({ username: "there.before" });
      const add = (name: string, ...more: string[]) =>
        users(["add", "--username", name, "--displayName", "N", ...more], "short\n");
      const mail = ["--email", "n@payroll.example"];
      const wrong: [Promise<{ error: string }>, string][] = [
        [add("a", "--email", "a@b.example;c@d.example"), "email is not one mail address\n"],
        [add("a", ...mail, "--roles", "ADMINN"), 'roles has no role "ADMINN" (did you mean "ADMIN"?)\n'],
        [add("a", ...mail, "--customers", "nowhere"), 'no customer has the id "nowhere"\n'],
        [add("There.Before", ...mail), "username is taken by an account that is there\n"],
        [add("a", "--password"), "Password must be at least 15 characters.\n"],
        [users(["add", "--username", "a", ...mail]), "displayName is missing\n"],
        [add("a", ...mail, "--displayName", "\u200b \u2060\u00ad"), "displayName is empty\n"],
      ];
      for (const [ended, error] of wrong) expect(await ended).toMatchObject({ code: 1, output: "", error });
      expect((await add("a")).error).toContain("Nobody could sign in");
      expect((await add("a", "--passwordHash", "x")).error).toContain(
        '"npm run users -- add" has no option --passwordHash',
      );
      expect(await found("a")).toBeUndefined();
    });
  });

  it("mails no link without the address that it must lead to, and adds nobody then", async () => {
    const told = ["--username", "lost", "--displayName", "Lost", "--email", "lost@payroll.example"];
    for (const options of [
      ["add", ...told],
      ["password-link", "erin"],
    ]) {
      const { code, output, error } = await users(options, undefined, { VESTIBULE_PUBLIC_URL: "" });
      expect([code, output]).toEqual([1, ""]);
      expect(error).toContain("name it by VESTIBULE_PUBLIC_URL");
    }
    expect(await found("lost")).toBeUndefined();
  });

  it("npm run users -- password-link mails another link, of which the newest counts, to who has no password", async () => {
    const email = "late@payroll.example";
    await users(["add", "--username", "late", "--displayName", "Late", "--email", email]);
    const { link } = await newestMessage(server(), email);
    expect((await users(["password-link", "late"])).output).toBe(
      `A link to choose a password goes to ${email}.\n`,
    );
    expect((await users(["password-link", "late"], undefined, {})).output).toBe(
      `A link to choose a password goes to ${email} once a server runs that can mail: neither VESTIBULE_SMTP_URL nor VESTIBULE_MESSAGE_GATEWAY_URL is named here.\n`,
    );
    expect(await messagesTo(server(), email)).toHaveLength(3);
    const body = { state: link.searchParams.get("state"), newPassword: chosen, confirmPassword: chosen };
    expect((await server().browser().call("ResetPassword", body)).status).toBe(209);
    expect(await choose(email)).toBe("reset");
    expect((await users(["password-link", "late"])).error).toContain("has a password");
  });
});
