import { distance } from "fastest-levenshtein";

/** The valid name that was most likely meant; none when all are too far off. */
export function nearest(name: string, valid: Iterable<string>): string | undefined {
  // At least one letter is right, or anything short would be near anything else.
  const limit = Math.min(name.length - 1, Math.max(2, Math.ceil(name.length * 0.4)));
  let best: { name: string; off: number } | undefined;
  for (const candidate of valid) {
    if (candidate === name) continue;
    const off = isBeginning(name, candidate) ? 1 : distance(name.toLowerCase(), candidate.toLowerCase());
    if (off <= limit && (best === undefined || off < best.off)) best = { name: candidate, off };
  }
  return best?.name;
}

/** What a message says of the name that was most likely meant. */
export function hintOf(meant: string | undefined): string {
  return meant === undefined ? "" : ` Did you mean "${meant}"?`;
}

// What was left half written counts as near, however much is missing.
function isBeginning(name: string, candidate: string): boolean {
  return name.length > 1 && candidate.toLowerCase().startsWith(name.toLowerCase());
}
