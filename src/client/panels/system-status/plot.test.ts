import { expect, it } from "vitest";
import { barsOf, lineOf } from "./plot.tsx";

it.each([
  ["nothing", [0, null, 0], 0, ""],
  ["the highest figure over the whole height", [0, 4], 4, "M330 120v-120h240v120z"],
  ["others in proportion", [1, 4], 4, "M30 120v-30h240v30zM330 120v-120h240v120z"],
] as const)("draws bars: %s", (_what, values, most, path) => {
  expect(barsOf(values, most)).toBe(path);
});

it.each([
  ["nothing", [null, null], 0, ""],
  ["a line from left to right", [0, 10], 10, "M150 120h0L450 0"],
  ["a gap where there is no figure, and a dot for one alone", [5, null, 5], 5, "M100 0h0M500 0h0"],
  ["zeros alone at the bottom", [0, 0], 0, "M150 120h0L450 120"],
] as const)("draws lines: %s", (_what, values, most, path) => {
  expect(lineOf(values, most)).toBe(path);
});
