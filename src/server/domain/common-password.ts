import { caseFold } from "../../shared/fold-search.ts";

// Nobody guesses longer at three characters because they come again and again.
const shortestPart = 4;

/**
 * Says whether a password is one of the commonest (security, PW-4): in either case, with digits and signs behind it, or
 * several times in a row, because lengthening it so makes it no harder to guess. `common` is in lower case.
 */
export function isCommonPassword(password: string, common: ReadonlySet<string>): boolean {
  const whole = caseFold(password);
  const part = repeatedPart(whole);
  if (part !== whole && part.length < shortestPart) return true;
  const bare = whole.replace(/[^\p{L}]+$/u, "");
  return [whole, part, bare, repeatedPart(bare)].some((form) => common.has(form));
}

/** `abcdabcd` → `abcd`; what is no repetition stays as it is. */
function repeatedPart(text: string): string {
  return /^(.+?)\1+$/su.exec(text)?.[1] ?? text;
}
