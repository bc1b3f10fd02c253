/** How many digits a code has that is sent or that an authenticator app shows (security, TF-2; RFC 6238). */
export const codeLength = 6;

/** Zero of each kind of digits that a keyboard may have: Arabic, Persian, Devanagari, Bengali, full width. */
const zeros = [0x0660, 0x06f0, 0x0966, 0x09e6, 0xff10];

/**
 * A code as it was sent, from what somebody typed or pasted: spaces, hyphens and invisible marks of direction do not
 * matter, and digits are digits in any script (specification, section 2).
 */
export function typedCode(text: string): string {
  return text.replace(/[\s\p{Pd}\p{Cf}]/gu, "").replace(/\p{Nd}/gu, latinDigit);
}

function latinDigit(digit: string): string {
  const code = digit.codePointAt(0) ?? 0;
  const zero = zeros.find((first) => code >= first && code < first + 10);
  return zero === undefined ? digit : String(code - zero);
}
