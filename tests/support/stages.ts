import type { CallName } from "../../src/shared/contract.ts";
import { addPersonWith, givePassword } from "./second-factors.ts";
import { type TestServer, testPassword } from "./server.ts";
import { wizardOf } from "./setup-wizard.ts";
import type { TestClient } from "./test-client.ts";

/** A browser that stands where a call looks at what is typed. */
export interface Stage {
  browser: TestClient;
  /** Field that is looked at, and what is said of one that cannot be right. */
  field: string;
  problem: string;
  /** What else its page sends. */
  others: Record<string, unknown>;
}

const method = "authenticator";
const digits = { field: "code", problem: "problems.codeDigits" };

async function halfWay(server: TestServer): Promise<TestClient> {
  const browser = server.browser();
  await givePassword(browser, await addPersonWith(server, [method], ["7".repeat(20)]));
  return browser;
}

async function signedIn(server: TestServer) {
  const browser = server.browser();
  const { user } = await addPersonWith(server, []);
  await browser.signIn(user.username, testPassword);
  return { browser, wizard: wizardOf(server, browser) };
}

const stages: Partial<Record<CallName, (server: TestServer) => Promise<Stage>>> = {
  LoginWith2FA: async (server) => ({ browser: await halfWay(server), ...digits, others: { method } }),
  LoginWithRecoveryCode: async (server) => ({ browser: await halfWay(server), ...digits, others: {} }),
  GeneratePhoneVerification: async (server) => {
    const { browser, wizard } = await signedIn(server);
    await wizard.choose("sms");
    return { browser, field: "phoneNumber", problem: "problems.phoneInvalid", others: {} };
  },
  Validate2faSetupCode: async (server) => {
    const { browser, wizard } = await signedIn(server);
    await wizard.choose(method);
    return { browser, ...digits, others: { method } };
  },
  EnableTwoFactor: async (server) => {
    const { browser, wizard } = await signedIn(server);
    await wizard.prove(method);
    return { browser, field: "code", problem: "problems.recoveryCodeNotOneOfThese", others: {} };
  },
  ConfirmContact: async (server) => {
    const { browser } = await signedIn(server);
    await browser.call("UpdateContact", { email: "new@payroll.example" });
    return { browser, ...digits, others: {} };
  },
};

/** Calls that look at what is typed only where something else was done before: half-way in a sign-in, in the set-up, after a code was sent. */
export const stagedCalls = Object.keys(stages) as CallName[];

/** A new browser where such a call looks at it. The server needs gateways for mails and text messages. */
export function stageOf(server: TestServer, name: CallName): Promise<Stage> {
  const stage = stages[name];
  if (stage === undefined) throw new Error(`${name} needs nothing before it`);
  return stage(server);
}
