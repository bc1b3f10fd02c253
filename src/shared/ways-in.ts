import type { PartnerMetadata } from "../generated/calls.ts";
import type { WayIn } from "../generated/config.ts";
import type { Screen, Step } from "./screens.ts";

type Part = Pick<Screen | Step, "form">;
type WaysIn = PartnerMetadata["waysIn"];

/** The ways in that the partner puts above the form, because they come before the password; in order. */
export function waysAbove({ form }: Part, waysIn: WaysIn): WayIn[] {
  return form === undefined ? [] : (waysIn.slice(0, waysIn.indexOf("password")) as WayIn[]);
}

/** Buttons or links that stand below the form: first the ways in, in the partner's order, then the others as they were. */
export function belowForm<T extends { wayIn?: WayIn }>(
  entries: readonly T[],
  part: Part,
  waysIn: WaysIn,
): T[] {
  const above = waysAbove(part, waysIn);
  const rank = ({ wayIn }: T) => (wayIn === undefined ? waysIn.length : waysIn.indexOf(wayIn));
  return entries
    .filter(({ wayIn }) => wayIn === undefined || !above.includes(wayIn))
    .sort((a, b) => rank(a) - rank(b));
}
