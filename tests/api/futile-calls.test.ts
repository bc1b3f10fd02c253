import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import { kindsOf } from "../../src/config/proof/answers.ts";
import { type FutileCall, futileRowsOf } from "../../src/config/proof/effects.ts";
import { situationAt } from "../../src/config/proof/futile-calls.ts";
import type { Config } from "../../src/config/read-config.ts";
import { codeLife } from "../../src/server/account/messages/sent-code.ts";
import { gatewaysOf } from "../../src/server/delivery/gateway-settings.ts";
import { longestLife } from "../../src/server/delivery/queue-message.ts";
import { freshFor } from "../../src/server/domain/freshness.ts";
import { rememberDevice } from "../../src/server/store/remembered-devices.ts";
import type { SecondFactorKind } from "../../src/server/store/second-factors.ts";
import type { NewUser } from "../../src/server/store/users.ts";
import type { AnswerOf, CallName } from "../../src/shared/contract.ts";
import { day, minute, second } from "../../src/shared/durations.ts";
import type { JourneyStage } from "../../src/shared/journey.ts";
import { type Facts, matches, toFacts, type When } from "../../src/shared/matches.ts";
import { pickByName } from "../../src/shared/pick-by-name.ts";
import { onEachDatabase } from "../support/databases.ts";
import { openedPage } from "../support/opened-page.ts";
import {
  addPersonWith,
  appCode,
  giveFactors,
  givePassword,
  type PersonWithFactors,
  sentCode,
} from "../support/second-factors.ts";
import { suiteServer, type TestServer, testPassword } from "../support/server.ts";
import { type Wizard, wizardOf } from "../support/setup-wizard.ts";
import { SoftwareAuthenticator } from "../support/software-authenticator.ts";
import { stubRenderer } from "../support/stub-renderer.ts";
import type { TestClient } from "../support/test-client.ts";

// The check tells of calls that come to nothing by rows of src/config/proof/effects.ts. Here the server is asked whether they
// do: each value that a row asks for has a sample of which nothing comes, and for each of its conditions there is one that
// differs in it alone and is done.

/** Somebody at a page. */
interface Visit {
  browser: TestClient;
  screen: string;
  query?: Record<string, string>;
  /** What they would type or choose there. */
  typed?: Record<string, unknown>;
}

/** Brings somebody to a page: of a server, or of one that sends no messages to anybody. */
type Stand = (server: TestServer, mute: TestServer) => Promise<Visit>;

/** Where somebody stands, what the page gives to the call, and what the server answers. */
type Sample = readonly [stand: Stand, given: Record<string, string>, answer: object];

interface Samples {
  /** Everything is as before. */
  nothing: readonly Sample[];
  /** What was just settled is told no more, and with a sign-in that is not over yet all is lost. */
  takesAway?: readonly Sample[];
  done: readonly Sample[];
  /** All that comes of it is where the answer leads to. */
  leads?: readonly Sample[];
}

const methods: readonly SecondFactorKind[] = ["authenticator", "sms", "pin"];
const othersThan = (method: string) => methods.filter((other) => other !== method);
const recoveryCode = "40718266359417052883";

/** Whoever has proven nothing. */
const nobodyAt =
  (screen: string, waits = false): Stand =>
  async (server) => {
    const { username } = await server.addUser({ email: "robin@payroll.example" });
    const visit = { browser: server.browser(), screen, typed: { username } };
    return waits ? { ...visit, query: { returnUrl: await server.addRequest() } } : visit;
  };

/** Whoever owes the second step, by the method that is named last. */
const secondStep =
  (...kinds: SecondFactorKind[]): Stand =>
  async (server) => {
    const browser = server.browser();
    const person = await addPersonWith(server, kinds, [recoveryCode]);
    const { email, phone } = person;
    await givePassword(browser, person);
    // Another code can be sent by now.
    server.clock.advance(minute);
    const method = kinds.at(-1);
    const code =
      method === "authenticator" ? appCode(server) : await sentCode(server, method === "sms" ? phone : email);
    return { browser, screen: "loginTwoFactor", typed: { code, username: person.user.username } };
  };

