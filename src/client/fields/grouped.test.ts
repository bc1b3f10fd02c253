import { describe, expect, it } from "vitest";
import { grouped } from "./grouped.ts";

describe("a code in groups", () => {
  it.each([
    ["", ""],
    ["1234", "1234"],
    ["12345", "12345"],
    ["123456", "12345 6"],
    ["12345 ", "12345"],
    ["12345-67890-1", "12345 67890 1"],
    ["12 345678 90", "12345 67890"],
  ])("%j is %j", (code, text) => {
    expect(grouped(code, 5)).toBe(text);
  });
});
