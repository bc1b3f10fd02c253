import type { AnswerOf, CallName, QueryOf } from "../../shared/contract.ts";
import { type JourneyStage, journeyStages } from "../../shared/journey.ts";
import type { Facts, When } from "../../shared/matches.ts";

/** What a call that went well does to the standing of whoever made it. */
export interface Effect {
  /** Who somebody is, is proven anew: by an account here, which counts for nothing where a provider must vouch, or by both. */
  proves?: "here" | "vouched";
  /** Stages that are behind then. */
  ends?: readonly JourneyStage[];
  /** What was proven here is forgotten. */
  signsOut?: boolean;
  /** Leaves for a provider, whose answer comes back to us. */
  asksProvider?: boolean;
  /** Tells the waiting application that the person gave up. */
  givesUp?: boolean;
  /** One step back in a wizard, else to the begin of the sign-in. */
  goesBack?: boolean;
}

/** Calls whose answer names what the sign-in owes next. A new one does not compile until it stands below. */
type JourneyCall = {
  [Name in CallName]: AnswerOf<Name> extends { outcome: infer Outcome }
    ? Extract<Outcome, JourneyStage> extends never
      ? never
      : Name
    : never;
}[CallName];

type Effects = Record<Exclude<JourneyCall, "Next">, Effect> & Partial<Record<CallName, Effect>>;

const goesOn: Effect = {};

/** What the server's handlers do, as far as the journey can tell; `tests/api/journey-model.test.ts` holds it against them. */
const effects: Effects = {
  Login: { proves: "here" },
  Link: { proves: "vouched" },
  LoginWithOTT: { proves: "here" },
  // A secure credential is more than one factor by itself.
  SecureLogin: { proves: "here", ends: ["twoFactorRequired", "twoFactorSetupRequired"] },
  VendorLogin: { proves: "vouched", asksProvider: true },
  ChangeExpiredPassword: { ends: ["passwordExpired"] },
  LoginWith2FA: { ends: ["twoFactorRequired"] },
  LoginWithRecoveryCode: { ends: ["twoFactorRequired"] },
  EnableTwoFactor: { ends: ["twoFactorSetupRequired"] },
  SelectCustomer: { ends: ["customerChoiceRequired"] },
  RegisterCredential: { ends: ["deviceOffered"] },
  SkipFido: { ends: ["deviceOffered"] },
  Logout: { signsOut: true },
};

type Button = QueryOf<"Next">["button"];

const nextButtons: Record<Button, Effect> = {
  continue: goesOn,
  skip: { ends: ["deviceOffered"] },
  switch: { signsOut: true },
  back: { goesBack: true },
  cancel: { givesUp: true },
};

/** The effect of a call with what it is given, as `given.*`; one that does nothing for the journey just goes on. */
export function effectOf(call: string, given: Facts): Effect {
  const table: Partial<Record<string, Effect>> = call === "Next" ? nextButtons : effects;
  return table[call === "Next" ? String(given["given.button"]) : call] ?? goesOn;
}

const methods = ["authenticator", "sms", "pin"];

/** One row for each method of a second factor. */
function ofMethods(row: (method: string, others: readonly string[]) => When): When[] {
  return methods.map((method) =>
    row(
      method,
      methods.filter((other) => other !== method),
    ),
  );
}

const codeOfAnotherMethod = ofMethods((method, others) => ({
  "given.method": others,
  "view.method": method,
}));

function stagesBut(own: JourneyStage): JourneyStage[] {
  return journeyStages.filter((stage) => stage !== own);
}

/** Nobody is asked for a second step then: not before the first, and not any more, as in the set-up. */
const outsideSecondStep: When = {
  "situation.stage": [...stagesBut("twoFactorRequired"), "done", "nothing"],
};

const setUpSteps = ["signInAgain", "choose", "authenticator", "phone", "code", "codes", "done"] as const;

/** A call of the set-up is done at its own steps alone. */
function atOtherSteps(...own: (typeof setUpSteps)[number][]): When {
  return { "view.step": setUpSteps.filter((step) => !own.includes(step)) };
}

/**
 * When a call that a page offers comes to nothing for everybody: the server refuses it, does not do what was asked, or
 * takes away what was just settled. In the language of `when`: what it is given, what the view says, and the situation,
 * of which `page` says whether the place is that of the stage that is owed, or tells of what was just settled.
 */
