import type { When } from "../../shared/matches.ts";
import { excludes } from "./facts.ts";
import { fitsPartner, type Partner } from "./partners.ts";

/** Says whether people of one of some partners may see two things at once, each under its condition. */
export function shownTogether(
  partners: readonly Partner[],
  one: When | undefined,
  other: When | undefined,
): boolean {
  return (
    !excludes(one, other) &&
    partners.some((partner) => fitsPartner(one, partner) && fitsPartner(other, partner))
  );
}
