import { beforeEach, describe, expect, it } from "vitest";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { factorLockout } from "../../src/server/domain/lockout.ts";
import { takeTry } from "../../src/server/store/throttle.ts";
import { onEachDatabase } from "../support/databases.ts";
import { newestMessage } from "../support/messages.ts";
import { addPersonWith, appCode, givePassword, sentCode } from "../support/second-factors.ts";
import { suiteServer, testPassword } from "../support/server.ts";
import { wizardOf } from "../support/setup-wizard.ts";
import type { TestClient } from "../support/test-client.ts";
import { wrongCode } from "../support/wrong-code.ts";

const gateways = gatewaysOf({
  VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
  VESTIBULE_SMS_METHOD: "POST",
});

const recoveryCode = "31415926535897932384";

/** What cannot be a code of six digits, however tolerantly it is read. */
const impossible = ["123", "12ab", "1234567", "12345a", "- - -", "١٢٣٤٥"];

/** Where a code of digits is typed: whose failures it counts, and a browser that is asked for one. */
interface Asked {
  browser: TestClient;
  userId: string;
  give(code: string): ReturnType<TestClient["call"]>;
  right(): Promise<string> | string;
  length: number;
  field: "code" | "token";
}

onEachDatabase((database) => {
  const server = suiteServer(database, { settings: { gateways } });
  beforeEach(database.forgetTries);

  const failures = () => database.store().db.selectFrom("throttle").select(["key", "failures"]).execute();
  const counted = async () =>
    (await failures()).filter(({ failures, key }) => failures > 0 && !/^(re)?send/.test(key));

  const secondStep = async (kind: "authenticator" | "sms" | "pin"): Promise<Asked> => {
    const person = await addPersonWith(server(), [kind]);
    const browser = server().browser();
    await givePassword(browser, person);
    return {
      browser,
      userId: person.user.id,
      give: (code) => browser.call("LoginWith2FA", { method: kind, code }),
      right: () =>
        kind === "authenticator"
          ? appCode(server())
          : sentCode(server(), kind === "sms" ? person.phone : person.email),
      length: 6,
      field: "code",
    };
  };
  const recovery = async (): Promise<Asked> => {
    const person = await addPersonWith(server(), ["authenticator"], [recoveryCode]);
    const browser = server().browser();
    await givePassword(browser, person);
    const give = (code: string) => browser.call("LoginWithRecoveryCode", { code });
    return { browser, userId: person.user.id, give, right: () => recoveryCode, length: 20, field: "code" };
  };
  const setUp = async (kind: "authenticator" | "pin"): Promise<Asked> => {
    const email = `set-up-${crypto.randomUUID()}@payroll.example`;
    const user = await server().addUser({ email });
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    const wizard = wizardOf(server(), browser);
    await wizard.choose(kind);
    const give = (code: string) => browser.call("Validate2faSetupCode", { method: kind, code });
    const right = () => wizard.code(kind === "pin" ? email : undefined);
    return { browser, userId: user.id, give, right, length: 6, field: "code" };
  };
  const oneTimeToken = async (): Promise<Asked> => {
    const user = await server().addUser({ email: `token-${crypto.randomUUID()}@payroll.example` });
    const browser = server().browser();
    await browser.call("SendOTP", { purpose: "oneTimeToken", channel: "mail", username: user.username });
    const give = (token: string) => browser.call("LoginWithOTT", { token });
    const right = async () => (await newestMessage(server(), user.email)).code;
    return { browser, userId: user.id, give, right, length: 6, field: "token" };
  };
  const contact = async (): Promise<Asked> => {
    const user = await server().addUser({ email: `old-${crypto.randomUUID()}@payroll.example` });
    const email = `new-${crypto.randomUUID()}@payroll.example`;
    const browser = server().browser();
    await browser.signIn(user.username, testPassword);
    await browser.call("UpdateContact", { email });
    const give = (code: string) => browser.call("ConfirmContact", { code });
    return {
      browser,
      userId: user.id,
      give,
      right: () => sentCode(server(), email),
      length: 6,
      field: "code",
    };
  };

  describe.each([
    ["of an authenticator app", () => secondStep("authenticator")],
    ["of a text message", () => secondStep("sms")],
    ["of a mailed PIN", () => secondStep("pin")],
    ["of a set of recovery codes", recovery],
    ["of the app that is being set up", () => setUp("authenticator")],
    ["of the PIN that is being set up", () => setUp("pin")],
    ["of a one-time token", oneTimeToken],
    ["of a new mail address", contact],
  ] as const)("in the field of the code %s", (_name, begin) => {
    it("what cannot be one is refused as such, costs no try and is no event of the account", async () => {
      const { give, right, length, field, userId } = await begin();
      const { db } = database.store();
      const events = () => db.selectFrom("audit").select("event").where("user_id", "=", userId).execute();
      const before = await events();
      for (const typed of impossible) {
        const { status, json } = await give(typed);
        expect([typed, status, json.codes]).toEqual([
          typed,
          400,
          { [field]: [{ code: "problems.codeDigits", params: { length } }] },
        ]);
      }
      expect(await counted()).toEqual([]);
      expect(await events()).toEqual(before);
      const { status, json } = await give(await right());
      expect([status, json.codes]).toEqual([
        expect.toSatisfy((got) => got === 200 || got === 209),
        undefined,
      ]);
    });

    it("wrong ones count as ever before and after one that cannot be one", async () => {
      const { give, right, field } = await begin();
      const wrong = wrongCode(await right());
      const left = (count: number) => [{ code: expect.stringMatching(/Wrong(InApp)?$/), params: { count } }];
      expect((await give(wrong)).json.codes[field]).toEqual(left(4));
      await give("12ab");
      expect((await give(wrong)).json.codes[field]).toEqual(left(3));
    });
  });

  it("what cannot be a code meets the same lock as one that could", async () => {
    const { give, userId } = await secondStep("authenticator");
    const { db } = database.store();
    for (let count = 0; count < 11; count += 1)
      await takeTry(db, `factor:${userId}`, factorLockout, server().services.now());
    const answers = [await give("12ab"), await give("000000")];
    const told = answers.map(({ status, json }) => [status, json.codes]);
    expect(told[0]).toEqual([429, expect.anything()]);
    expect(told[1]).toEqual(told[0]);
  });
});
