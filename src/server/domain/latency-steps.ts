import { minute } from "../../shared/durations.ts";

const longest = minute;

/** Upper bounds in milliseconds, each about a quarter more than the one before: what is counted is rounded up to them. */
export const latencySteps: readonly number[] = [
  ...new Set(Array.from({ length: 48 }, (_, index) => Math.round(10 ** (index / 10)))),
  longest,
].filter((step) => step <= longest);

/** The step that so many milliseconds are counted at; beyond the last one, that. */
export function latencyStep(milliseconds: number): number {
  return latencySteps.find((step) => milliseconds <= step) ?? longest;
}

/**
 * The step that this share of what was counted stays within, for example 0.95; null: nothing was counted. `counts` is
 * step → how often. Counts of several processes may be added up before, which their percentiles could not.
 */
export function percentile(counts: ReadonlyMap<number, number>, share: number): number | null {
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  let seen = 0;
  for (const [step, count] of [...counts].sort(([a], [b]) => a - b)) {
    seen += count;
    if (seen >= total * share) return step;
  }
  return null;
}
