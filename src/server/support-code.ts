import { randomBytes } from "node:crypto";

// Crockford's alphabet: nothing that is misheard or misread on the phone.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** Short random name of a request, for the log and for the person who asks the support: `K7QF-2M9X`. */
export function supportCode(): string {
  const letters = [...randomBytes(length)].map((byte) => alphabet[byte % alphabet.length]).join("");
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
