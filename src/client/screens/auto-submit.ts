import { useEffect } from "react";
import { matches } from "../../shared/matches.ts";
import { useScreen } from "../page/screen-context.ts";

/**
 * Presses the screen's button by itself where its `auto` holds, once, when somebody arrives. Who comes back or reloads
 * stays and presses.
 */
export function useAutoSubmit(): void {
  const { part, facts, visit, returned, submit } = useScreen();
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, when the screen is entered
  useEffect(() => {
    const isGoneTo = visit > 0 ? !returned : isFreshPage();
    if (part.auto !== undefined && matches(part.auto, facts) && isGoneTo) submit({});
  }, []);
}

/** Says whether the page was gone to, and neither loaded again nor come back to. */
function isFreshPage(): boolean {
  const [visit] = performance.getEntriesByType("navigation");
  return visit === undefined || ("type" in visit && visit.type === "navigate");
}
