import { type Facts, matches } from "./matches.ts";
import type { Action, Screen } from "./screens.ts";
import type { TextParams } from "./translate.ts";

/** A further button as it stands on the page; of an action with `each`, one of several. */
export interface ScreenButton extends Action {
  /** The item of the list that it stands for, and its place there. */
  item?: unknown;
  index?: number;
}

/** The further buttons of a screen or step that hold now, in order. The page shows them, and the server takes no other. */
export function buttonsOf({ actions }: Pick<Screen, "actions">, facts: Facts): ScreenButton[] {
  const shown = actions.filter(({ when }) => matches(when, facts));
  return shown.flatMap((action): ScreenButton[] => {
    if (action.each === undefined) return [action];
    const list = facts[action.each];
    return Array.isArray(list) ? list.map((item: unknown, index) => ({ ...action, item, index })) : [];
  });
}

/**
 * What a native form sends for a pressed button. An item is named by its `id`, so that a list that has changed since
 * the page was made never has another item meant; by its place only where it has none.
 */
export function buttonValue({ label, index, item }: Pick<ScreenButton, "label" | "index" | "item">): string {
  if (index === undefined) return label;
  const { id } = (item ?? {}) as { id?: unknown };
  return `${label}~${typeof id === "string" ? id : index}`;
}

/** What the text of an item's button may say of it: its strings and numbers. */
export function textParamsOf({ item }: Pick<ScreenButton, "item">): TextParams {
  const entries = typeof item === "object" && item !== null ? Object.entries(item) : [];
  return Object.fromEntries(
    entries.filter(
      (entry): entry is [string, string | number] =>
        typeof entry[1] === "string" || typeof entry[1] === "number",
    ),
  );
}
