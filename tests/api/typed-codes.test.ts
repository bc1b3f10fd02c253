import { describe, expect, it } from "vitest";
import { cookieNames } from "../../src/server/cookies.ts";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { onEachDatabase } from "../support/databases.ts";
import { messagesTo } from "../support/messages.ts";
import { appCode, giveCode, givePassword, sentCode } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import { wrongCode } from "../support/wrong-code.ts";

const gateways = gatewaysOf({
  VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
  VESTIBULE_SMS_METHOD: "POST",
});

onEachDatabase((database) => {
  const server = suiteServer(database, { settings: { logLevel: "trace", gateways } });

  describe("nothing that a person types or holds as a proof", () => {
    it("is readable in the log or in the store, right or wrong", async () => {
      const { db } = database.store();
      const email = `${crypto.randomUUID()}@payroll.example`;
      const user = await server().addUser({ email, phone: "+15550104711" });
      const browser = server().browser();
      const person = { user, email, phone: "+15550104711" };
      await browser.signIn(user.username, testPassword);
      const wizard = wizardOf(server(), browser);
      await wizard.choose("authenticator");
      const key = (await wizard.view()).authenticator.sharedKey.replaceAll(" ", "");
      const recovery = await wizard.prove("authenticator");
      await wizard.enable(recovery[0] ?? "");
      await browser.call("Next");
      const pinCodes = await wizardOf(server(), browser).prove("pin", email);
      const setUpPin = await sentCode(server(), email);
      await wizard.enable(pinCodes[0] ?? "");
      server().clock.advance(60_000);

      const second = server().browser();
      await givePassword(second, person);
      await second.call("ChooseSecondFactor", { method: "pin" });
      const pin = await sentCode(server(), email);
      await giveCode(second, "pin", wrongCode(pin));
      await second.call("LoginWithRecoveryCode", { code: "98765432109876543210" });
      await second.call("LoginWithRecoveryCode", { code: pinCodes[3] });
      await second.call("Next", undefined, { button: "continue" });
      const third = server().browser();
      await third.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: user.username });
      const [mail] = await messagesTo(server(), email);
      const token = /(?<!\d)\d{6}(?!\d)/.exec(mail?.text ?? "")?.[0] ?? "";
      const link = /state=([\w-]{43})/.exec(mail?.text ?? "")?.[1] ?? "";
      await third.call("LoginWithOTT", { token: wrongCode(token) });
      await third.call("LoginWithOTT", { token });
      await giveCode(third, "authenticator", appCode(server()));

      const tables = [
        "users",
        "attempts",
        "tickets",
        "second_factors",
        "recovery_codes",
        "sent_codes",
        "messages",
        "remembered_devices",
        "sessions",
        "throttle",
        "audit",
      ] as const;
      const rows = await Promise.all(tables.map((table) => db.selectFrom(table).selectAll().execute()));
      const everywhere = server().log.join("") + JSON.stringify(rows);
      const cookies = [browser, second, third].flatMap(({ cookies }) =>
        [...cookies].filter(([name]) => name !== cookieNames.language).map(([, value]) => value),
      );
      const secrets = [testPassword, key, link, ...recovery, ...pinCodes, "98765432109876543210", ...cookies];
      for (const secret of secrets.filter((value) => value.length >= 20))
        expect(everywhere, secret.slice(0, 8)).not.toContain(secret);
      // Six digits also occur in times and numbers: they are looked for as a value of their own.
      for (const code of [pin, setUpPin, token, wrongCode(pin), wrongCode(token)])
        expect(everywhere).not.toMatch(new RegExp(`["\\\\ ]${code}["\\\\ ]`));
      expect(everywhere).toContain("signIn.tokenProven");
    });
  });

  describe("the line of an account event", () => {
    it("says when, what, whose, from where and under which support code, and nothing else", async () => {
      const user = await server().addUser();
      const browser = server().browser();
      const refused = await browser.call("Login", { username: user.username, password: "wrong" });
      await browser.signIn(user.username, testPassword);
      await browser.call("Logout", {});
      const lines = server()
        .log.map((line) => JSON.parse(line))
        .filter(({ msg, address }) => msg === "account event" && address === browser.address);
      expect(lines.map(({ event, userId }) => [event, userId])).toEqual([
        ["signIn.failed", user.id],
        ["signIn.passwordProven", user.id],
        ["signIn.completed", user.id],
        ["signOut", user.id],
      ]);
      expect(lines[0].supportCode).toBe(refused.json.supportCode);
      const known = ["level", "time", "pid", "msg", "event", "userId", "address", "supportCode", "detail"];
      for (const line of lines) {
        expect(line.time).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
        expect(line.supportCode).toMatch(/^[0-9A-Z]{4}-[0-9A-Z]{4}$/);
        expect(Object.keys(line).filter((name) => !known.includes(name))).toEqual([]);
      }
    });
  });
});
