import { randomInt } from "node:crypto";

/** How many codes a set has, and how many digits a code: 20 digits are 66 bits (security, TF-6). */
export const recoveryCodeCount = 10;
export const recoveryCodeLength = 20;

/** A new set of recovery codes: digits alone, because every keyboard has them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => digits(recoveryCodeLength));
}

/** Random digits. */
export function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}
