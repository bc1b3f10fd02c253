import {
  type JourneyAccount,
  type JourneyAttempt,
  type JourneyStage,
  nextStage,
  sessionAllowed,
} from "../../shared/journey.ts";

/** Who waits behind a sign-in: nobody, an application, or one that takes the word of a provider alone. */
type Waiting = "nobody" | "application" | "vendorOnly";

/** What stays as it is while one person walks: who waits, and what their account owes. */
export interface World {
  waiting: Waiting;
  account: JourneyAccount;
}

/** How far a person has come. Two that owe the same go on alike, so they are one. */
export interface Standing {
  /** Every stage that is still owed, in order; undefined: nobody has proven anything. */
  owed: readonly JourneyStage[] | undefined;
  stage: JourneyStage | "done" | "nothing";
  /** The person is signed in as far as pages can tell (decisions 8). */
  hasSession: boolean;
  /** The screen that told of what was just settled: only its button writes the session that may exist now. */
  unwritten: string | undefined;
  key: string;
}

/** Before anything is proven. */
export const nothingProven: Standing = {
  owed: undefined,
  stage: "nothing",
  hasSession: false,
  unwritten: undefined,
  key: "nothing",
};

/** What journey.ts reads once a stage is behind. */
const settled: Record<
  JourneyStage,
  { account?: Partial<JourneyAccount>; attempt?: Partial<JourneyAttempt> }
> = {
  passwordExpired: { account: { passwordExpired: false } },
  twoFactorRequired: { attempt: { secondFactorProven: true } },
  twoFactorSetupRequired: { account: { hasSecondFactor: true }, attempt: { secondFactorProven: true } },
  customerChoiceRequired: { attempt: { customerChosen: true } },
  deviceOffered: { account: { deviceOffer: false } },
};

const standings = new Map<string, Standing>();

/** The standing of whoever has just proven who they are: what journey.ts asks for until it is done. */
export function proven(account: JourneyAccount): Standing {
  const owed: JourneyStage[] = [];
  let now = { account, attempt: { secondFactorProven: false, customerChosen: false } };
  for (let stage = nextStage(account, now.attempt); stage !== "done"; ) {
    if (owed.includes(stage)) throw new Error(`the journey asks for ${stage} again and again`);
    owed.push(stage);
    const { account: ofAccount, attempt } = settled[stage];
    now = { account: { ...now.account, ...ofAccount }, attempt: { ...now.attempt, ...attempt } };
    stage = nextStage(now.account, now.attempt);
  }
  return owing(owed);
}

/** The standing with one stage behind. */
export function settle(standing: Standing, ended: JourneyStage): Standing {
  return standing.owed?.includes(ended) ? owing(standing.owed.filter((stage) => stage !== ended)) : standing;
}

/** The same before a screen that tells of it was left; where no session may exist yet, there is none to be written. */
export function unwritten(standing: Standing, screen: string): Standing {
  const { owed, stage } = standing;
  const isWaiting = owed !== undefined && stage !== "nothing" && sessionAllowed(stage);
  return isWaiting ? owing(owed, screen) : standing;
}

/** The same with its session written. */
export function written(standing: Standing): Standing {
  return standing.owed === undefined ? standing : owing(standing.owed);
}

function owing(owed: readonly JourneyStage[], screen?: string): Standing {
  const key = [...owed, ...(screen === undefined ? [] : [`unwritten at ${screen}`])].join();
  const stage = owed[0] ?? "done";
  const hasSession = screen === undefined && sessionAllowed(stage);
  const standing = standings.get(key) ?? { owed, stage, hasSession, unwritten: screen, key };
  standings.set(key, standing);
  return standing;
}

const flags = [false, true];

/** One account for every list of stages that the journey can ask for, those that owe least first. */
function accounts(): JourneyAccount[] {
  const all = flags.flatMap((passwordExpired) =>
    flags.flatMap((hasSecondFactor) =>
      flags.flatMap((secondFactorRequired) =>
        [1, 2].flatMap((customers) =>
          flags.map((deviceOffer) => ({
            passwordExpired,
            hasSecondFactor,
            secondFactorRequired,
            customers,
            deviceOffer,
          })),
        ),
      ),
    ),
  );
  const distinct = new Map(all.map((account) => [proven(account).key, account]));
  return [...distinct.values()].sort((a, b) => stagesOf(a).length - stagesOf(b).length);
}

/** The stages that an account asks for. */
export function stagesOf(account: JourneyAccount): readonly JourneyStage[] {
  return proven(account).owed ?? [];
}

/**
 * Everybody who can come, the simplest first: every list of stages where nothing waits, and each stage alone and none
 * where an application does, because who waits changes nothing about the order of stages.
 */
export function worlds(): World[] {
  const all = accounts();
  const simple = all.filter((account) => stagesOf(account).length < 2);
  return [
    ...simple.flatMap((account) => worldsOf(account, ["nobody", "application", "vendorOnly"])),
    ...all.filter((account) => !simple.includes(account)).flatMap((account) => worldsOf(account, ["nobody"])),
  ];
}

function worldsOf(account: JourneyAccount, waiting: readonly Waiting[]): World[] {
  return waiting.map((who) => ({ waiting: who, account }));
}

/** The simplest person who owes a stage next. */
export function worldOwing(stage: JourneyStage): World | undefined {
  return worlds().find(({ account }) => stagesOf(account)[0] === stage);
}