const secondStepBy = (method: SecondFactorKind) => secondStep(...othersThan(method), method);

/** The same once the code that was sent is good no more. */
const secondStepLate: Stand = async (server, mute) => {
  const visit = await secondStep("pin")(server, mute);
  server.clock.advance(longestLife(codeLife));
  return visit;
};

/** Whoever has given their password, and owes what their account asks for. */
const signingIn =
  (screen: string, facts: Partial<NewUser> = {}, customers = 0): Stand =>
  async (server) => {
    const browser = server.browser();
    const user = await server.addUser(facts);
    if (customers > 0) await server.addCustomers(user, customers);
    await browser.signIn(user.username, testPassword);
    return { browser, screen };
  };

const atStage = {
  passwordExpired: signingIn("changeExpiredPassword", { mustChangePassword: true }),
  twoFactorRequired: secondStep("authenticator"),
  twoFactorSetupRequired: signingIn("setupTwoFactor", { secondFactorRequired: true }),
  customerChoiceRequired: signingIn("select", {}, 2),
  deviceOffered: signingIn("registerDevice", { deviceOfferAt: 0 }),
} satisfies Record<JourneyStage, Stand>;

/** Whoever has just settled the second step by a recovery code, and reads so. */
const codeUsed: Stand = async (...servers) => {
  const visit = await secondStep("authenticator")(...servers);
  await visit.browser.call("LoginWithRecoveryCode", { code: recoveryCode });
  return { ...visit, screen: "loginRecoveryCode" };
};

/** Whoever owes the second step, and types a recovery code in the place of another. */
const byRecoveryCode: Stand = async (...servers) => {
  const visit = await secondStep("authenticator")(...servers);
  return { ...visit, screen: "loginRecoveryCode", typed: { code: recoveryCode } };
};

/** Whoever is signed in and goes some way in the set-up. */
const inSetUp =
  (go: (here: SetUp) => Promise<unknown> = async () => undefined): Stand =>
  async (server) => {
    const browser = server.browser();
    const person = await addPersonWith(server, []);
    await browser.signIn(person.user.username, testPassword);
    const typed = { code: "000000", phoneNumber: person.phone, method: "sms" };
    await go({ server, browser, wizard: wizardOf(server, browser), person, typed });
    return { browser, screen: "setupTwoFactor", typed };
  };

interface SetUp {
  server: TestServer;
  browser: TestClient;
  wizard: Wizard;
  person: PersonWithFactors;
  /** What they would type there. */
  typed: { code: string };
}

/** At the step where the code of a method is asked for. */
const provingBy = (method: SecondFactorKind) =>
  inSetUp(async ({ server, browser, wizard, person: { email, phone }, typed }) => {
    await wizard.choose(method);
    if (method === "sms") await browser.call("GeneratePhoneVerification", { phoneNumber: phone });
    server.clock.advance(minute);
    typed.code = await wizard.code({ authenticator: undefined, sms: phone, pin: email }[method]);
  });

const enable = async (wizard: Wizard) => {
  const [code = ""] = await wizard.prove("authenticator");
  await wizard.enable(code);
};

/** At the end of the set-up that a sign-in asked for. */
const owedSetUpDone: Stand = async (...servers) => {
  const visit = await atStage.twoFactorSetupRequired(...servers);
  await enable(wizardOf(servers[0], visit.browser));
  return visit;
};

/** Who has second factors, where the set-up begins. */
const having = (kinds: readonly SecondFactorKind[], { required = false, remembered = false } = {}) =>
  inSetUp(async ({ server, person }) => {
    const { db } = server.services.store;
    const userId = person.user.id;
    await giveFactors(server, person, kinds);
    if (required)
      await db.updateTable("users").set({ second_factor_required: 1 }).where("id", "=", userId).execute();
    const now = server.clock.now();
    if (remembered) await rememberDevice(db, { idHash: randomUUID(), userId, expiresAt: now + day }, now);
  });

