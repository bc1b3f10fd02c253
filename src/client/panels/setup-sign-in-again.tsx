import type { IconName } from "../parts/icon.tsx";
import { ActiveFactors } from "./setup/active-factors.tsx";

export const emblem: IconName = "lock";

/** Why to sign in again is the screen's own text; what is active already is no secret to who is signed in. */
export function Panel() {
  return <ActiveFactors />;
}
