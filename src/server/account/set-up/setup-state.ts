import type { CallContext } from "../../call.ts";
import { keptSetup, type NewState, type SetupState, sealSetup } from "../../request/kept-setup.ts";
import { type Standing, standingOf } from "../../request/standing.ts";
import type { Attempt, AttemptState } from "../../store/attempts.ts";
import type { Db } from "../../store/tables.ts";
import type { User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { changeAttempt, isSameProof } from "../change-attempt.ts";
import { isFresh } from "../signed-in.ts";

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
  const kept = keptSetup(context.services, attempt, user);
  // What was finished stands for nothing where it is owed again, as after an administrator removed the factor.
  const state = owed && kept?.step === "done" ? null : kept;
  const isPast = state?.step === "done" && stage !== "twoFactorRequired";
  const mayBe = owed || isPast || unwritten === undefined;
  if (!mayBe || stage === "passwordExpired") return { setup: null, standing };
  const signInAgain = unwritten === undefined && state === null && !isFresh(context);
  return { setup: { user, standing, attempt, state, signInAgain, owed } };
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
  const setup = state === null ? undefined : sealSetup(context.services, { ...state, userId: user.id });
  const change = (row: Attempt) => {
    const proven = proof(row);
    return { ...proven, data: { ...row.data, ...proven.data, setup } };
  };
  const isSame = (row: Attempt) =>
    row.id === read.id && isSameProof(row, read) && row.data.setup === read.data.setup;
  return changeAttempt(context, read, change, isSame, db);
}
