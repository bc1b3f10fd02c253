import { expect, test } from "vitest";
import { readSupportCode, supportCode } from "./support-code.ts";

test("support codes are eight letters that nobody misreads, and none comes twice", () => {
  // More than there are random bytes for at once.
  const codes = Array.from({ length: 1000 }, supportCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});

test("a code is read as people write down what they see or hear", () => {
  for (const typed of ["10VQ-Z97F", "lOvq z97f", " IO VQ – Z97F ", "10vqz97f"])
    expect(readSupportCode(typed)).toBe("10VQ-Z97F");
  for (const typed of ["", "10VQ-Z97", "10VQ-Z97FF", "10VQ_Z97F"])
    expect(readSupportCode(typed)).toBeUndefined();
});
