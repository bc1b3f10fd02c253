import { describe, expect, it } from "vitest";
import { saveSecondFactor } from "../../src/server/store/second-factors.ts";
import type { NewUser, User } from "../../src/server/store/users.ts";
import type { CallContract, CallName } from "../../src/shared/contract.ts";
import type { JourneyStage } from "../../src/shared/journey.ts";
import { onEachDatabase } from "../support/databases.ts";
import { type OidcSuite, oidcSuite } from "../support/oidc-suite.ts";
import { returnUrlOf } from "../support/relying-party.ts";
import { fc } from "../support/samples.ts";
import { testPassword } from "../support/server.ts";
import type { TestClient } from "../support/test-client.ts";

/** How a call is made by somebody who knows no secret of this sign-in beyond what was proven already. */
interface Try {
  body?: unknown;
  query?: Record<string, string>;
}

/** Where a sign-in stands after the password, and which calls rightly take it further. */
interface Situation {
  stage: JourneyStage;
  /** The stage comes before a session may exist (decisions 8). */
  beforeSession: boolean;
  user: Partial<NewUser>;
  prepare?: (suite: OidcSuite, user: User) => Promise<unknown>;
  /** Tries that end this stage by right. */
  ends: string[];
}

const situations: Situation[] = [
  { stage: "passwordExpired", beforeSession: true, user: { mustChangePassword: true }, ends: [] },
  {
    stage: "twoFactorRequired",
    beforeSession: true,
    user: { email: "robin@payroll.example" },
    prepare: ({ server }, { id }) =>
      saveSecondFactor(
        server.services.store.db,
        id,
        { kind: "pin", secret: null, target: "robin@payroll.example" },
        server.clock.now(),
      ),
    ends: [],
  },
  {
    stage: "twoFactorSetupRequired",
    beforeSession: true,
    user: { secondFactorRequired: true, email: "robin@payroll.example" },
    ends: [],
  },
  {
    stage: "customerChoiceRequired",
    beforeSession: false,
    user: {},
    prepare: ({ server }, user) => server.addCustomers(user, 2),
    ends: [],
  },
  {
    stage: "deviceOffered",
    beforeSession: false,
    user: { deviceOfferAt: 0 },
    ends: ["SkipFido", "Next skip"],
  },
];

const credential = {
  id: "AAAA",
  rawId: "AAAA",
  type: "public-key",
  extensions: {},
};

/** Every call that needs more than its name, as a stranger to its secrets makes it. */
function triesOf(user: User): Partial<Record<CallName, Try[]>> {
  const { username } = user;
  const newPasswords = {
    newPassword: "a better harbour at dusk",
    confirmPassword: "a better harbour at dusk",
  };
  const bodies: Record<string, Try[]> = {
    ChangeExpiredPassword: [{ body: { username, currentPassword: "wrong", ...newPasswords } }],
    ChangePassword: [{ body: { currentPassword: "wrong", ...newPasswords } }],
    ChooseSecondFactor: ["authenticator", "sms", "pin"].map((method) => ({ body: { method } })),
    ConfirmContact: [{ body: { code: "000000" } }],
    EexLink: [{ body: { code: "no-invitation" } }],
    EnableTwoFactor: [{ body: { code: "00000 00000 00000 00000" } }],
    Exchange: [{ body: { state: "no-state" } }],
    GeneratePhoneVerification: [{ body: { phoneNumber: "+15550001111" } }],
    GeneratePin: [{}, { query: { forced: "true" } }],
    Link: [{ body: { username, password: "wrong" } }],
    Login: [{ body: { username, password: "wrong" } }],
    LoginWith2FA: ["authenticator", "sms", "pin"].map((method) => ({ body: { method, code: "000000" } })),
    LoginWithOTT: [{ body: { username, token: "000000" } }],
    LoginWithRecoveryCode: [{ body: { code: "00000 00000 00000 00000" } }],
    Next: ["continue", "switch", "skip", "back", "cancel"].map((button) => ({ query: { button } })),
    Recover: [{ body: { username } }],
    RegisterCredential: [
      { body: { ...credential, response: { attestationObject: "AAAA", clientDataJson: "AAAA" } } },
    ],
    RemoveCredential: [{ body: { id: "AAAA" } }],
    RemoveSecondFactor: ["authenticator", "sms", "pin"].map((method) => ({ body: { method } })),
    RenameCredential: [{ body: { id: "AAAA", name: "Mine" } }],
    ReportError: [
      { body: { message: "m", source: "", line: 0, column: 0, stack: "", page: "/", browser: "" } },
    ],
    ResetPassword: [{ body: { state: "no-state", ...newPasswords } }],
    UpdateContact: [{ body: { email: "somebody@else.example" } }],
    SecureLogin: [
      {
        body: {
          ...credential,
          response: {
            authenticatorData: "AAAA",
            clientDataJson: "AAAA",
            userHandle: null,
            signature: "AAAA",
          },
        },
      },
    ],
    SelectCustomer: [{ body: { customerId: "somebody-elses" } }],
    SendOTP: [
      { body: { purpose: "secondFactor", channel: "mail" } },
      { body: { purpose: "secondFactor", channel: "sms" } },
      { body: { purpose: "oneTimeToken", channel: "mail", username } },
    ],
    SilentLogout: [{ body: { reason: "inactivity" } }],
    UpstreamLogout: ["signout", "stay"].map((button) => ({
      body: { logoutId: "no-sign-out" },
      query: { button },
    })),
    Validate2faSetupCode: [{ body: { code: "000000" } }],
    VendorLogin: [{ body: { vendorId: "no-such-vendor" } }],
    VerifyCaptcha: [{ body: { version: 1, token: "bm9uZQ==" } }],
  };
  return bodies;
}

