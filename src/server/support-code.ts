import { randomUUID } from "node:crypto";

// Crockford's alphabet: nothing that is misheard or misread on the phone.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const length = 8;

/** Short random name of a request, for the log and for the person who asks the support: `K7QF-2M9X`. */
export function supportCode(): string {
  // Node keeps random bytes in store for these names, so that one costs a tenth of asking for bytes.
  const digits = randomUUID();
  let random = Number.parseInt(`${digits.slice(0, 8)}${digits.slice(9, 11)}`, 16);
  let letters = "";
  while (letters.length < length) {
    letters += alphabet[random % alphabet.length];
    random = Math.floor(random / alphabet.length);
  }
  return `${letters.slice(0, length / 2)}-${letters.slice(length / 2)}`;
}
