import type { CallContext } from "../../call.ts";
import { fieldProblem, type Problem, timedOut, tooMany } from "../../problem.ts";
import { type AccountEvent, changeAndRecord, recordEvent } from "../../record-event.ts";
import type { ProvenAttempt } from "../../request/standing.ts";
import { type AttemptData, deleteAttempt } from "../../store/attempts.ts";
import type { Db } from "../../store/tables.ts";
import { renewSecret } from "../attempt-secret.ts";
import { changeProvenAttempt } from "../change-attempt.ts";
import { challengeBudget, factorBudget, guess, noteLocked } from "../guess.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { type SecondStep, secondStepOf } from "./second-factor.ts";

/** What a typed code turned out to be; `spent`: right once, but used or replaced since. */
export type Verdict = "right" | "wrong" | "spent";

/** What came of a guess: `ended`, and the sign-in must begin anew. */
export type SecondGuess = { kind: "right" } | { kind: "wrong" | "spent"; left: number } | { kind: "ended" };

/**
 * Lets one guess at a second factor happen, by whatever method: they share the five tries of the challenge and the
 * account's own (security, TF-3, TH-3, TH-4). The fifth wrong one ends the attempt, and a mail tells the person. Throws `Problem` 429.
 */
export async function guessSecondFactor(
  context: CallContext,
  { user, attempt }: SecondStep,
  method: string,
  look: () => Promise<Verdict>,
): Promise<SecondGuess> {
  const challenge = challengeBudget(`${attempt.id} ${attempt.passwordAt}`);
  const budgets = [factorBudget(user.id), challenge];
  const seen: { verdict: Verdict } = { verdict: "wrong" };
  const guessed = await guess(context, budgets, async () => {
    seen.verdict = await look();
    return seen.verdict === "right" ? true : null;
  });
  const of = (event: AccountEvent["event"]): AccountEvent => ({ event, userId: user.id, detail: { method } });
  if (guessed.kind === "right") {
    await recordEvent(context, of("signIn.secondFactorProven"));
    return { kind: "right" };
  }
  if (guessed.kind === "spent") {
    await noteLocked(context, guessed.budget, of("signIn.secondFactorLocked"));
    if (guessed.budget.key !== challenge.key) throw tooMany(guessed.retryAfterSeconds);
    return { kind: "ended" };
  }
  const failed = of("signIn.secondFactorFailed");
  const { triesLeft: left } = guessed;
  const { verdict } = seen;
  // A spent code never ends the attempt: its twin, which was right, is about to go on with it.
  if (verdict === "spent" || left > 0) {
    await recordEvent(context, failed);
    return { kind: verdict === "spent" ? "spent" : "wrong", left };
  }
  // Who gets this far knows the password, or has what stands for it, which its owner would not learn else.
  const notice = noticeTo(context, user, { template: "secondStepRefused", params: {} });
  const end = async (transaction: Db) => {
    await deleteAttempt(transaction, attempt);
    return true;
  };
  await changeAndRecord(context, end, () => ({ events: [failed], notice }));
  return { kind: "ended" };
}

/**
 * Keeps in the attempt that its second factor is proven, under a new secret (security, SE-2). Throws where the attempt
 * has ended meanwhile.
 */
export async function keepProof(
  context: CallContext,
  { attempt }: SecondStep,
  kept: Pick<AttemptData, "secondMethods" | "recoveryCodesLeft">,
): Promise<ProvenAttempt> {
  const secondFactorAt = context.services.now();
  const moved = { ...attempt, ...(await renewSecret(context)) };
  const changed = await changeProvenAttempt(context, moved, ({ data }) => ({
    secondFactorAt,
    data: { ...data, ...kept },
  }));
  if (changed === undefined) throw timedOut("the attempt has ended");
  return changed;
}

/** The problem of a code that did not count. Where a twin has just gone on with it, nothing is owed any more. */
export async function codeProblem(
  context: CallContext,
  guessed: { kind: "wrong" | "spent"; left: number },
  codes: Record<"wrong" | "spent", string>,
): Promise<Problem> {
  if (guessed.kind === "wrong")
    return fieldProblem("code", { code: codes.wrong, params: { count: guessed.left } });
  if ((await secondStepOf(context)) === null) return timedOut("the code was just used");
  return fieldProblem("code", { code: codes.spent });
}
