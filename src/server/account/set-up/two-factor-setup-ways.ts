import type { CallContext, Leave } from "../../call.ts";
import type { NewState } from "../../request/kept-setup.ts";
import { beyond } from "../beyond.ts";
import { findSetup, keepSetup, type Setup } from "./setup-state.ts";
import { toWizard } from "./two-factor-setup.ts";

/**
 * One step back within the wizard: from the code of a text message to its number, from everything else to the choice.
 * What was made since is forgotten. Undefined where no set-up is on its way.
 */
export async function setupBack(context: CallContext): Promise<Leave | undefined> {
  const { setup } = await findSetup(context);
  const { attempt, state } = setup ?? {};
  if (!setup || attempt === undefined || !state || state.step === "choose" || state.step === "done")
    return undefined;
  const { startedAt, challenge } = state;
  const before: NewState =
    state.method === "sms" && state.step === "code"
      ? { startedAt, challenge, step: "phone", method: "sms", target: state.target }
      : { startedAt, challenge, step: "choose", method: null };
  await keepSetup(context, { ...setup, attempt }, before);
  return toWizard(context);
}

/**
 * Goes on by `goOn`. A wizard that is done, or that nobody requires and is skipped, is forgotten first; whoever came to
 * it by its own address is not led back there.
 */
export async function leaveSetup<Answer>(
  context: CallContext,
  skips: boolean,
  goOn: () => Promise<Answer | Leave>,
): Promise<Answer | Leave> {
  const { setup } = await findSetup(context);
  const isDone = setup?.state?.step === "done";
  if (setup === null || setup.owed || !(isDone || skips)) return goOn();
  await forgetSetup(context, setup);
  return beyond(context, "setupTwoFactor", await goOn());
}

/** What a sign-in keeps goes with its attempt, when the session is written. */
async function forgetSetup(context: CallContext, setup: Setup): Promise<void> {
  const { attempt, state, standing } = setup;
  if (attempt !== undefined && state !== null && standing.unwritten === undefined)
    await keepSetup(context, { ...setup, attempt }, null);
}
