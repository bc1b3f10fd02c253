import type { CallContext, Handlers } from "../../call.ts";
import { openTotpKey, totpStep } from "../../codes/totp.ts";
import { codeLength } from "../../domain/typed-code.ts";
import { fieldProblem } from "../../problem.ts";
import { type SecondFactor, takeStep, touchSecondFactor } from "../../store/second-factors.ts";
import { digitsOf } from "../digits-of.ts";
import { advance } from "../journey.ts";
import { leadOn } from "../lead-on.ts";
import { forgiveSends } from "../messages/send-limits.ts";
import { isCodeLive, redeemCode } from "../messages/sent-code.ts";
import { rememberHere } from "./remembered-device.ts";
import { codeOwner, factorOf, type SecondStep, secondStepOf } from "./second-factor.ts";
import { codeProblem, guessSecondFactor, keepProof, type Verdict } from "./second-factor-guess.ts";
import { secondMethodsOf } from "./second-methods.ts";

const appCode = { wrong: "problems.codeWrongInApp", spent: "problems.codeUsed" };
const sentCode = { wrong: "problems.codeWrong", spent: "problems.codeGone" };

/** Checks the code of the second step and goes on in the journey. */
export const loginWith2FA: Handlers["LoginWith2FA"] = async (context, { body }) => {
  const step = await secondStepOf(context);
  if (step === null) return leadOn(context);
  const { method, rememberDevice = false } = body;
  const factor = factorOf(step, method);
  if (factor === undefined) throw fieldProblem("", { code: "problems.methodNotAvailable" });
  if (!(await isAwaited(context, step, method))) throw fieldProblem("code", { code: "problems.codeGone" });
  const verdictOf = method === "authenticator" ? totpVerdict : sentVerdict;
  const look = () => verdictOf(context, step, factor, digitsOf("code", body.code, codeLength));
  const guessed = await guessSecondFactor(context, step, method, look);
  if (guessed.kind === "ended") return { outcome: "challengeEnded" };
  if (guessed.kind !== "right")
    throw await codeProblem(context, guessed, method === "authenticator" ? appCode : sentCode);
  const proven = await keepProof(context, step, {
    secondMethods: secondMethodsOf(method, step.attempt.data.methods),
  });
  await keepUse(context, step, factor);
  if (rememberDevice) await rememberHere(context, step.user);
  return advance(context, proven);
};

/** The factor is the one used last; what was sent to it arrived, so it counts no longer. */
async function keepUse(
  context: CallContext,
  { user }: SecondStep,
  { kind, target }: SecondFactor,
): Promise<void> {
  await touchSecondFactor(context.services.store.db, user.id, kind, context.services.now());
  if (target === null) return;
  const channel = kind === "sms" ? "sms" : "mail";
  await forgiveSends(context, { purpose: "secondFactor", channel, username: user.username, to: target });
}

/** Says whether there is a code that the typed one can be compared with. */
async function isAwaited(
  context: CallContext,
  step: SecondStep,
  method: SecondFactor["kind"],
): Promise<boolean> {
  if (method === "authenticator") return true;
  return isCodeLive(context, "secondFactor", codeOwner(step, method));
}

async function totpVerdict(
  { services }: CallContext,
  { user }: SecondStep,
  { secret }: SecondFactor,
  code: string,
): Promise<Verdict> {
  if (secret === null) throw new Error("an authenticator app without a key");
  const { store, settings, now } = services;
  const step = totpStep(openTotpKey(settings.secretKeys, secret), code, now());
  if (step === undefined) return "wrong";
  return (await takeStep(store.db, user.id, step, now())) ? "right" : "spent";
}

async function sentVerdict(
  context: CallContext,
  step: SecondStep,
  { kind }: SecondFactor,
  code: string,
): Promise<Verdict> {
  const owner = codeOwner(step, kind);
  if (await redeemCode(context, "secondFactor", owner, code)) return "right";
  return (await isCodeLive(context, "secondFactor", owner)) ? "wrong" : "spent";
}
