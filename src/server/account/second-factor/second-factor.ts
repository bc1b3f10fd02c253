import type { CodeDelivery } from "../../../generated/calls.ts";
import type { Channel } from "../../../shared/message-values.ts";
import type { CallContext } from "../../call.ts";
import { fieldProblem, Problem, timedOut } from "../../problem.ts";
import { type ProvenAttempt, standingOf } from "../../request/standing.ts";
import { type SecondFactor, type SecondFactorKind, secondFactorsOf } from "../../store/second-factors.ts";
import type { User } from "../../store/users.ts";
import { changeProvenAttempt } from "../change-attempt.ts";
import {
  type CodeOrder,
  liveDelivery,
  sendAndTell,
  sendCode,
  sendUnlessLive,
} from "../messages/sent-code.ts";

/** The second step of a sign-in that is owed now. */
export interface SecondStep {
  user: User;
  attempt: ProvenAttempt;
  /** What may be used, the factor used last first; never empty. */
  factors: readonly SecondFactor[];
  /** What the person is at. */
  factor: SecondFactor;
}

/**
 * Begins the second step of a sign-in with the method that the person used last, and sends its first code where it has
 * one to send. Does nothing where the step has begun.
 */
export async function beginSecondFactor(
  context: CallContext,
  user: User,
  attempt: ProvenAttempt,
): Promise<void> {
  if (attempt.data.secondFactor?.userId === user.id) return;
  const step = await stepOf(context, user, attempt);
  if (step === undefined || (await keepMethod(context, step, step.factor.kind)) === undefined) return;
  if (step.factor.kind === "authenticator") return;
  try {
    await sendCode(context, requiredOrder(step, step.factor));
  } catch (error) {
    // The limits of what is sent keep nobody from the page, which offers other ways; a code that was just sent stays.
    if (!(error instanceof Problem)) throw error;
  }
}

/** The second step that this sign-in owes now; null: none. */
export async function secondStepOf(context: CallContext): Promise<SecondStep | null> {
  const standing = await standingOf(context.services, context.visitor, context.target);
  if (standing?.stage !== "twoFactorRequired" || standing.unwritten === undefined) return null;
  return (await stepOf(context, standing.user, standing.unwritten)) ?? null;
}

/** Goes over to another method of the second step, and sends its code where none is on its way. */
export async function changeMethod(
  context: CallContext,
  step: SecondStep,
  method: SecondFactorKind,
): Promise<void> {
  const factor = factorOf(step, method);
  if (factor === undefined) throw fieldProblem("method", { code: "problems.methodNotAvailable" });
  if ((await keepMethod(context, step, method)) === undefined) throw timedOut("the proof is gone");
  if (method === "authenticator") return;
  await sendUnlessLive(context, requiredOrder(step, factor));
}

/** Sends another code of the second step over a channel, in place of the one before (`SendOTP`). */
export async function sendSecondFactorCode(context: CallContext, channel: Channel): Promise<CodeDelivery> {
  const step = await secondStepOf(context);
  if (step === null) throw timedOut("no second step is owed");
  const order = requiredOrder(step, factorOf(step, channel === "sms" ? "sms" : "pin"));
  return sendAndTell(context, order, { forced: true });
}

/** Mails a PIN of the second step; the one on its way is kept unless another is forced. */
export async function sendPin(
  context: CallContext,
  step: SecondStep,
  forced: boolean,
): Promise<CodeDelivery> {
  return sendAndTell(context, requiredOrder(step, factorOf(step, "pin")), { forced });
}

/** Where the living code of a factor went; null: there is none. */
export async function stepDelivery(
  context: CallContext,
  step: SecondStep,
  factor: SecondFactor | undefined,
): Promise<CodeDelivery | null> {
  const order = orderOf(step, factor);
  return order === undefined ? null : liveDelivery(context, order);
}

/** The active factor of a method. */
export function factorOf({ factors }: SecondStep, method: SecondFactorKind): SecondFactor | undefined {
  return factors.find(({ kind }) => kind === method);
}

/** Whose code it is: of this attempt, this person and this method, and no other. */
export function codeOwner(
  { attempt, user }: Pick<SecondStep, "attempt" | "user">,
  method: SecondFactorKind,
): string {
  return `${attempt.id} ${user.id} ${method}`;
}

async function stepOf(
  { services }: CallContext,
  user: User,
  attempt: ProvenAttempt,
): Promise<SecondStep | undefined> {
  const factors = await secondFactorsOf(services.store.db, user.id);
  const { secondFactor } = attempt.data;
  const kept = secondFactor?.userId === user.id ? secondFactor.method : undefined;
  const factor = factors.find(({ kind }) => kind === kept) ?? factors[0];
  return factor && { user, attempt, factors, factor };
}

function keepMethod(
  context: CallContext,
  { user, attempt }: SecondStep,
  method: SecondFactorKind,
): Promise<ProvenAttempt | undefined> {
  return changeProvenAttempt(context, attempt, ({ data }) => ({
    data: { ...data, secondFactor: { userId: user.id, method } },
  }));
}

/** Throws where nothing can be sent to it. */
function requiredOrder(step: SecondStep, factor: SecondFactor | undefined): CodeOrder {
  const order = orderOf(step, factor);
  if (order === undefined) throw fieldProblem("", { code: "problems.methodNotAvailable" });
  return order;
}

/** Undefined: nothing can be sent to it. */
function orderOf(step: SecondStep, factor: SecondFactor | undefined): CodeOrder | undefined {
  if (factor === undefined || factor.target === null || factor.kind === "authenticator") return undefined;
  return {
    purpose: "secondFactor",
    owner: codeOwner(step, factor.kind),
    to: factor.target,
    username: step.user.username,
    ...(factor.kind === "sms"
      ? { channel: "sms", template: "secondFactor" }
      : { channel: "mail", template: "pin" }),
  };
}
