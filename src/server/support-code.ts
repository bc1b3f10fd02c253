import { randomFillSync } from "node:crypto";

// Crockford's alphabet: nothing that is misheard or misread on the phone.
const alphabet = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const pairs = [...alphabet].flatMap((first) => [...alphabet].map((second) => first + second));

// Every request has a code: to ask for its own alone would cost ten times as much.
const numbers = new Uint16Array(2048);
let used = numbers.length;

/** Short random name of a request, for the log and for the person who asks the support: `K7QF-2M9X`. */
export function supportCode(): string {
  return `${randomPair()}${randomPair()}-${randomPair()}${randomPair()}`;
}

function randomPair(): string {
  if (used === numbers.length) {
    randomFillSync(numbers);
    used = 0;
  }
  const random = numbers[used] ?? 0;
  used += 1;
  return pairs[random % pairs.length] ?? "";
}

/** The code that somebody wrote down or heard: in any case, with any dash or none, and with letters that it has not for the digits that they look like. */
export function readSupportCode(typed: string): string | undefined {
  const plain = typed
    .toUpperCase()
    .replace(/[\s\p{Pd}]/gu, "")
    .replaceAll("O", "0")
    .replace(/[IL]/g, "1");
  return /^[0-9A-Z]{8}$/.test(plain) ? `${plain.slice(0, 4)}-${plain.slice(4)}` : undefined;
}
