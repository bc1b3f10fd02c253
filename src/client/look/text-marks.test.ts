import { expect, test } from "vitest";
import { leftToRight } from "./text-marks.ts";

test("a mail address is broken before its @ where a line is too short for it, a number nowhere", () => {
  expect(leftToRight("v•••@payroll.example")).toBe("\u2066v•••\u200b@payroll.example\u2069");
  expect(leftToRight("••• 77")).toBe("\u2066••• 77\u2069");
});
