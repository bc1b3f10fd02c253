import type { PasswordRules } from "../generated/calls.ts";
import { foldSearch } from "./fold-search.ts";
import type { ProblemCode } from "./problem-codes.ts";

// Shorter words occur in good passwords by chance.
const shortestForbiddenWord = 4;

interface RuleCheck {
  code: string;
  /** Values of the rule's text; undefined: these rules do not ask for it. */
  params(rules: PasswordRules): ProblemCode["params"] | undefined;
  breaks(characters: readonly string[], rules: PasswordRules, username: string): boolean;
}

/** A kind of characters of which rules may need one. */
interface CharacterClass {
  code: string;
  rule: "upper" | "lower" | "digit" | "special";
  pattern: RegExp;
}

const classes: readonly CharacterClass[] = [
  { code: "validation.upper", rule: "upper", pattern: /\p{Lu}/u },
  { code: "validation.lower", rule: "lower", pattern: /\p{Ll}/u },
  { code: "validation.digit", rule: "digit", pattern: /\p{N}/u },
  { code: "validation.special", rule: "special", pattern: /[^\p{L}\p{M}\p{N}]/u },
];

const checks: RuleCheck[] = [
  {
    code: "validation.passwordMinLength",
    params: ({ minLength }) => ({ count: minLength }),
    breaks: (characters, { minLength }) => characters.length < minLength,
  },
  {
    code: "validation.passwordMaxLength",
    params: ({ maxLength }) => ({ count: maxLength }),
    breaks: (characters, { maxLength }) => characters.length > maxLength,
  },
  {
    code: "validation.classes",
    params: (rules) => (needsAll(rules) ? {} : undefined),
    breaks: (characters, rules) => needsAll(rules) && classes.some((each) => lacks(characters, each)),
  },
  ...classes.map(
    (each): RuleCheck => ({
      code: each.code,
      params: (rules) => (needsAlone(each, rules) ? {} : undefined),
      breaks: (characters, rules) => needsAlone(each, rules) && lacks(characters, each),
    }),
  ),
  {
    code: "validation.consecutive",
    params: ({ maxConsecutive }) => (maxConsecutive === null ? undefined : { count: maxConsecutive }),
    breaks: (characters, { maxConsecutive }) =>
      longestRun(characters) > (maxConsecutive ?? Number.POSITIVE_INFINITY),
  },
  {
    code: "validation.characters",
    params: ({ allowedCharacters }) =>
      allowedCharacters === null ? undefined : { characters: allowedCharacters },
    breaks: (characters, { allowedCharacters }) =>
      characters.some((one) => !isAllowed(one, allowedCharacters)),
  },
  {
    code: "validation.containsName",
    params: () => ({}),
    breaks: (characters, { words }, username) => containsWord(characters.join(""), [...words, username]),
  },
];

/** What these rules ask of a new password, as text keys, in the order in which they are shown. */
export function passwordRuleCodes(rules: PasswordRules): ProblemCode[] {
  return checks.flatMap(({ code, params: valuesOf }) => {
    const params = valuesOf(rules);
    return params === undefined ? [] : [{ code, params }];
  });
}

/**
 * Which of these rules a new password of a user breaks (specification, section 5; security, PW-1 to PW-4). The one check
 * of the client and the server; counted in code points of the NFC form.
 */
export function passwordProblems(password: string, rules: PasswordRules, username: string): ProblemCode[] {
  const characters = [...password.normalize("NFC")];
  const broken = checks.filter((check) => check.breaks(characters, rules, username));
  return broken.map(({ code, params }) => ({ code, params: params(rules) ?? {} }));
}

/** All four are one sentence (specification, section 5). */
function needsAll(rules: PasswordRules): boolean {
  return classes.every(({ rule }) => rules[rule]);
}

function needsAlone({ rule }: CharacterClass, rules: PasswordRules): boolean {
  return rules[rule] && !needsAll(rules);
}

function lacks(characters: readonly string[], { pattern }: CharacterClass): boolean {
  return !characters.some((one) => pattern.test(one));
}

function longestRun(characters: readonly string[]): number {
  let longest = 0;
  let run = 0;
  characters.forEach((character, index) => {
    run = character === characters[index - 1] ? run + 1 : 1;
    longest = Math.max(longest, run);
  });
  return longest;
}

/** Says whether a new password may hold a character. Control characters cannot be typed twice alike: no rules allow them. */
export function isAllowed(character: string, allowed: string | null): boolean {
  if (/\p{Cc}/u.test(character)) return false;
  return allowed === null || /[\p{L}\p{M}\p{N}]/u.test(character) || allowed.includes(character);
}

function containsWord(password: string, names: readonly string[]): boolean {
  const folded = foldSearch(password);
  return names
    .flatMap((name) => foldSearch(name).split(/[^\p{L}\p{N}]+/u))
    .some((word) => word.length >= shortestForbiddenWord && folded.includes(word));
}
