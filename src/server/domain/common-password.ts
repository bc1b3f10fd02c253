import { caseFold } from "../../shared/fold-search.ts";

// Nobody guesses longer at three characters because they come again and again.
const shortestPart = 4;
// The least that any partner's rules allow: what is left of less before its digits and signs says nothing.
const shortestPassword = 8;

/** What fingers walk along: digits, the alphabet, and the keys of keyboards in rows and columns. */
const paths = [
  "0123456789",
  "abcdefghijklmnopqrstuvwxyz",
  "qwertyuiopasdfghjklzxcvbnm",
  "qwertzuiopasdfghjklyxcvbnm",
  "azertyuiopqsdfghjklmwxcvbn",
  "1q2w3e4r5t6y7u8i9o0p",
  "1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik9ol0p",
].flatMap((path) => [path.repeat(2), [...path.repeat(2)].reverse().join("")]);

/**
 * Says whether a password is one of the commonest (security, PW-4), in either case, with blanks and signs between, with digits and
 * signs behind it, or several times in a row, because lengthening it so makes it no harder to guess; or is nothing but a walk over the
 * keys, which lists of what breaches made public hardly have at the length of a passphrase. `common` is in lower case.
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const whole = caseFold(password);
  const bare = whole.replace(/[^\p{L}]+$/u, "");
  const forms = new Set([whole, bare].flatMap((form) => [form, withoutSigns(form)]));
  return [...forms].some(
    (form) =>
      common.has(form) ||
      common.has(repeatedPart(form)) ||
      ((form === whole || form.length >= shortestPassword) && (isShortRepeated(form) || isWalk(form))),
  );
}

/** `p-a-s-s` → `pass`; where signs are the greater part, they are the password. */
function withoutSigns(text: string): string {
  const plain = text.replace(/[^\p{L}\p{M}\p{N}]+/gu, "");
  return plain.length >= text.length / 2 ? plain : text;
}

function isShortRepeated(text: string): boolean {
  const part = repeatedPart(text);
  return part !== text && part.length < shortestPart;
}

/** `abcdabcd` → `abcd`; what is no repetition stays as it is. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}

/** Says whether steps to the next key, or on the same one, make it up, with a new beginning for every fourth character at most. */
function isWalk(text: string): boolean {
  let beginnings = 0;
  for (let at = 0; at < text.length; at = endOfWalk(text, at)) beginnings += 1;
  return text.length >= shortestPassword && text.length >= beginnings * shortestPart;
}

/** How far one walk leads from here. */
function endOfWalk(text: string, from: number): number {
  let stayed = from + 1;
  while (stayed < text.length && text[stayed] === text[from]) stayed += 1;
  let walked = from + 1;
  while (walked < text.length && paths.some((path) => path.includes(text.slice(from, walked + 1))))
    walked += 1;
  return Math.max(stayed, walked);
}