/** The same so long after the sign-in that nothing of it may be changed any more. */
const late =
  (stand: Stand): Stand =>
  async (server, mute) => {
    const visit = await stand(server, mute);
    server.clock.advance(freshFor);
    return visit;
  };

const muted =
  (stand: Stand): Stand =>
  (_, mute) =>
    stand(mute, mute);

const atStep = {
  signInAgain: late(inSetUp()),
  choose: inSetUp(),
  authenticator: provingBy("authenticator"),
  phone: inSetUp(({ wizard }) => wizard.choose("sms")),
  code: provingBy("pin"),
  codes: inSetUp(async ({ wizard, typed }) => {
    [typed.code = ""] = await wizard.prove("authenticator");
  }),
  done: inSetUp(({ wizard }) => enable(wizard)),
} satisfies Record<AnswerOf<"Setup2FAView">["step"], Stand>;

const except = (stands: Record<string, Stand>, ...names: string[]) =>
  Object.entries(stands).filter(([name]) => !names.includes(name));
const atOtherSteps = (...own: (keyof typeof atStep)[]) => except(atStep, ...own).map(([, stand]) => stand);

async function newDevice({ services }: TestServer, browser: TestClient) {
  const { json } = await browser.call("CredentialOptions");
  return new SoftwareAuthenticator(services.settings.publicUrl).register(json);
}

/** Whoever is signed in and has a device. */
const withDevice: Stand = async (server, mute) => {
  const visit = await signingIn("registerDevice")(server, mute);
  const device = await newDevice(server, visit.browser);
  await visit.browser.call("RegisterCredential", device);
  return { ...visit, typed: { id: device.id } };
};

/** Whoever has just chosen a new device in the browser's dialog, whose answer is good for as long as a sign-in is fresh. */
const addingDevice: Stand = async (server, mute) => {
  const visit = await signingIn("registerDevice")(server, mute);
  server.clock.advance(second);
  return { ...visit, typed: { ...(await newDevice(server, visit.browser)) } };
};

/** The same where the pages are those of a partner without secure credentials. */
const addingDeviceElsewhere: Stand = async (server, mute) => {
  const visit = await addingDevice(server, mute);
  return { ...visit, query: { returnUrl: await server.addRequest() } };
};

const answers = (outcome: string) => ({ status: 200, json: { outcome } });
const leadsTo = (path: string) => ({ status: 209, json: { redirect: path } });
const refused = (code: string, field = "") => ({ status: 400, json: { codes: { [field]: [{ code }] } } });
const timedOut = { status: 400, json: expect.not.objectContaining({ codes: expect.anything() }) };
const notAvailable = refused("problems.methodNotAvailable");
const wizard = "/account/setup-twofactor";
const signIn = "/account/login";

const token = { purpose: "oneTimeToken", channel: "mail" };
const byMail = { purpose: "secondFactor", channel: "mail" };
const bySms = { purpose: "secondFactor", channel: "sms" };

/** Whoever owes no second step, and what comes of a code of one: they are led to what they do owe. */
const outsideSecondStep: [Stand, Sample[2]][] = [
  [nobodyAt("loginOtt"), timedOut],
  [provingBy("sms"), leadsTo("/")],
  [atStage.passwordExpired, leadsTo("/account/change-expired-password")],
  [atStage.twoFactorSetupRequired, leadsTo(wizard)],
  [atStage.customerChoiceRequired, leadsTo("/account/select")],
  [atStage.deviceOffered, leadsTo("/account/registerdevice")],
];

const ledOn = (given: Record<string, string>): Sample[] =>
  outsideSecondStep.map(([stand, expected]) => [stand, given, expected]);

/** A sample of each method with each other one. */
const pairs = (sample: (method: SecondFactorKind, other: SecondFactorKind) => Sample): Sample[] =>
  methods.flatMap((method) => othersThan(method).map((other) => sample(method, other)));

