import type { CallContext, Handlers } from "../../call.ts";
import { recoveryCodeLength } from "../../codes/recovery-codes.ts";
import { changeAndRecord } from "../../record-event.ts";
import { standingOf } from "../../request/standing.ts";
import { countRecoveryCodes, redeemRecoveryCode, wasRecoveryCode } from "../../store/recovery-codes.ts";
import type { Db } from "../../store/tables.ts";
import type { User } from "../../store/users.ts";
import { digitsOf } from "../digits-of.ts";
import { leadOn } from "../lead-on.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { secondStepOf } from "./second-factor.ts";
import { codeProblem, guessSecondFactor, keepProof } from "./second-factor-guess.ts";

/** The page of a recovery code: type one, or read how many are left before the journey goes on. */
export const loginWithRecoveryCodeView: Handlers["LoginWithRecoveryCodeView"] = async (context) => {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target);
  if (standing === null) return leadOn(context);
  const { username } = standing.user;
  const page = {
    username,
    length: recoveryCodeLength,
    digitsOnly: true,
    cancelAllowed: target.request !== null,
  };
  const left = standing.unwritten?.data.recoveryCodesLeft;
  if (left !== undefined) return { ...page, step: "used", left };
  if (standing.stage !== "twoFactorRequired") return leadOn(context, standing);
  return { ...page, step: "code", left: null };
};

const recoveryCode = { wrong: "problems.codeWrong", spent: "problems.recoveryCodeUsed" };

/** Proves the second step by a recovery code, which is spent. The journey goes on once the person has read so. */
export const loginWithRecoveryCode: Handlers["LoginWithRecoveryCode"] = async (context, { body }) => {
  const step = await secondStepOf(context);
  if (step === null) return leadOn(context);
  const { user } = step;
  const { store, settings } = context.services;
  let left = 0;
  const guessed = await guessSecondFactor(context, step, "recoverycode", async () => {
    const code = digitsOf("code", body.code, recoveryCodeLength);
    const spent = await spend(context, user, code);
    if (spent === null)
      return (await wasRecoveryCode(store.db, settings.secretKeys, user.id, code)) ? "spent" : "wrong";
    left = spent.left;
    return "right";
  });
  if (guessed.kind === "ended") return { outcome: "challengeEnded" };
  if (guessed.kind !== "right") throw await codeProblem(context, guessed, recoveryCode);
  await keepProof(context, step, { secondMethods: ["mfa"], recoveryCodesLeft: left });
  return { outcome: "codeUsed", left };
};

/** Spends a code, and tells its person by mail; null: it is none that can be spent. */
async function spend(context: CallContext, user: User, code: string): Promise<{ left: number } | null> {
  const { settings, now } = context.services;
  const redeem = async (transaction: Db) => {
    if (!(await redeemRecoveryCode(transaction, settings.secretKeys, user.id, code, now()))) return null;
    return { left: await countRecoveryCodes(transaction, user.id) };
  };
  return changeAndRecord(context, redeem, ({ left }) => ({
    notice: noticeTo(context, user, { template: "recoveryCodeUsed", params: { count: left } }),
  }));
}
