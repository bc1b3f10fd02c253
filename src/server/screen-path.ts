import { defaultReturnUrl, languageParameter } from "../shared/constants.ts";
import type { JourneyStage } from "../shared/journey.ts";
import { withReturnUrl } from "../shared/return-url.ts";
import { screenAddress } from "../shared/screens.ts";
import type { CallContext } from "./call.ts";
import type { Services } from "./services.ts";

/** The path of a screen of the configuration, with a query. */
export function screenPath(services: Services, id: string, query: Record<string, string> = {}): string {
  const screen = services.config().screens[id];
  if (screen === undefined) throw new Error(`screens.config.json has no screen ${id}`);
  return screenAddress(screen, query);
}

/** The address of a screen, with the return address carried along. */
export function screenWithReturn({ services, target }: CallContext, id: string): string {
  return withReturnUrl(screenPath(services, id), target.returnUrl);
}

/**
 * The whole address of a screen for a mail, which may be read elsewhere than in the browser that it was asked for in. So it asks for
 * the language of the mail, which no other browser knows.
 */
export function screenUrl(
  { services, language }: Pick<CallContext, "services" | "language">,
  id: string,
  query?: Record<string, string>,
  returnUrl = defaultReturnUrl,
): string {
  const path = withReturnUrl(
    screenPath(services, id, { ...query, [languageParameter]: language }),
    returnUrl,
  );
  return new URL(path, services.settings.publicUrl).href;
}

/** The screen on which a person goes on who owes a stage; that of the sign-in where nothing is proven yet. */
export function stageScreen(services: Services, stage?: JourneyStage | "done"): string {
  return (stage && services.config().journey[stage]) ?? "login";
}
