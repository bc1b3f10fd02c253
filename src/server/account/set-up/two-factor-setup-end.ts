import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { sealTotpKey } from "../../codes/totp.ts";
import { typedCode } from "../../domain/typed-code.ts";
import { fieldProblem, timedOut } from "../../problem.ts";
import type { Happened } from "../../record-event.ts";
import type { NewState, StateAt } from "../../request/kept-setup.ts";
import type { Attempt, AttemptState } from "../../store/attempts.ts";
import { replaceRecoveryCodes } from "../../store/recovery-codes.ts";
import { forgetRememberedDevices } from "../../store/remembered-devices.ts";
import { saveSecondFactor } from "../../store/second-factors.ts";
import type { Db } from "../../store/tables.ts";
import { findUser } from "../../store/users.ts";
import { changeAndEndOthers } from "../account-change.ts";
import { endMailedLinks } from "../mailed-link.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { secondMethodsOf } from "../second-factor/second-methods.ts";
import { keepSetup, type Setup } from "./setup-state.ts";
import { setupOrWay, toWizard } from "./two-factor-setup.ts";

/** A set-up whose method is proven, with the codes that were told. */
interface ToEnable extends Setup {
  attempt: Attempt;
  state: StateAt<"codes">;
}

/**
 * One of the new codes was typed back, or all were pasted as they were copied, so they are saved somewhere: makes the
 * second factor active.
 */
export const enableTwoFactor: Handlers["EnableTwoFactor"] = async (context, { body }) => {
  const setup = await setupOrWay(context);
  if (setup instanceof Leave) return setup;
  const enabling = toEnable(setup);
  if (enabling === undefined) return toWizard(context);
  const typed = typedCode(body.code);
  if (!enabling.state.recoveryCodes.some((code) => typed.includes(code)))
    throw fieldProblem("code", { code: "problems.recoveryCodeNotOneOfThese" });
  if (!(await activate(context, enabling))) return toWizard(context);
  return { outcome: "enabled" };
};

function toEnable(setup: Setup): ToEnable | undefined {
  const { attempt, state } = setup;
  return attempt !== undefined && state?.step === "codes" ? { ...setup, attempt, state } : undefined;
}

/** Everything in one transaction, whose proof is the state that it ends: of any number at once one gets true. */
async function activate(context: CallContext, enabling: ToEnable): Promise<boolean> {
  const { settings, now } = context.services;
  const { user, state } = enabling;
  const { startedAt, challenge, method, recoveryCodes, secret, target, lastStep } = state;
  const done: NewState = { startedAt, challenge, step: "done", method };
  const factor = {
    kind: method,
    secret: secret === undefined ? null : sealTotpKey(settings.secretKeys, secret),
    target: target ?? null,
    ...(lastStep === undefined ? {} : { lastStep }),
  };
  const save = async (transaction: Db, version: number) => {
    const kept = await keepSetup(context, enabling, done, proofOf(context, enabling, version), transaction);
    if (kept === undefined) return undefined;
    const { unwritten } = enabling.standing;
    const isStale = unwritten !== undefined && unwritten.data.accountVersion !== version - 1;
    const isElsewhere = method === "pin" && (await findUser(transaction, user.id))?.email !== target;
    if (isStale || isElsewhere) throw timedOut("the account has just been changed");
    await saveSecondFactor(transaction, user.id, factor, now());
    await replaceRecoveryCodes(transaction, settings.secretKeys, user.id, recoveryCodes, now());
    await endMailedLinks(transaction, user.id, "recoveryCodes");
    await forgetRememberedDevices(transaction, user.id);
    return true as const;
  };
  const happened = (): Happened => ({
    events: [{ event: "secondFactor.enabled", userId: user.id, detail: { method } }],
    notice: noticeTo(context, user, { template: "secondFactorEnabled", params: {} }),
  });
  return (await changeAndEndOthers(context, user.id, save, happened, enabling.attempt.id)) ?? false;
}

/** A sign-in that required the set-up has its second step by it; a session needs no further proof. */
function proofOf({ services }: CallContext, { standing, state }: ToEnable, accountVersion: number) {
  const secondFactorAt = services.now();
  return ({ data }: Attempt): Partial<AttemptState> =>
    standing.unwritten === undefined
      ? {}
      : {
          secondFactorAt,
          data: { ...data, accountVersion, secondMethods: secondMethodsOf(state.method, data.methods) },
        };
}
