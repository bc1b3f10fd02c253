import type { IconName } from "../parts/icon.tsx";

export const emblem: IconName = "info";

/** Title, text and ways on are the screen's own; there is nothing more to show. */
export function Panel() {
  return null;
}
