import { describe, expect, test } from "vitest";
import { typedCode } from "./typed-code.ts";

describe("A typed code", () => {
  test.each([
    ["123456", "123456"],
    [" 123 456\t", "123456"],
    ["123-456", "123456"],
    ["12345–67890", "1234567890"],
    ["123\u00a0456", "123456"],
    ["\u200e123\u200f456\u2069", "123456"],
    ["١٢٣٤٥٦", "123456"],
    ["۱۲۳۴۵۶", "123456"],
    ["１２３４５６", "123456"],
    ["12345a", "12345a"],
    ["", ""],
  ])("%j is read as %j", (typed, code) => {
    expect(typedCode(typed)).toBe(code);
  });
});
