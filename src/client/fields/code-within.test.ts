import { expect, it } from "vitest";
import { codeWithin } from "./code-within.ts";

it.each([
  ["123456", "123456"],
  ["Your code for Contoso is 123456. Reference: K7QF. It is valid for 10 minutes.", "123456"],
  ["Your PIN is\r\n\r\n123456\r\n\r\nReference: K7QF", "123456"],
  ["123456 is your code.\n\n@signin.example #123456", "123456"],
  ["رمزك هو ١٢٣٤٥٦", "١٢٣٤٥٦"],
  ["123 456", undefined],
  ["1234567", undefined],
  ["Your code is 123456, your order 654321.", undefined],
  ["Your code is 12345.", undefined],
  ["", undefined],
])("finds the one code within what is pasted, or none: %j", (text, code) => {
  expect(codeWithin(text, 6)).toBe(code);
});
