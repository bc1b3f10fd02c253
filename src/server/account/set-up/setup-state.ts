import { minute } from "../../../shared/durations.ts";
import type { CallContext } from "../../call.ts";
import { openIfKnown, seal } from "../../crypto.ts";
import { isWithin } from "../../domain/freshness.ts";
import { type Standing, standingOf } from "../../request/standing.ts";
import type { Attempt, AttemptState } from "../../store/attempts.ts";
import type { SecondFactorKind } from "../../store/second-factors.ts";
import type { Db } from "../../store/tables.ts";
import type { User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { changeAttempt, isSameProof } from "../change-attempt.ts";
import { isFresh } from "../signed-in.ts";

const purpose = "two-factor-setup";

/** How long a set-up may take, once it was begun with a fresh sign-in; milliseconds. */
const setupLife = 30 * minute;

/** What the method that is being set up proves itself by. */
interface Proof {
  /** Key of the authenticator app, base32. */
  secret?: string;
  /** Number or address that the code was sent to. */
  target?: string;
  /** Time step of the code that proved the app; it counts nowhere else (security, TF-1). */
  lastStep?: number;
}

/** Where the wizard stands, with what its step needs. */
export type SetupStep =
  | { step: "choose"; method: null }
  | { step: "authenticator"; method: "authenticator"; secret: string }
  | { step: "phone"; method: "sms"; target?: string }
  | { step: "code"; method: "sms" | "pin"; target: string }
  /** The new codes count once one of them was typed back. */
  | ({ step: "codes"; method: SecondFactorKind; recoveryCodes: string[] } & Proof)
  | { step: "done"; method: SecondFactorKind };

/** A state that is to be kept; whose it is, `keepSetup` knows. */
export type NewState = SetupStep & {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Names the five tries of the method that is being proven (security, TF-3). */
  challenge: string;
};

/** What the wizard keeps from step to step; sealed in the attempt, because it holds secrets (decisions 10). */
export type SetupState = NewState & {
  /** Whose it is: nobody else in the same browser has a set-up by it (security, SE-7). */
  userId: string;
};

/** The state of some steps. */
export type StateAt<Step extends SetupStep["step"]> = Extract<SetupState, { step: Step }>;

/** The set-up of whoever stands here now. */
export interface Setup {
  user: User;
  standing: Standing;
  /** What keeps the state; undefined: there is nothing yet. */
  attempt: Attempt | undefined;
  /** Null: nothing was chosen yet. */
  state: SetupState | null;
  /** The person must prove anew who they are before they may begin. */
  signInAgain: boolean;
  /** An administrator requires the set-up, and nothing goes on without it (security, TF-4). */
  owed: boolean;
}

/** What a call found: the set-up, or where the sign-in stands instead; `standing` is null where nobody proved anything. */
export type FoundSetup = { setup: Setup } | { setup: null; standing: Standing | null };

/** The set-up of the person who stands here: half-way in a sign-in that requires one, or signed in. Only looks. */
export async function findSetup(context: CallContext): Promise<FoundSetup> {
  const found = await lookForSetup(context);
  if (found.setup !== null) return found;
  // The factor became active between the looks, at the attempt and at the account with its factors: all are read anew.
  const isTorn = found.standing === null || found.standing.unwritten?.data.setup !== undefined;
  return isTorn ? lookForSetup(context) : found;
}

async function lookForSetup(context: CallContext): Promise<FoundSetup> {
  const { services, visitor, target } = context;
  const attempt = await attemptHere(context);
  const standing = await standingOf(services, visitor, target, attempt);
  if (standing === null) return { setup: null, standing };
  const { user, stage, unwritten } = standing;
  const owed = stage === "twoFactorSetupRequired";
  const kept = livingState(context, attempt, user);
  // What was finished stands for nothing where it is owed again, as after an administrator removed the factor.
  const state = owed && kept?.step === "done" ? null : kept;
  const isPast = state?.step === "done" && stage !== "twoFactorRequired";
  const mayBe = owed || isPast || unwritten === undefined;
  if (!mayBe || stage === "passwordExpired") return { setup: null, standing };
  const signInAgain = unwritten === undefined && state === null && !isFresh(context);
  return { setup: { user, standing, attempt, state, signInAgain, owed } };
}

/** Says whether a sign-in has just been through its set-up, whose last page has not been left yet. */
export function isSetupDone(context: CallContext, { user, unwritten }: Standing): boolean {
  return livingState(context, unwritten, user)?.step === "done";
}

/**
 * Keeps where the set-up stands now, in place of what `read` was read with; null forgets it. `proof` is kept with it.
 * Undefined where another tab went on, or somebody else signed in, since it was read.
 */
export async function keepSetup(
  context: CallContext,
  { attempt: read, user }: Pick<Setup, "user"> & { attempt: Attempt },
  state: NewState | null,
  proof: (row: Attempt) => Partial<AttemptState> = () => ({}),
  db: Db = context.services.store.db,
): Promise<Attempt | undefined> {
  const setup = state === null ? undefined : sealed(context, { ...state, userId: user.id });
  const change = (row: Attempt) => {
    const proven = proof(row);
    return { ...proven, data: { ...row.data, ...proven.data, setup } };
  };
  const isSame = (row: Attempt) =>
    row.id === read.id && isSameProof(row, read) && row.data.setup === read.data.setup;
  return changeAttempt(context, read, change, isSame, db);
}

function livingState(
  { services }: CallContext,
  attempt: Attempt | undefined,
  { id, email }: User,
): SetupState | null {
  if (attempt?.data.setup === undefined) return null;
  const opened = openIfKnown(services.settings.secretKeys, purpose, attempt.data.setup);
  if (opened === undefined) return null;
  const state: SetupState = JSON.parse(opened);
  // PINs go to the account's address: one that was proven is none any more once that has changed.
  const isElsewhere = state.method === "pin" && "target" in state && state.target !== email;
  const isLiving = state.userId === id && isWithin(setupLife, state.startedAt, services.now());
  return isLiving && !isElsewhere ? state : null;
}

function sealed({ services }: CallContext, state: SetupState): string {
  return seal(services.settings.secretKeys, purpose, JSON.stringify(state));
}
