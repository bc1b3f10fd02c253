import { untilStaying } from "./leaving.ts";
import { report } from "./watch-errors.ts";

/**
 * Says that the page goes on without one of its features (specification, section 4, "Startup"), once it is certain that it does:
 * what is to be done instead waits for that too.
 */
export async function goWithout(feature: string, error: unknown): Promise<void> {
  await untilStaying();
  console.error(`The page goes on without its ${feature}`, error);
  void report(error);
}

/** Starts a feature; one that cannot be had keeps nothing else from starting. Gives what ends it. */
export function startFeature(
  feature: string,
  start: () => (() => void) | Promise<unknown> | undefined,
): () => void {
  try {
    const started = start();
    if (typeof started === "function") return started;
    started?.catch((error: unknown) => void goWithout(feature, error));
  } catch (error) {
    void goWithout(feature, error);
  }
  return () => undefined;
}
