import equal from "fast-deep-equal";
import type { JsonValue } from "../../src/config/edit-json.ts";
import type { Part } from "../../src/config/gallery/parts.ts";
import { isObject } from "../../src/shared/is-object.ts";
import type { PageState } from "../../src/shared/page-state.ts";

/** What a page shows, as far as a state of the gallery can hold it. Texts of the page's own person are made up there. */
type Shown = Pick<PageState, "view" | "list"> & { user: { isAuthenticated: boolean } };

/** What counts for one person or once: the neutral page, or `always` of the screen, has something made up. */
const secrets = ["sharedKey", "otpauthUri", "recoveryCodes", "code", "token", "state"];
/** In the place of a point in time that a list must have. */
const someMoment = Date.UTC(2031, 4, 1);

/**
 * A page as a state of `states/`: what differs from what its screen shows anyway; undefined: nothing does. Secrets and
 * points in time are left out, and so is the address, whose query holds what counts once.
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
  if (!isObject(base) || !isObject(shown)) return harmless(shown);
  const changes = Object.entries(shown).flatMap(([name, value]) => {
    if (secrets.includes(name)) return [];
    const change = difference(base[name], value);
    return change === undefined ? [] : [[name, change]];
  });
  return changes.length === 0 ? undefined : Object.fromEntries(changes);
}

/** A value of which nothing is known before, with nothing in it that differs each time. */
function harmless(value: unknown): unknown {
  if (isMoment(value)) return someMoment;
  if (typeof value === "string") return value.replace(/^http:\/\/localhost:\d+/, "https://payroll.example");
  if (Array.isArray(value)) return value.map(harmless);
  if (!isObject(value)) return value;
  const kept = Object.entries(value).filter(([name]) => !secrets.includes(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, harmless(inner)]));
}

/** Milliseconds since 1970 of our days. */
function isMoment(value: unknown): boolean {
  return typeof value === "number" && value > 1e12;
}
