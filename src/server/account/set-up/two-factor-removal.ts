import type { AnswerOf } from "../../../shared/contract.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { fieldProblem } from "../../problem.ts";
import type { Happened } from "../../record-event.ts";
import { isSecondFactorRequired } from "../../request/standing.ts";
import { forgetUselessRecoveryCodes } from "../../store/recovery-codes.ts";
import { forgetRememberedDevices } from "../../store/remembered-devices.ts";
import {
  deleteSecondFactor,
  holdSecondFactors,
  type SecondFactor,
  type SecondFactorKind,
} from "../../store/second-factors.ts";
import type { Db } from "../../store/tables.ts";
import { findUser, type User } from "../../store/users.ts";
import { changeAndEndOthers } from "../account-change.ts";
import { endMailedLinks } from "../mailed-link.ts";
import { inLanguageOf } from "../messages/in-language-of.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { isFresh, signedIn } from "../signed-in.ts";
import { toWizard } from "./two-factor-setup.ts";

/** Whether a signed-in person may remove what is active now, or why not. */
export function removalOf(
  context: CallContext,
  factors: readonly SecondFactor[],
  required: boolean,
): AnswerOf<"Setup2FAView">["removal"] {
  if (factors.length === 0) return "none";
  if (required && factors.length === 1) return "required";
  return isFresh(context) ? "allowed" : "signInAgain";
}

/**
 * Removes one of one's second factors, after a fresh sign-in (security, TF-7, SE-8); without one the wizard tells to
 * sign in again. What is gone already is no mistake: pressed twice, or in two tabs, it is removed once and told once.
 */
export const removeSecondFactor: Handlers["RemoveSecondFactor"] = async (context, { body: { method } }) => {
  const { user } = signedIn(context);
  if (!isFresh(context)) return toWizard(context);
  await deactivate(context, user, method);
  return { outcome: "removed" };
};

async function deactivate(context: CallContext, user: User, method: SecondFactorKind): Promise<void> {
  const remove = async (transaction: Db) => {
    const kinds = await holdSecondFactors(transaction, user.id);
    if (!kinds.includes(method)) return undefined;
    const left = kinds.length - 1;
    // As it is now that the account is held: an administrator may have required it this moment.
    const held = (await findUser(transaction, user.id)) ?? user;
    if (left === 0 && (await isSecondFactorRequired(transaction, held)))
      throw fieldProblem("", { code: "problems.secondFactorRequired" });
    await endSecondFactors(transaction, user.id, [method], left);
    return left;
  };
  const happened = (left: number): Happened => ({
    events: [{ event: "secondFactor.removed", userId: user.id, detail: { method, left } }],
    notice: noticeTo(context, user, {
      template: left === 0 ? "secondFactorDisabled" : "secondFactorRemoved",
      params: { method: inLanguageOf(context, user).t(`panels.setup-methods.${method}.title`) },
    }),
  });
  await changeAndEndOthers(context, user.id, remove, happened);
}

/** Removes second factors of an account, of which `left` others are active, with everything that rests on them. */
export async function endSecondFactors(
  transaction: Db,
  userId: string,
  removed: readonly SecondFactorKind[],
  left: number,
): Promise<void> {
  for (const kind of removed) await deleteSecondFactor(transaction, userId, kind);
  await forgetUselessRecoveryCodes(transaction, userId);
  if (left === 0) await endMailedLinks(transaction, userId, "recoveryCodes");
  await forgetRememberedDevices(transaction, userId);
}
