import { withReturnUrl } from "../../shared/return-url.ts";
import type { CallContext } from "../call.ts";
import type { Services } from "../services.ts";

/** The path of a screen of the configuration. */
export function screenPath(services: Services, id: string): string {
  const screen = services.config().screens[id];
  if (screen === undefined) throw new Error(`screens.config.json has no screen ${id}`);
  return screen.path;
}

/** The address of a screen that looks at or spends a mailed secret, with a return address. */
export function screenWithState(
  services: Services,
  id: string,
  state: string,
  returnUrl: string,
  more: Readonly<Record<string, string>> = {},
): string {
  return withReturnUrl(`${screenPath(services, id)}?${new URLSearchParams({ state, ...more })}`, returnUrl);
}

/** The address of a screen, with the return address carried along. */
export function screenWithReturn({ services, target }: CallContext, id: string): string {
  return withReturnUrl(screenPath(services, id), target.returnUrl);
}
