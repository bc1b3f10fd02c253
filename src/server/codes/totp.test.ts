import { Secret } from "otpauth";
import { expect, test } from "vitest";
import { newTotpKey, totpStep, totpUri } from "./totp.ts";

/** Appendix B of RFC 6238 for SHA-1, the last six of its eight digits. */
const key = new Secret({ buffer: new TextEncoder().encode("12345678901234567890").buffer }).base32;
const vectors: [seconds: number, code: string][] = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_111_111_111, "050471"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
  [20_000_000_000, "353130"],
];

test.each(vectors)("takes the code of RFC 6238 at second %i", (seconds, code) => {
  expect(totpStep(key, code, seconds * 1000)).toBe(Math.floor(seconds / 30));
});

test("takes the code of one step earlier or later, and tells which step it is", () => {
  const at = 1_111_111_111_000;
  expect(totpStep(key, "050471", at - 30_000)).toBe(37_037_037);
  expect(totpStep(key, "050471", at + 30_000)).toBe(37_037_037);
  expect(totpStep(key, "050471", at + 60_000)).toBeUndefined();
  expect(totpStep(key, "050471", at - 60_000)).toBeUndefined();
});

test.each(["", "05047", "0504711", "abcdef", "05047１"])("takes no other text: %s", (code) => {
  expect(totpStep(key, code, 1_111_111_111_000)).toBeUndefined();
});

test("makes keys of 160 bits and the address that apps read", () => {
  const made = newTotpKey();
  expect(made).toMatch(/^[A-Z2-7]{32}$/);
  expect(newTotpKey()).not.toBe(made);
  expect(totpUri(made, "Vestibule", "paula.plain")).toBe(
    `otpauth://totp/Vestibule:paula.plain?issuer=Vestibule&secret=${made}&algorithm=SHA1&digits=6&period=30`,
  );
});
