import type { AnswerOf, CallName, QueryOf } from "../../shared/contract.ts";
import type { JourneyStage } from "../../shared/journey.ts";

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

type Button = NonNullable<QueryOf<"Next">["button"]>;

const nextButtons: Record<Button, Effect> = {
  continue: goesOn,
  skip: { ends: ["deviceOffered"] },
  switch: { signsOut: true },
  back: { goesBack: true },
  cancel: { givesUp: true },
};

/** The effect of a call with what it is given; one that does nothing for the journey just goes on. */
export function effectOf(call: string, given: Record<string, unknown>): Effect {
  const table: Partial<Record<string, Effect>> = call === "Next" ? nextButtons : effects;
  return table[call === "Next" ? String(given.button ?? "continue") : call] ?? goesOn;
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
  ExternalUser: ["errorLinkExpired"],
};

/** Screens that a view may lead to instead of being shown. */
export function turnedAwayBy(call = ""): readonly string[] {
  const table: Partial<Record<string, readonly string[]>> = turnedAway;
  return table[call] ?? [];
}