const samples: Record<FutileCall, Samples> = {
  LoginWith2FA: {
    nothing: [
      ...pairs(
        (method, other): Sample => [
          secondStepBy(method),
          { method: other },
          refused(other === "authenticator" ? "problems.codeWrongInApp" : "problems.codeGone", "code"),
        ],
      ),
      ...ledOn({ method: "authenticator", code: "000000" }),
    ],
    done: methods.map((method) => [secondStepBy(method), { method }, leadsTo("/")]),
  },
  LoginWithRecoveryCode: {
    nothing: ledOn({ code: recoveryCode }),
    done: [[byRecoveryCode, {}, answers("codeUsed")]],
  },
  Validate2faSetupCode: {
    nothing: [
      ...pairs((method, other) => [provingBy(method), { method: other }, leadsTo(wizard)]),
      ...atOtherSteps("authenticator", "code").map((stand): Sample => [stand, {}, leadsTo(wizard)]),
    ],
    done: methods.map((method) => [provingBy(method), { method }, answers("valid")]),
  },
  EnableTwoFactor: {
    nothing: atOtherSteps("codes").map((stand) => [stand, {}, leadsTo(wizard)]),
    done: [[atStep.codes, {}, answers("enabled")]],
  },
  ChooseSecondFactor: {
    nothing: [
      ...pairs(
        (method, other): Sample => [
          secondStep(method),
          { method: other },
          refused("problems.methodNotAvailable", "method"),
        ],
      ),
      ...methods.map((method): Sample => [secondStepBy(method), { method }, answers("chosen")]),
      ...(["sms", "pin"] as const).map(
        (method): Sample => [muted(inSetUp()), { method }, refused("problems.methodNotAvailable", "method")],
      ),
      [atStep.signInAgain, { method: "pin" }, leadsTo(wizard)],
      [atStep.done, { method: "pin" }, leadsTo(wizard)],
    ],
    done: [
      ...pairs((method, other): Sample => [secondStepBy(method), { method: other }, answers("chosen")]),
      ...methods.map((method): Sample => [inSetUp(), { method }, answers("chosen")]),
      [muted(inSetUp()), { method: "authenticator" }, answers("chosen")],
    ],
  },
  RemoveSecondFactor: {
    nothing: [
      ...methods.map((method): Sample => [having(othersThan(method)), { method }, answers("removed")]),
      [late(having(["sms"])), {}, leadsTo(wizard)],
      [having(["sms"], { required: true }), {}, refused("problems.secondFactorRequired")],
      [inSetUp(), {}, answers("removed")],
    ],
    done: pairs((method, other) => [having(othersThan(other)), { method }, answers("removed")]),
  },
  ForgetRememberedDevices: {
    nothing: [[having(["sms"]), {}, answers("forgotten")]],
    done: [[having(["sms"], { remembered: true }), {}, answers("forgotten")]],
  },
  SendOTP: {
    nothing: [
      [nobodyAt("loginOtt"), { ...token, channel: "sms" }, notAvailable],
      ...methods.map((method): Sample => [secondStep(method), token, answers("sent")]),
      [secondStep("authenticator"), byMail, notAvailable],
      [secondStep("sms"), byMail, notAvailable],
      [secondStep("authenticator"), bySms, notAvailable],
      [secondStep("pin"), bySms, notAvailable],
      ...outsideSecondStep.map(([stand]): Sample => [stand, bySms, timedOut]),
    ],
    done: [
      [nobodyAt("loginOtt"), token, answers("sent")],
      [secondStep("sms"), bySms, answers("sent")],
      [secondStep("pin"), byMail, answers("sent")],
    ],
  },
  GeneratePin: {
    nothing: [
      [secondStep("pin"), { forced: "false" }, answers("sent")],
      [provingBy("pin"), { forced: "false" }, answers("sent")],
      ...(["authenticator", "sms"] as const).map(
        (method): Sample => [secondStep(method), { forced: "true" }, notAvailable],
      ),
      [provingBy("sms"), { forced: "true" }, notAvailable],
      ...atOtherSteps("code").map((stand): Sample => [stand, { forced: "true" }, notAvailable]),
    ],
    done: [
      [secondStep("pin"), { forced: "true" }, answers("sent")],
      [secondStepLate, { forced: "false" }, answers("sent")],
      [provingBy("pin"), { forced: "true" }, answers("sent")],
    ],
  },
  GeneratePhoneVerification: {
    nothing: [atStep.code, ...atOtherSteps("phone", "code")].map((stand) => [stand, {}, leadsTo(wizard)]),
    done: [
      [atStep.phone, {}, answers("sent")],
      [provingBy("sms"), {}, answers("sent")],
    ],
  },
  RegisterCredential: {
    nothing: [
      [addingDeviceElsewhere, {}, { status: 403 }],
      [late(addingDevice), {}, refused("problems.signInAgain")],
    ],
    done: [[addingDevice, {}, answers("registered")]],
  },
  RemoveCredential: {
    nothing: [[late(withDevice), {}, refused("problems.signInAgain")]],
    done: [[withDevice, {}, answers("removed")]],
  },
  SkipFido: {
    nothing: [[withDevice, {}, leadsTo("/")]],
    done: [[atStage.deviceOffered, {}, leadsTo("/")]],
  },
  Logout: {
    nothing: [[nobodyAt("loggedOut"), { scope: "here" }, answers("signedOut")]],
    done: [[signingIn("logout"), { scope: "here" }, answers("signedOut")]],
  },
  Next: {
    nothing: [
      [nobodyAt("login", true), { button: "continue" }, timedOut],
      [nobodyAt("login", true), { button: "skip" }, timedOut],
      ...Object.entries(atStage).map(
        ([stage, stand]): Sample => [stand, { button: "continue" }, answers(stage)],
      ),
      ...except(atStage, "deviceOffered").map(
        ([stage, stand]): Sample => [stand, { button: "skip" }, answers(stage)],
      ),
      ...[atStep.signInAgain, atStep.choose, atStage.customerChoiceRequired, atStage.deviceOffered].map(
        (stand): Sample => [stand, { button: "back" }, leadsTo(signIn)],
      ),
    ],
    takesAway: [
      ...[codeUsed, owedSetUpDone].flatMap((stand): Sample[] => [
        [stand, { button: "switch" }, leadsTo(signIn)],
        [stand, { button: "back" }, leadsTo(signIn)],
        [stand, { button: "cancel" }, leadsTo("/")],
      ]),
      [atStep.done, { button: "back" }, leadsTo(signIn)],
    ],
    done: [
      [atStage.twoFactorRequired, { button: "switch" }, leadsTo(signIn)],
      [atStage.twoFactorRequired, { button: "back" }, leadsTo(signIn)],
      [atStage.twoFactorRequired, { button: "cancel" }, leadsTo("/")],
      [codeUsed, { button: "continue" }, leadsTo("/")],
      [atStage.deviceOffered, { button: "skip" }, leadsTo("/")],
      [atStage.twoFactorSetupRequired, { button: "back" }, leadsTo(signIn)],
      [provingBy("authenticator"), { button: "back" }, leadsTo(wizard)],
    ],
    leads: [
      [signingIn("login"), { button: "continue" }, leadsTo("/")],
      [nobodyAt("login", true), { button: "cancel" }, leadsTo(expect.stringMatching("^/connect/"))],
      [inSetUp(), { button: "skip" }, leadsTo("/")],
      [signingIn("setupTwoFactor", {}, 2), { button: "skip" }, answers("customerChoiceRequired")],
    ],
  },
};

