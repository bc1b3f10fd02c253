/** What an account brings to the journey; every fact is known to the server alone. */
export interface JourneyAccount {
  passwordExpired: boolean;
  /** Second factors that are set up. */
  hasSecondFactor: boolean;
  /** An administrator requires a second factor. */
  secondFactorRequired: boolean;
  /** How many customers the person may choose from. */
  customers: number;
  /** A device credential may be offered now. */
  deviceOffer: boolean;
}

/** What was proven and chosen in this attempt. */
export interface JourneyAttempt {
  secondFactorProven: boolean;
  customerChosen: boolean;
}

/** The stages that can still be owed, in the only order that they are asked in. */
export const journeyStages = [
  "passwordExpired",
  "twoFactorRequired",
  "twoFactorSetupRequired",
  "customerChoiceRequired",
  "deviceOffered",
] as const;

export type JourneyStage = (typeof journeyStages)[number];

/** Stages that come before a session exists (decisions 8). */
const beforeSession = ["passwordExpired", "twoFactorRequired", "twoFactorSetupRequired"] as const;

/**
 * The next stage that a signed-in-by-password (or better) attempt owes, or `done`. The only place that orders
 * the stages (design, "The server"; calls, "The next stage after any success").
 */
export function nextStage(account: JourneyAccount, attempt: JourneyAttempt): JourneyStage | "done" {
  const owed: Record<JourneyStage, boolean> = {
    passwordExpired: account.passwordExpired,
    twoFactorRequired: account.hasSecondFactor && !attempt.secondFactorProven,
    twoFactorSetupRequired: account.secondFactorRequired && !account.hasSecondFactor,
    customerChoiceRequired: account.customers > 1 && !attempt.customerChosen,
    deviceOffered: account.deviceOffer,
  };
  return journeyStages.find((stage) => owed[stage]) ?? "done";
}

/** Says whether a session may exist while this stage is owed. */
export function sessionAllowed(
  stage: JourneyStage | "done",
): stage is Exclude<JourneyStage | "done", (typeof beforeSession)[number]> {
  return !beforeSession.some((before) => before === stage);
}
