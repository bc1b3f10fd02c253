import { sessionAllowed } from "../../shared/journey.ts";
import { stageScreen } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { keptSetup } from "./kept-setup.ts";
import type { Standing } from "./standing.ts";

/**
 * The screen on which a sign-in goes on. Where everything is proven and its session is still to be written, which no page view may do,
 * what was settled is told first; undefined where there is nothing to tell: the sign-in broke off, and begins anew.
 */
export function standingScreen(services: Services, { user, stage, unwritten }: Standing): string | undefined {
  if (unwritten === undefined || !sessionAllowed(stage)) return stageScreen(services, stage);
  if (keptSetup(services, unwritten, user)?.step === "done") return "setupTwoFactor";
  return unwritten.data.recoveryCodesLeft === undefined ? undefined : "loginRecoveryCode";
}
