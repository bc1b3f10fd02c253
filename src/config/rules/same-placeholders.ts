import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { type Given, givenValues } from "../resolve/given-values.ts";
import {
  exactCategoriesOf,
  keptByTree,
  placedTexts,
  placeholdersOf,
  pluralBase,
  pluralCategories,
  sourceLocale,
  textFiles,
} from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const samePlaceholders: Rule = {
  id: "same-placeholders",
  stops: false,
  finds:
    "A text with other placeholders than the source language or than what it is given, a plural form of several numbers that leaves the number out, a message without its code or address, or a brace that belongs to no placeholder.",
  why: "A value would be missing, or people would read its name in braces.",
  example: {
    file: "locales/es.json",
    wrong: "Sesión iniciada como {nombre}",
    right: "Sesión iniciada como {name}",
  },
  check: (checked) => {
    const { locales, scenes } = checked;
    const givenTo = givenValues(scenes);
    const source = sourceLocale(checked);
    const known = placeholdersByKey(source.value);
    const others = [...locales.values()]
      .filter((document) => document !== source)
      .map(({ value }) => placeholdersByKey(value));
    const odd = oddOnes(known, others);
    return textFiles(checked).flatMap(([language, document]) => {
      // A partner may mean to tell no number.
      const exact = locales.get(language) === document ? exactCategoriesOf(language) : pluralCategories;
      return placedTexts(document.value).flatMap(({ key, text, path }) => {
        const base = pluralBase(key);
        const at = (message: string, meant?: string) => document.at(path, message, meant);
        const stray = /[{}]/.test(text.replace(/\{\w+\}/g, ""));
        // Where the other languages agree, the mistake is in the source language.
        const wanted = document === source ? odd.get(base) : odd.has(base) ? undefined : known.get(base);
        // Most likely it belongs to one that would be told to be left out.
        if (stray) return [at(`"${key}" has a brace that belongs to no placeholder.`)];
        return differences({ key, own: placeholdersOf(text), wanted, given: givenTo(base), exact }, at);
      });
    });
  },
};

interface Compared {
  key: string;
  own: readonly string[];
  /** What other languages have; unknown where these do not agree with it. */
  wanted: readonly string[] | undefined;
  given: Given | undefined;
  /** Plural categories whose text may say its number in words. */
  exact: readonly string[];
}

/** What the program gives a text counts for more than what other languages make of it. */
function differences(
  { key, own, wanted, given, exact }: Compared,
  at: (message: string, meant?: string) => Fault,
): Fault[] {
  const base = pluralBase(key);
  // A number chose the form, so each form is given it.
  const counted = key === base ? [] : ["count"];
  const inWords = exact.some((category) => key === `${base}_${category}`);
  const known = [...(given?.values ?? wanted ?? own), ...counted];
  const unknown = own.filter((name) => !known.includes(name));
  const meant = unknown.map((name) => nearest(name, known));
  const needed = new Set([...(given?.needed ?? []), ...(wanted ?? []), ...counted]);
  const missing = [...needed].filter(
    (name) =>
      known.includes(name) && !own.includes(name) && !meant.includes(name) && !(inWords && name === "count"),
  );
  return [
    ...unknown.map((name, index) => at(`"${key}" is given no {${name}}.`, meant[index])),
    ...missing.map((name) => at(`"${key}" leaves out {${name}}.`)),
  ];
}

/** Key → what several other languages agree on, where the source language alone says otherwise. */
function oddOnes(
  known: ReadonlyMap<string, readonly string[]>,
  others: readonly ReadonlyMap<string, readonly string[]>[],
): Map<string, readonly string[]> {
  const odd = [...known].flatMap(([key, own]) => {
    const theirs = others.flatMap((texts) => (texts.has(key) ? [texts.get(key) ?? []] : []));
    const [first] = theirs;
    const agree = theirs.length > 1 && first !== undefined && theirs.every((each) => isSame(each, first));
    return agree && !isSame(first, own) ? [[key, first] as const] : [];
  });
  return new Map(odd);
}

function isSame(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((name) => other.includes(name));
}

/** Key without plural category → placeholders of all its forms. */
const placeholdersByKey = keptByTree((tree): ReadonlyMap<string, readonly string[]> => {
  const known = new Map<string, string[]>();
  for (const { key, text } of placedTexts(tree)) {
    const base = pluralBase(key);
    known.set(base, [...new Set([...(known.get(base) ?? []), ...placeholdersOf(text)])]);
  }
  return known;
});
