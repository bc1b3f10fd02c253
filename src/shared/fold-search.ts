import { latinDigits } from "./latin-digits.ts";

const unheard = /[\p{M}\p{Cf}]/gu;
const spaces = /[\s\p{Cc}]+/gu;

/** Letters that Unicode does not take apart, as who has not got them on the keyboard writes them. */
const plain: Readonly<Record<string, string>> = {
  ł: "l",
  ø: "o",
  đ: "d",
  ð: "d",
  þ: "th",
  æ: "ae",
  œ: "oe",
  ħ: "h",
  ŧ: "t",
  ŋ: "ng",
  // What lengthens a word; the letters of Persian, and those that Arabic writes one for the other at the end of a word.
  "\u0640": "",
  "\u06cc": "\u064a",
  "\u0649": "\u064a",
  "\u06a9": "\u0643",
  "\u0629": "\u0647",
};
const special = new RegExp(`[${Object.keys(plain).join("")}]`, "gu");

/**
 * Apostrophes, quotation marks and dashes as the keyboard has them: a telephone writes others by itself, and so does what a list
 * of customers was typed into.
 */
function plainMarks(text: string): string {
  return text
    .replace(/[‘’‛`´ʻʼ′׳]/gu, "'")
    .replace(/[“”„‟«»״]/gu, '"')
    .replace(/[\p{Pd}−]/gu, "-");
}

/**
 * The form in which names and filters are searched and sorted: without accents, in plain letters, digits and marks, in lower case. The
 * database keeps it: whoever changes it folds anew what is there by a migration.
 */
export function foldSearch(text: string): string {
  return latinDigits(caseFold(plainMarks(text).normalize("NFKD").replace(unheard, "")))
    .replace(special, (letter) => plain[letter] ?? letter)
    .trim()
    .replace(spaces, " ");
}

/** Letters that are written as two where the keyboard has not got them, in German and the languages of the North. */
const pairs: Readonly<Record<string, string>> = { ä: "ae", ö: "oe", ü: "ue", å: "aa", ø: "oe" };
const paired = new RegExp(`[${Object.keys(pairs).join("")}]`, "gu");

/**
 * What else a text is found by than its `foldSearch`: Müller as Mueller, and Mueller by who types Müller. Nothing where all
 * spellings are one.
 */
export function foldOtherwise(text: string): string[] {
  const own = foldSearch(text);
  const asPairs = foldSearch(caseFold(plainMarks(text)).replace(paired, (letter) => pairs[letter] ?? letter));
  const asSingles = own.replace(/[aou]e|aa/gu, ([letter = ""]) => letter);
  return [...new Set([asPairs, asSingles])].filter((other) => other !== own);
}

/**
 * Letters of either case become one. Upper case first joins what lower case alone keeps apart (ß and SS, both sigmas), but for the
 * capital ẞ, which has a small letter alone.
 */
export function caseFold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").replaceAll("ß", "ss").normalize("NFKC");
}
