import { sessionAllowed } from "../../shared/journey.ts";
import { type CallContext, Leave } from "../call.ts";
import { timedOut } from "../problem.ts";
import { type Standing, standingOf } from "../request/standing.ts";
import { screenWithReturn, stageScreen } from "../screen-path.ts";
import { isSetupDone } from "./set-up/setup-state.ts";

/**
 * The way to where a sign-in stands, for a page that it is past or not at yet: reload, back and a second tab strand
 * nobody. Only looks. Throws `Problem` where nothing is proven.
 */
export async function leadOn(context: CallContext, known?: Standing): Promise<Leave> {
  const { services, visitor, target } = context;
  const standing = known ?? (await standingOf(services, visitor, target));
  if (standing === null) throw timedOut("nothing is proven in this attempt");
  const { stage, unwritten } = standing;
  // Everything is proven, but its session is still to be written, which no page view may do.
  if (unwritten !== undefined && sessionAllowed(stage)) {
    if (isSetupDone(context, standing)) return new Leave(screenWithReturn(context, "setupTwoFactor"));
    if (unwritten.data.recoveryCodesLeft === undefined) throw timedOut("the sign-in broke off");
    return new Leave(screenWithReturn(context, "loginRecoveryCode"));
  }
  if (stage === "done") return new Leave(target.returnUrl);
  return new Leave(screenWithReturn(context, stageScreen(services, stage)));
}
