import { expect, test } from "vitest";
import { tooManyCode } from "./problem.ts";

const [minute, hour] = [60, 3600];

test.each([
  [1, "problems.tooMany", 1],
  [120, "problems.tooMany", 120],
  [121, "problems.tooManyMinutes", 3],
  [90 * minute, "problems.tooManyMinutes", 90],
  [90 * minute + 1, "problems.tooManyHours", 2],
  [1421 * minute, "problems.tooManyHours", 24],
  [24 * hour, "problems.tooManyHours", 24],
])("a wait of %i seconds is told by %s, as %i", (seconds, code, count) => {
  expect(tooManyCode(seconds)).toEqual({ code, params: { count } });
});
