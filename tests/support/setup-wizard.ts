import { expect } from "vitest";
import type { SecondFactorKind } from "../../src/server/store/second-factors.ts";
import { messagesTo } from "./messages.ts";
import { sentCode } from "./second-factors.ts";
import type { TestServer } from "./server.ts";
import type { TestClient } from "./test-client.ts";
import { totpCode } from "./totp.ts";

type Query = Record<string, string>;

/** The set-up wizard of one browser and return address, walked by calls. */
export interface Wizard {
  // biome-ignore lint/suspicious/noExplicitAny: tests look into the view
  view(): Promise<any>;
  choose(method: SecondFactorKind): Promise<void>;
  /** The code that proves the chosen method: from the typed key of the page, or from the message. */
  code(target?: string): Promise<string>;
  /** Chooses a method and proves it; gives the recovery codes. */
  prove(method: SecondFactorKind, target?: string): Promise<string[]>;
  enable(code: string): ReturnType<TestClient["call"]>;
}

export function wizardOf(server: TestServer, browser: TestClient, query: Query = {}): Wizard {
  const call: TestClient["call"] = (name, body, more = {}) => browser.call(name, body, { ...query, ...more });
  const view = async () => (await call("Setup2FAView")).json;
  const choose = async (method: SecondFactorKind) => {
    const answer = await call("ChooseSecondFactor", { method });
    expect([answer.status, answer.json]).toEqual([200, { outcome: "chosen" }]);
  };
  const code = async (target?: string) => {
    if (target !== undefined) return sentCode(server, target);
    const { authenticator } = await view();
    return totpCode(authenticator.sharedKey.replaceAll(" ", ""), server.clock.now());
  };
  const prove = async (method: SecondFactorKind, target?: string) => {
    await choose(method);
    if (method === "sms") {
      const sent = await call("GeneratePhoneVerification", { phoneNumber: target });
      expect([sent.status, sent.json.outcome]).toEqual([200, "sent"]);
    }
    const proven = await call("Validate2faSetupCode", { method, code: await code(target) });
    expect([proven.status, proven.json]).toEqual([200, { outcome: "valid" }]);
    return (await view()).recoveryCodes;
  };
  return { view, choose, code, prove, enable: (typed) => call("EnableTwoFactor", { code: typed }) };
}

/** What of a person's second factor is active in the store. */
export async function activeFactors({ services }: TestServer, userId: string) {
  const { db } = services.store;
  const factors = await db.selectFrom("second_factors").selectAll().where("user_id", "=", userId).execute();
  const codes = await db.selectFrom("recovery_codes").selectAll().where("user_id", "=", userId).execute();
  return { kinds: factors.map(({ kind }) => kind).sort(), factors, recoveryCodes: codes.length };
}

/** How many notices about a new second factor were mailed to somebody. */
export async function enabledNotices(server: TestServer, email: string): Promise<number> {
  const mails = await messagesTo(server, email);
  return mails.filter(({ subject }) => subject?.startsWith("A second step was set up")).length;
}
