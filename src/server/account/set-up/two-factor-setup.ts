import type { CodeDelivery } from "../../../generated/calls.ts";
import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { newTotpKey } from "../../codes/totp.ts";
import { randomToken, sha256 } from "../../crypto.ts";
import { phoneNumber } from "../../domain/phone-number.ts";
import { fieldProblem } from "../../problem.ts";
import type { SetupStep } from "../../request/kept-setup.ts";
import { screenWithReturn } from "../../screen-path.ts";
import type { Attempt } from "../../store/attempts.ts";
import type { SecondFactorKind } from "../../store/second-factors.ts";
import type { User } from "../../store/users.ts";
import { ensureAttemptHere } from "../attempt-here.ts";
import { leadOn } from "../lead-on.ts";
import {
  type CodeMessage,
  type CodeOrder,
  liveDelivery,
  sendAndTell,
  sendUnlessLive,
} from "../messages/sent-code.ts";
import { findSetup, keepSetup, type Setup } from "./setup-state.ts";

/** A set-up whose method sends codes, and where they go. */
export interface SentSetup extends Pick<Setup, "user"> {
  attempt: Attempt;
  method: "sms" | "pin";
  /** Number or address. */
  target: string;
}

/** The set-up that a call goes on with; where there is none, or its person must sign in again first, the way there. */
export async function setupOrWay(context: CallContext): Promise<Setup | Leave> {
  const found = await findSetup(context);
  if (found.setup === null) return leadOn(context, found.standing ?? undefined);
  return found.setup.signInAgain ? toWizard(context) : found.setup;
}

/** The way to the wizard itself, which shows the step of now: for a tab that another one has left behind. */
export function toWizard(context: CallContext): Leave {
  return new Leave(screenWithReturn(context, "setupTwoFactor"));
}

/** Chooses the method that is set up, and sends its first code where it has one to send; or gives the way elsewhere. */
export async function chooseSetupMethod(
  context: CallContext,
  method: SecondFactorKind,
): Promise<Leave | undefined> {
  const found = await setupOrWay(context);
  if (found instanceof Leave) return found;
  // What is done stays done, until its page is left.
  if (found.state?.step === "done") return toWizard(context);
  // Another tab shows the key already, perhaps scanned by now, or an answer was lost.
  if (found.state?.method === method) return undefined;
  if (!availableMethods(context, found.user)[method])
    throw fieldProblem("method", { code: "problems.methodNotAvailable" });
  const setup = { ...found, attempt: found.attempt ?? (await ensureAttemptHere(context)) };
  const startedAt = setup.state?.startedAt ?? context.services.now();
  const first = await firstStep(context, setup, method);
  const kept = await keepSetup(context, setup, { startedAt, challenge: randomToken(16), ...first });
  return kept === undefined ? toWizard(context) : undefined;
}

/** The methods that a person can set up: what needs messages, only where something takes them to people. */
export function availableMethods(
  { services }: CallContext,
  { email }: User,
): Record<SecondFactorKind, boolean> {
  const { mail, sms } = services.settings.gateways;
  return { authenticator: true, sms: sms !== undefined, pin: mail !== undefined && email !== null };
}

async function firstStep(
  context: CallContext,
  { user, attempt }: Setup & { attempt: Attempt },
  method: SecondFactorKind,
): Promise<SetupStep> {
  if (method === "authenticator") return { step: "authenticator", method, secret: newTotpKey() };
  if (method === "sms") return { step: "phone", method };
  const target = user.email ?? "";
  const sent: SentSetup = { user, attempt, method, target };
  await sendUnlessLive(context, orderOf(sent));
  return { step: "code", method, target };
}

/**
 * Sends a code to a phone number, and again where it is asked for once more. Who comes back to a number whose code is
 * still good types that one.
 */
export const generatePhoneVerification: Handlers["GeneratePhoneVerification"] = async (context, { body }) => {
  const setup = await setupOrWay(context);
  if (setup instanceof Leave) return setup;
  const { user, attempt, state } = setup;
  const isAtPhone = state?.method === "sms" && (state.step === "phone" || state.step === "code");
  if (attempt === undefined || !isAtPhone) return toWizard(context);
  const target = phoneNumber(body.phoneNumber);
  if (target === undefined) throw fieldProblem("phoneNumber", { code: "problems.phoneInvalid" });
  const sent: SentSetup = { user, attempt, method: "sms", target };
  const delivery = await sendAndTell(context, orderOf(sent), { forced: state.step === "code" });
  const kept = await keepSetup(context, { user, attempt }, { ...state, step: "code", target });
  return kept === undefined ? toWizard(context) : { outcome: "sent", delivery };
};

/** Mails a PIN for the set-up; the one on its way is kept unless another is forced. */
export async function setupPin(context: CallContext, forced: boolean): Promise<CodeDelivery> {
  const sent = await sentSetupOf(context);
  if (sent?.method !== "pin") throw fieldProblem("", { code: "problems.methodNotAvailable" });
  return sendAndTell(context, orderOf(sent), { forced });
}

/** Where the PIN of the set-up went; null: there is none. */
export async function setupPinDelivery(context: CallContext): Promise<CodeDelivery | null> {
  const sent = await sentSetupOf(context);
  return sent?.method === "pin" ? setupDelivery(context, sent) : null;
}

async function sentSetupOf(context: CallContext): Promise<SentSetup | undefined> {
  const { setup } = await findSetup(context);
  return setup === null ? undefined : sentOf(setup);
}

/** What a set-up at the step `code` waits for; undefined at every other step. */
export function sentOf({ user, attempt, state }: Setup): SentSetup | undefined {
  if (attempt === undefined || state?.step !== "code") return undefined;
  const { method, target } = state;
  return { user, attempt, method, target };
}

/** Where the living code of a set-up went; null: there is none. */
export function setupDelivery(context: CallContext, sent: SentSetup): Promise<CodeDelivery | null> {
  return liveDelivery(context, orderOf(sent));
}

/** Whose code it is: of this attempt and person, and of the very number or address that it is to prove. */
export function setupCodeOwner({ attempt, user, method, target }: SentSetup): string {
  return `${attempt.id} ${user.id} ${method} ${sha256(target)}`;
}

function orderOf(sent: SentSetup): CodeOrder {
  const how: CodeMessage =
    sent.method === "sms"
      ? { channel: "sms", template: "setupPhone" }
      : { channel: "mail", template: "setupPin" };
  const { target: to, user } = sent;
  const owner = setupCodeOwner(sent);
  return { purpose: "setup", owner, to, username: user.username, ...how };
}
