import { latinDigits } from "../../shared/latin-digits.ts";

/** How many digits a code has that is sent or that an authenticator app shows (security, TF-2; RFC 6238). */
export const codeLength = 6;

/**
 * A code as it was sent, from what somebody typed or pasted: spaces, hyphens and invisible marks of direction do not
 * matter, and digits are digits in any script and width (specification, section 2).
 */
export function typedCode(text: string): string {
  // Keyboards for Japanese have the minus and the mark of a long vowel where others have the hyphen.
  return latinDigits(text.normalize("NFKC").replace(/[\s\p{Pd}\p{Cf}\u2212\u30fc]/gu, ""));
}
