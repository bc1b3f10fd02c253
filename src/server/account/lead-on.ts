import { type CallContext, Leave } from "../call.ts";
import { timedOut } from "../problem.ts";
import { type Standing, standingOf } from "../request/standing.ts";
import { standingScreen } from "../request/standing-screen.ts";
import { screenWithReturn } from "../screen-path.ts";

/**
 * The way to where a sign-in stands, for a page that it is past or not at yet: reload, back and a second tab strand
 * nobody. Only looks. Throws `Problem` where nothing is proven.
 */
export async function leadOn(context: CallContext, known?: Standing): Promise<Leave> {
  const { services, visitor, target } = context;
  const standing = known ?? (await standingOf(services, visitor, target));
  if (standing === null) throw timedOut("nothing is proven in this attempt");
  if (standing.stage === "done" && standing.unwritten === undefined) return new Leave(target.returnUrl);
  const screen = standingScreen(services, standing);
  if (screen === undefined) throw timedOut("the sign-in broke off");
  return new Leave(screenWithReturn(context, screen));
}