/** All tries of all calls, by a readable name. */
function allTries(suite: OidcSuite, user: User): { name: string; call: CallName; how: Try }[] {
  const known = triesOf(user);
  const contracts = Object.entries(suite.server.services.config().contracts) as [CallName, CallContract][];
  return contracts
    .filter(([, { content }]) => content !== "image")
    .flatMap(([call, { body }]) => {
      const tries = known[call] ?? [{}];
      const needsBody = ((body?.required as string[] | undefined) ?? []).length > 0;
      if (needsBody && known[call] === undefined) throw new Error(`Say in triesOf how ${call} is tried.`);
      return tries.map((how) => ({ name: [call, how.query?.button].filter(Boolean).join(" "), call, how }));
    });
}

onEachDatabase((database) => {
  const suite = oidcSuite(database);

  /** A sign-in for an application that has come to a situation. */
  async function arrive({ user: facts, prepare }: Situation) {
    const { server } = suite();
    // Everybody comes from one address here: what others failed would ask this one for a captcha.
    await database.store().db.deleteFrom("throttle").where("key", "like", "address:%").execute();
    const user = await server.addUser(facts);
    await prepare?.(suite(), user);
    const browser = server.browser();
    const begun = await (await suite().application()).begin();
    const page = await suite().follow(browser, begun.path);
    const returnUrl = returnUrlOf(page);
    const proven = await browser.signIn(user.username, testPassword, { returnUrl });
    return { user, browser, returnUrl, proven };
  }

  const make = (browser: TestClient, returnUrl: string, { call, how }: { call: CallName; how: Try }) =>
    browser.call(call, how.body, { ...how.query, returnUrl });

  /** The application gets a code, without a further secret. */
  async function getsIn(browser: TestClient, returnUrl: string): Promise<boolean> {
    const end = await suite().follow(browser, returnUrl);
    return end.searchParams.has("code");
  }

  it("lets the application have its code where nothing is owed", async () => {
    const { browser, returnUrl, proven } = await arrive({
      stage: "deviceOffered",
      beforeSession: false,
      user: {},
      ends: [],
    });
    expect(proven.status).toBe(209);
    expect(await getsIn(browser, returnUrl)).toBe(true);
  });

  describe.each(situations)("while $stage is owed", (situation) => {
    it("the password leads there and no further", async () => {
      const { browser, returnUrl, proven } = await arrive(situation);
      expect(proven.json).toMatchObject({ outcome: situation.stage });
      const { json } = await browser.call("User", undefined, { returnUrl });
      expect(json).toMatchObject({ isAuthenticated: !situation.beforeSession, pending: situation.stage });
      expect(await getsIn(browser, returnUrl)).toBe(false);
    });

    it("no single call skips it", async () => {
      const { user } = await arrive(situation);
      for (const one of allTries(suite(), user).filter(({ name }) => !situation.ends.includes(name))) {
        const { browser, returnUrl } = await arrive(situation);
        const answer = await make(browser, returnUrl, one);
        expect(answer.status, one.name).toBeLessThan(500);
        const { json } = await browser.call("User", undefined, { returnUrl });
        if (situation.beforeSession) expect(json.isAuthenticated, one.name).toBe(false);
        expect(await getsIn(browser, returnUrl), one.name).toBe(false);
      }
    });

    it("no order of calls skips it", async () => {
      const { user } = await arrive(situation);
      const count = allTries(suite(), user).length;
      const orders = fc.array(fc.nat({ max: count - 1 }), { minLength: 2, maxLength: 8 });
      await fc.assert(
        fc.asyncProperty(orders, async (order) => {
          const { user, browser, returnUrl } = await arrive(situation);
          const tries = allTries(suite(), user);
          const made = order
            .flatMap((index) => tries[index] ?? [])
            .filter(({ name }) => !situation.ends.includes(name));
          for (const one of made) await make(browser, returnUrl, one);
          expect(await getsIn(browser, returnUrl)).toBe(false);
        }),
        { numRuns: 12 },
      );
    });
  });

  it("ends the offer of a device by the calls that may", async () => {
    const offered = situations.find(({ stage }) => stage === "deviceOffered");
    if (offered === undefined) throw new Error("there is such a situation");
    for (const name of offered.ends) {
      const { user, browser, returnUrl } = await arrive(offered);
      const one = allTries(suite(), user).find((candidate) => candidate.name === name);
      if (one === undefined) throw new Error(`no call ${name}`);
      expect((await make(browser, returnUrl, one)).status, name).toBe(209);
      expect(await getsIn(browser, returnUrl), name).toBe(true);
    }
  });
});
