import equal from "fast-deep-equal";
import type { JsonValue } from "../../src/config/edit-json.ts";
import type { Part } from "../../src/config/gallery/parts.ts";
import type { PageState } from "../../src/shared/page-state.ts";

/** What a page shows, as far as a state of the gallery can hold it. Texts of the page's own person are made up there. */
type Shown = Pick<PageState, "view" | "list"> & { user: { isAuthenticated: boolean } };

/**
 * A page as a state of `states/`: what differs from what its screen shows anyway; undefined: nothing does. Points in
 * time are left out, for they differ each time, and so is the address, whose query holds what counts once.
 */
export function recordedState(
  { view, list, user }: PageState,
  { base }: Part,
): Record<string, JsonValue> | undefined {
  const shown: Shown = { view, list, user: { isAuthenticated: user.isAuthenticated } };
  return difference(base, shown) as Record<string, JsonValue> | undefined;
}

function difference(base: unknown, shown: unknown): unknown {
  if (equal(base, shown) || isMoment(shown)) return undefined;
  if (!isObject(base) || !isObject(shown)) return shown;
  const changes = Object.entries(shown).flatMap(([name, value]) => {
    const change = difference(base[name], value);
    return change === undefined ? [] : [[name, change]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/** Milliseconds since 1970 of our days. */
function isMoment(value: unknown): boolean {
  return typeof value === "number" && value > 1e12;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
