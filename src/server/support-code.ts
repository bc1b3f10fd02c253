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