const futile = {
  LoginWith2FA: [...codeOfAnotherMethod, outsideSecondStep],
  LoginWithRecoveryCode: [outsideSecondStep],
  Validate2faSetupCode: [...codeOfAnotherMethod, atOtherSteps("authenticator", "code")],
  EnableTwoFactor: [atOtherSteps("codes")],
  ChooseSecondFactor: [
    ...ofMethods((method) => ({ "given.method": method, [`view.others.${method}`]: false })),
    // An authenticator app can always be set up.
    { "given.method": "sms", "view.available.sms": false },
    { "given.method": "pin", "view.available.pin": false },
    { "view.step": ["signInAgain", "done"] },
  ],
  RemoveSecondFactor: [
    ...ofMethods((method) => ({ "given.method": method, [`view.active.${method}`]: false })),
    { "view.removal": ["signInAgain", "required", "none"] },
  ],
  ForgetRememberedDevices: [{ "view.rememberedDevices": false }],
  SendOTP: [
    { "given.purpose": "oneTimeToken", "given.channel": "sms" },
    { "given.purpose": "oneTimeToken", "view.method": methods },
    { "given.channel": "mail", "view.method": ["authenticator", "sms"] },
    { "given.channel": "sms", "view.method": ["authenticator", "pin"] },
    { "given.purpose": "secondFactor", ...outsideSecondStep },
  ],
  GeneratePin: [
    { "given.forced": "false", "view.delivery": "some" },
    { "view.method": ["authenticator", "sms"] },
    atOtherSteps("code"),
  ],
  GeneratePhoneVerification: [{ "view.method": "pin" }, atOtherSteps("phone", "code")],
  RegisterCredential: [{ "view.allowed": false }, { "view.fresh": false }],
  RemoveCredential: [{ "view.fresh": false }],
  SkipFido: [{ "view.offered": false }],
  Logout: [{ "view.stage": "done" }],
  Next: [
    { "given.button": ["switch", "back", "cancel"], "situation.page": "ofSettled" },
    // Before the first step of the set-up, and before a stage, comes the sign-in, which is behind whoever is signed in.
    { "given.button": "back", "situation.session": true, "view.step": ["signInAgain", "choose", "done"] },
    { "given.button": "back", "situation.session": true, "situation.page": "ofStage" },
    { "given.button": ["continue", "skip"], "situation.stage": "nothing" },
    { "given.button": "continue", "situation.page": "ofStage" },
    { "given.button": "skip", "situation.page": "ofStage", "situation.stage": stagesBut("deviceOffered") },
  ],
} satisfies Partial<Record<CallName, readonly When[]>>;

/** A call that comes to nothing somewhere; `tests/api/futile-calls.test.ts` has samples of each of its rows. */
export type FutileCall = keyof typeof futile;

/** Rows of what a call comes to nothing by. */
export function futileRowsOf(call = ""): readonly When[] {
  const table: Partial<Record<string, readonly When[]>> = futile;
  return table[call] ?? [];
}

/** A view that belongs to one stage: whoever owes another is led on to it by a 209. */
export interface StageView {
  stage: JourneyStage;
  /** Signed-in people see it too. */
  signedIn: boolean;
}

const stageViews: Partial<Record<CallName, StageView>> = {
  ChangeExpiredPasswordView: { stage: "passwordExpired", signedIn: false },
  LoginWith2FAView: { stage: "twoFactorRequired", signedIn: false },
  LoginWithRecoveryCodeView: { stage: "twoFactorRequired", signedIn: false },
  Setup2FAView: { stage: "twoFactorSetupRequired", signedIn: true },
};

/** What is known of a view that belongs to a stage. */
export function stageViewOf(call = ""): StageView | undefined {
  const table: Partial<Record<string, StageView>> = stageViews;
  return table[call];
}

/** Views that lead elsewhere instead: where a way in is not offered, and for a link that is stale or used. */
const turnedAway: Partial<Record<CallName, readonly string[]>> = {
  LoginWithOTTView: ["login", "errorLinkExpired"],
  RedeemState: ["errorLinkExpired"],
  RedeemRecoveryCodeView: ["errorLinkExpired"],
  ExternalUser: ["errorLinkExpired"],
};

/** Screens that a view may lead to instead of being shown. */
export function turnedAwayBy(call = ""): readonly string[] {
  const table: Partial<Record<string, readonly string[]>> = turnedAway;
  return table[call] ?? [];
}