/** A partner's pages without secure credentials: those of the application that waits. */
const config = (read: Config): Config => {
  const { northwind } = read.partners;
  if (northwind === undefined) throw new Error("there is no partner northwind");
  const signIn = { ...northwind.signIn, secureCredential: false };
  return { ...read, partners: { ...read.partners, northwind: { ...northwind, signIn } } };
};
const gateways = gatewaysOf({
  VESTIBULE_MESSAGE_GATEWAY_URL: "http://localhost:9/messages",
  VESTIBULE_SMS_METHOD: "POST",
});

/** What was found of a sample: whether something came of the call, and the facts that rows ask for. */
interface Found {
  isDone: boolean;
  facts: Facts;
}

onEachDatabase((database) => {
  const server = suiteServer(database, { renderer: stubRenderer, config, settings: { gateways } });
  const mute = suiteServer(database, { renderer: stubRenderer });

  /** The page that a visit is at, and where the sign-in stands, as rows ask for it. */
  async function look({ browser, screen, query = {} }: Visit) {
    const { screens, journey } = server().services.config();
    const { path = "" } = screens[screen] ?? {};
    const page = await openedPage(browser, `${path}?${new URLSearchParams(query)}`);
    const { view = {} } = page ?? {};
    const { json: user } = await browser.call("User", undefined, query);
    const hasSession = user.isAuthenticated;
    const isUnwritten = !hasSession && (view.step === "used" || view.step === "done");
    const stage = user.pending ?? (hasSession || isUnwritten ? "done" : "nothing");
    const standing = { stage, hasSession, unwritten: isUnwritten ? screen : undefined };
    const waiting = query.returnUrl === undefined ? "nobody" : "application";
    const situation = situationAt(journey, screen, { waiting }, standing);
    return { screen: page?.screen, view, situation };
  }

  /** Makes a call as its page does: with what the page gives and what was typed, as far as the contract knows it. */
  function make(call: CallName, { browser, query, typed = {} }: Visit, given: Record<string, string>) {
    const contract = server().services.config().contracts[call];
    const isOfQuery = (name: string) => contract.query !== undefined && name in contract.query;
    const known = Object.keys(contract.body?.properties ?? {});
    const sent = { ...typed, ...given };
    const body = contract.body && pickByName(sent, (name) => known.includes(name));
    return browser.call(call, body, { ...query, ...pickByName(given, isOfQuery) });
  }

  async function tried(call: CallName, kind: keyof Samples, [stand, given, answer]: Sample): Promise<Found> {
    const visit = await stand(server(), mute());
    const before = await look(visit);
    const said = `${call} ${JSON.stringify(given)} at ${JSON.stringify(before)}`;
    expect(before.screen, said).toBe(visit.screen);
    const givenFacts = Object.fromEntries(
      Object.entries(given).map(([name, value]) => [`given.${name}`, value]),
    );
    const facts = { ...before.situation, ...kindsOf(toFacts({ view: before.view })), ...givenFacts };
    expect(await make(call, visit, given), said).toMatchObject(answer);
    const after = await look(visit);
    if (kind === "nothing" || kind === "leads") expect(after, said).toEqual(before);
    if (kind === "takesAway") {
      const stage = before.situation["situation.session"] ? "done" : "nothing";
      expect(after.situation, said).toMatchObject({ "situation.stage": stage });
      expect(after.view.step, said).not.toBe(before.view.step);
    }
    if (kind === "done") expect(after, said).not.toEqual(before);
    const isFutile = futileRowsOf(call).some((row) => matches(row, facts));
    const isDone = kind === "done" || kind === "leads";
    expect(isFutile, `${said}: a row says that nothing comes of it`).toBe(!isDone);
    return { isDone, facts };
  }

  it.each(Object.entries(samples) as [FutileCall, Samples][])(
    "%s comes to nothing where its rows say so, and only there",
    async (call, lists) => {
      const found: Found[] = [];
      for (const [kind, list] of Object.entries(lists) as [keyof Samples, Sample[]][])
        for (const sample of list) found.push(await tried(call, kind, sample));
      for (const row of futileRowsOf(call)) expect(unsampled(row, found), JSON.stringify(row)).toEqual([]);
    },
  );
});

/** What of a row no sample shows: a value of which nothing comes, or a condition that makes the difference. */
function unsampled(row: When, found: readonly Found[]): string[] {
  const nothing = found.filter(({ isDone, facts }) => !isDone && matches(row, facts));
  return Object.entries(row).flatMap(([name, wanted]) => {
    const others = pickByName(row, (other) => other !== name);
    const isNeeded = found.some(({ isDone, facts }) => isDone && matches(others, facts));
    const values = [wanted].flat().filter((value) => !nothing.some(({ facts }) => facts[name] === value));
    return [...values.map((value) => `${name} = ${value}`), ...(isNeeded ? [] : [`without ${name}`])];
  });
}
