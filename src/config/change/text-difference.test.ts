import { expect, test } from "vitest";
import { textDifference } from "./text-difference.ts";

test("short texts are quoted whole, on one line", () => {
  expect(textDifference("Sign\n\nout", "Log out")).toBe("“Sign out” → “Log out”");
});

test("long texts are quoted where they differ", () => {
  const long = "a ".repeat(60);
  expect(textDifference(`${long}1${long}`, `${long}23${long}`)).toBe(
    `“…${"a ".repeat(15)}1${"a ".repeat(15)}…” → “…${"a ".repeat(15)}23${"a ".repeat(15)}…”`,
  );
});

test("a letter that only comes twice is found", () => {
  expect(textDifference("b".repeat(100), "b".repeat(101))).toBe(
    `“…${"b".repeat(30)}” → “…${"b".repeat(31)}”`,
  );
});

test("a text that is not long is quoted whole, wherever it differs", () => {
  const words = "a ".repeat(40);
  expect(textDifference(`${words}1`, `${words}2`)).toBe(`“${words}1” → “${words}2”`);
});

test("a long text that differs at its start is quoted from there", () => {
  const long = "a ".repeat(60);
  expect(textDifference(`1${long}`, `2${long}`)).toBe(`“1${"a ".repeat(15)}…” → “2${"a ".repeat(15)}…”`);
});
