import type { JourneyStage } from "../../shared/journey.ts";
import { resolveNext, screenAddress } from "../../shared/screens.ts";
import type { Services } from "../services.ts";

/** Path of the screen that a person signs in on. */
export const signInPath = "/account/login";

/** The path of a stage's screen, as the journey of the sign-in screen leads to it. */
export function stagePath(services: Services, stage: JourneyStage | "done"): string {
  const { screens } = services.config();
  const signIn = Object.values(screens).find(({ path }) => path === signInPath);
  const way = signIn && resolveNext(signIn.id, signIn.next, { outcome: stage });
  const screen = way && screens[way.screen];
  return screen === undefined ? signInPath : screenAddress(screen, {});
}
