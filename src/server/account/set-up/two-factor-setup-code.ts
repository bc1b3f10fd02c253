import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { newRecoveryCodes } from "../../codes/recovery-codes.ts";
import { totpStep } from "../../codes/totp.ts";
import { codeLength } from "../../domain/typed-code.ts";
import { fieldProblem, tooMany } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import type { NewState, StateAt } from "../../request/kept-setup.ts";
import type { Attempt } from "../../store/attempts.ts";
import { digitsOf } from "../digits-of.ts";
import { challengeBudget, factorBudget, guess } from "../guess.ts";
import { forgetCode, isCodeLive, redeemCode } from "../messages/sent-code.ts";
import { findSetup, keepSetup, type Setup } from "./setup-state.ts";
import { setupCodeOwner, setupOrWay, toWizard } from "./two-factor-setup.ts";

/** A set-up at the step where its method is proven. */
interface Proving extends Pick<Setup, "user"> {
  attempt: Attempt;
  state: StateAt<"authenticator" | "code">;
}

/** What a right code proves, to be kept. */
type Proven = Pick<StateAt<"codes">, "lastStep">;

/** Checks the code of the chosen method. Nothing is active yet: the recovery codes are told, and one is asked for. */
export const validate2faSetupCode: Handlers["Validate2faSetupCode"] = async (context, { body }) => {
  const setup = await setupOrWay(context);
  if (setup instanceof Leave) return setup;
  const proving = provingOf(setup);
  // A page that shows another method than the one chosen since would have its code counted as a wrong one.
  if (proving === undefined || (body.method ?? proving.state.method) !== proving.state.method)
    return toWizard(context);
  const { state } = proving;
  const challenge = challengeBudget(`setup ${state.challenge}`);
  const budgets = [factorBudget(setup.user.id), challenge];
  const look = await lookFor(context, proving);
  const guessed = await guess(context, budgets, async () => look(digitsOf("code", body.code, codeLength)));
  if (guessed.kind === "right") return keepProven(context, proving, guessed.result);
  if (guessed.kind === "spent" && guessed.budget.key !== challenge.key)
    throw tooMany(guessed.retryAfterSeconds);
  // A twin of this call may have been right a moment ago; its code is spent, not wrong.
  if ((await findSetup(context)).setup?.state?.step === "codes") return toWizard(context);
  const { method } = state;
  await recordEvent(context, {
    event: "secondFactor.setupFailed",
    userId: setup.user.id,
    detail: { method },
  });
  if (guessed.kind === "wrong" && guessed.triesLeft > 0)
    throw fieldProblem("code", {
      code: method === "authenticator" ? "problems.codeWrongInApp" : "problems.codeWrong",
      params: { count: guessed.triesLeft },
    });
  return endChallenge(context, proving);
};

function provingOf({ user, attempt, state }: Setup): Proving | undefined {
  const isProving = state?.step === "authenticator" || state?.step === "code";
  return attempt !== undefined && isProving ? { user, attempt, state } : undefined;
}

/** How the typed code is looked at. Throws where there is no code that it could be compared with. */
async function lookFor(
  context: CallContext,
  proving: Proving,
): Promise<(code: string) => Promise<Proven | null>> {
  const { state } = proving;
  if (state.step === "authenticator")
    return async (code) => {
      const lastStep = totpStep(state.secret, code, context.services.now());
      return lastStep === undefined ? null : { lastStep };
    };
  const owner = setupCodeOwner({ ...proving, ...state });
  if (!(await isCodeLive(context, "setup", owner))) throw fieldProblem("code", { code: "problems.codeGone" });
  return async (code) => ((await redeemCode(context, "setup", owner, code)) ? {} : null);
}

async function keepProven(context: CallContext, proving: Proving, proven: Proven) {
  const state: NewState = {
    ...proving.state,
    ...proven,
    step: "codes",
    recoveryCodes: newRecoveryCodes(),
  };
  const kept = await keepSetup(context, proving, state);
  return kept === undefined ? toWizard(context) : { outcome: "valid" as const };
}

async function endChallenge(context: CallContext, proving: Proving) {
  const { state } = proving;
  if (state.step === "code") await forgetCode(context, "setup", setupCodeOwner({ ...proving, ...state }));
  const { startedAt, challenge } = state;
  await keepSetup(context, proving, { startedAt, challenge, step: "choose", method: null });
  return { outcome: "challengeEnded" as const };
}
