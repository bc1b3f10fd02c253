import type { CodeDelivery } from "../../generated/calls.ts";
import type { CallContext } from "../call.ts";
import { timedOut } from "../problem.ts";
import type { SecondFactorKind } from "../store/second-factors.ts";

/** Chooses the method that is set up, and sends its first code where it has one to send. */
export async function chooseSetupMethod(_context: CallContext, _method: SecondFactorKind): Promise<void> {
  throw timedOut("no set-up is under way");
}

/** Mails a PIN for the set-up; the one on its way is kept unless another is forced. */
export async function setupPin(_context: CallContext, _forced: boolean): Promise<CodeDelivery> {
  throw timedOut("no set-up is under way");
}

/** Where the PIN of the set-up went; null: there is none. */
export async function setupPinDelivery(_context: CallContext): Promise<CodeDelivery | null> {
  return null;
}
