import { expect, it } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { latencyStep, latencySteps, percentile } from "./latency-steps.ts";

it("has ascending steps up to a minute, none more than a third above the one before from 3 ms on", () => {
  expect(latencySteps[0]).toBe(1);
  expect(latencySteps.at(-1)).toBe(60_000);
  for (const [index, step] of latencySteps.entries()) {
    const before = latencySteps[index - 1];
    if (before !== undefined) expect(step).toBeGreaterThan(before);
    if (before !== undefined && before >= 3) expect(step / before).toBeLessThanOrEqual(4 / 3);
  }
});

it.each([
  [0, 1],
  [1, 1],
  [1.2, 2],
  [100, 100],
  [101, 126],
  [90_000, 60_000],
])("counts %f ms at %i", (milliseconds, step) => {
  expect(latencyStep(milliseconds)).toBe(step);
});

it.each([
  ["nothing", [], 0.5, null],
  ["one", [[20, 1]], 0.95, 20],
  [
    "the lower half",
    [
      [1, 5],
      [100, 5],
    ],
    0.5,
    1,
  ],
  [
    "more than the lower half",
    [
      [1, 5],
      [100, 6],
    ],
    0.5,
    100,
  ],
  [
    "a rare slow one",
    [
      [2, 99],
      [5000, 1],
    ],
    0.95,
    2,
  ],
  [
    "what is slow one time in ten",
    [
      [5000, 10],
      [2, 90],
    ],
    0.95,
    5000,
  ],
] as const)("finds the percentile of %s", (_what, counts, share, step) => {
  expect(percentile(new Map(counts), share)).toBe(step);
});

it("agrees with a sorted list", () => {
  const times = fc.array(fc.integer({ min: 0, max: 70_000 }), { minLength: 1 });
  fc.assert(
    fc.property(times, fc.constantFrom(0.5, 0.95), (list, share) => {
      const counts = new Map<number, number>();
      for (const time of list) counts.set(latencyStep(time), (counts.get(latencyStep(time)) ?? 0) + 1);
      const sorted = list.map(latencyStep).sort((a, b) => a - b);
      expect(percentile(counts, share)).toBe(sorted[Math.ceil(list.length * share) - 1]);
    }),
  );
});
