import type { ProblemCode } from "../../shared/problem.ts";
import { foldSearch } from "./fold.ts";

/** Bounds of a new password (specification, section 5; schemas/entities/password-rules.json). Lengths in code points. */
export interface PasswordRules {
  minLength: number;
  maxLength: number;
  /** Longest allowed run of the same character; null: no limit. */
  maxConsecutive: number | null;
  upper: boolean;
  lower: boolean;
  digit: boolean;
  special: boolean;
  /** Characters that may occur besides letters and numbers; null: any. */
  allowedCharacters: string | null;
}

// Shorter words occur in good passwords by chance.
const shortestForbiddenWord = 4;

/**
 * Everything that is wrong with a new password, as text keys; an empty list: it may be used.
 * `words` are what it must not contain: user name, partner and product names (security, PW-4).
 */
export function checkNewPassword(
  password: string,
  rules: PasswordRules,
  words: readonly string[] = [],
): ProblemCode[] {
  const characters = [...password.normalize("NFC")];
  const problems: (ProblemCode | false)[] = [
    characters.length < rules.minLength && {
      code: "validation.minLength",
      params: { count: rules.minLength },
    },
    characters.length > rules.maxLength && {
      code: "validation.maxLength",
      params: { count: rules.maxLength },
    },
    lacksClass(characters, rules) && { code: "validation.classes" },
    rules.maxConsecutive !== null &&
      longestRun(characters) > rules.maxConsecutive && {
        code: "validation.consecutive",
        params: { count: rules.maxConsecutive },
      },
    hasForbiddenCharacter(characters, rules) && { code: "validation.characters" },
    containsWord(password, words) && { code: "validation.containsName" },
  ];
  return problems.filter((problem) => problem !== false);
}

function lacksClass(characters: readonly string[], rules: PasswordRules): boolean {
  const classes: [boolean, RegExp][] = [
    [rules.upper, /\p{Lu}/u],
    [rules.lower, /\p{Ll}/u],
    [rules.digit, /\p{N}/u],
    [rules.special, /[^\p{L}\p{M}\p{N}]/u],
  ];
  return classes.some(
    ([needed, pattern]) => needed && !characters.some((character) => pattern.test(character)),
  );
}

function longestRun(characters: readonly string[]): number {
  let longest = 0;
  let run = 0;
  let previous: string | undefined;
  for (const character of characters) {
    run = character === previous ? run + 1 : 1;
    longest = Math.max(longest, run);
    previous = character;
  }
  return longest;
}

// Control characters cannot be typed twice alike, so no rule set allows them.
function hasForbiddenCharacter(characters: readonly string[], rules: PasswordRules): boolean {
  const allowed = rules.allowedCharacters;
  return characters.some((character) => {
    if (/\p{Cc}/u.test(character)) return true;
    return allowed !== null && !/[\p{L}\p{M}\p{N}]/u.test(character) && !allowed.includes(character);
  });
}

function containsWord(password: string, words: readonly string[]): boolean {
  const folded = foldSearch(password);
  return words
    .flatMap((word) => foldSearch(word).split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= shortestForbiddenWord && folded.includes(word));
}
