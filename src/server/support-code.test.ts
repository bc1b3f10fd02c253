import { expect, test } from "vitest";
import { supportCode } from "./support-code.ts";

test("support codes are eight letters that nobody misreads, and none comes twice", () => {
  // More than there are random bytes for at once.
  const codes = Array.from({ length: 1000 }, supportCode);
  for (const code of codes) expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{4}-[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(new Set(codes).size).toBe(codes.length);
});
