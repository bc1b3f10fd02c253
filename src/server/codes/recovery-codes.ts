import { randomInt } from "node:crypto";
import { hmac, type SecretKeys } from "../crypto.ts";

/** How many codes a set has, and how many digits a code: 20 digits are 66 bits (security, TF-6). */
const recoveryCodeCount = 10;
export const recoveryCodeLength = 20;

/** A new set of recovery codes: digits alone, because every keyboard has them. */
export function newRecoveryCodes(): string[] {
  return Array.from({ length: recoveryCodeCount }, () => digits(recoveryCodeLength));
}

/**
 * The set of recovery codes that a mailed link stands for: as random as the link for whoever lacks the server's key, and the same
 * each time, so that no answer with it need be kept.
 */
export function recoveryCodesOf(secretKeys: SecretKeys, link: string): string[] {
  return Array.from({ length: recoveryCodeCount }, (_, place) => {
    const made = Buffer.from(hmac(secretKeys, "recovery-codes-of-link", `${link} ${place}`), "base64url");
    const number = BigInt(`0x${made.toString("hex")}`) % 10n ** BigInt(recoveryCodeLength);
    return number.toString().padStart(recoveryCodeLength, "0");
  });
}

/** Random digits. */
export function digits(length: number): string {
  return Array.from({ length }, () => randomInt(10)).join("");
}
