import { resolveScreens } from "../../shared/screens.ts";
import type { Workspace } from "./workspace.ts";

/** Files of the forms that no screen shows: a new one may wait for its screen, an old one is left over. */
export function unshownForms({ screens, forms }: Workspace): string[] {
  const parts = Object.values(resolveScreens(screens.value)).flatMap((screen) => [screen, ...screen.steps]);
  const shown = new Set(parts.map(({ form }) => form));
  return [...forms].filter(([id]) => !shown.has(id)).map(([, { file }]) => file);
}
