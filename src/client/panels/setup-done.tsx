import type { IconName } from "../parts/icon.tsx";
import { Progress } from "./setup/progress.tsx";

export const emblem: IconName = "done";

/** The end of the wizard; its words are the screen's own. */
export function Panel() {
  return <Progress at="done" />;
}
