import { defaultLanguage } from "../../shared/constants.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import type { LocaleTree } from "../read/documents.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { copier, removal } from "../resolve/text-fixes.ts";
import {
  categoriesOf,
  exactCategoriesOf,
  flattenTexts,
  placedTexts,
  pluralBase,
  sourceLocale,
  textBases,
  textFiles,
  variantOf,
} from "../resolve/texts.ts";
import { usedTexts } from "../resolve/used-texts.ts";
import type { Rule } from "./rule.ts";

type Locale = LocatedJson<LocaleTree>;

/**
 * Plural forms count once. A variant of a language, and a partner, only say what differs. Where a
 * missing text may be an unknown one, misspelt, that is told alone, and a person decides; else both are mended.
 */
export const sameTexts: Rule = {
  id: "same-texts",
  stops: false,
  finds: "A text that one language has and another has not.",
  why: "In its place people would read the source language.",
  example: {
    file: "locales/es.json",
    wrong: '"skipContent": "Ir al contenido"',
    right: '"skipToContent": "Ir al contenido"',
  },
  check: (checked) => {
    const { locales } = checked;
    const source = sourceLocale(checked);
    const others = new Map([...locales].filter(([language]) => isTranslation(language, locales)));
    const isUsed = usedTexts(checked);
    const { lost, renamed, faults } = lostTexts(source, [...others.values()], isUsed);
    // What nothing shows is told by itself, and not copied.
    const wanted = [...textBases(source.value)].filter((key) => !renamed.has(key) && isUsed(key));
    const unknown = textFiles(checked).flatMap(([language, document]) =>
      unknownTexts(source, { lost, isUsed }, language, document),
    );
    const missing = [...others].flatMap(([language, document]) => {
      const ofFile = unknown.filter(({ file }) => file === document.file);
      return missingTexts(source, { wanted, misspelt: meantOnce(ofFile) }, language, document);
    });
    return [...faults, ...missing, ...unknown];
  },
};

/** What is shown and several other languages have, and the source language has not: the mistake is there. */
function lostTexts(
  source: Locale,
  others: readonly Locale[],
  isUsed: (key: string) => boolean,
): { lost: Set<string>; renamed: Set<string>; faults: Fault[] } {
  const known = textBases(source.value);
  const elsewhere = others.map(({ value }) => textBases(value));
  const candidates = new Set(elsewhere.flatMap((keys) => [...keys]));
  const lost = [...candidates].filter(
    (key) => !known.has(key) && isUsed(key) && elsewhere.filter((keys) => keys.has(key)).length > 1,
  );
  const alone = [...known].filter((key) => !candidates.has(key));
  const places = new Map(placedTexts(source.value).map(({ key, path }) => [pluralBase(key), path]));
  const renamed = new Set<string>();
  const faults = lost.map((key) => {
    const name = nearest(
      key,
      alone.filter((each) => !renamed.has(each)),
    );
    if (name === undefined) {
      const message = `The text "${key}" is missing: other languages have it.`;
      return source.at(key.split("."), message);
    }
    renamed.add(name);
    return source.atKey(places.get(name) ?? [], `No other language has "${name}".`, key);
  });
  return { lost: new Set(lost), renamed, faults };
}

/** The texts that one unknown one alone may be, misspelt: of several nobody can say which it is. */
function meantOnce(unknown: readonly Fault[]): Set<string> {
  const meant = unknown.flatMap(({ suggestion }) => suggestion ?? []);
  const once = meant.filter((key) => meant.indexOf(key) === meant.lastIndexOf(key));
  return new Set(once.map(pluralBase));
}

function missingTexts(
  source: Locale,
  { wanted, misspelt }: { wanted: readonly string[]; misspelt: ReadonlySet<string> },
  language: string,
  document: Locale,
): Fault[] {
  const catalogue = flattenTexts(source.value);
  const own = textBases(document.value);
  const missing = wanted.filter((key) => !own.has(key) && !misspelt.has(key));
  if (missing.length === 0) return [];
  const strangers = [...own].filter((key) => !wanted.includes(key));
  const copies = copier(source.value);
  const exact = exactCategoriesOf(language);
  return missing.map((key) => {
    const message = `The text "${key}" is missing in ${language}.`;
    const fault = document.at(key.split("."), message);
    if (nearest(key, strangers) !== undefined) return fault;
    const does = `"${key}" copied from ${defaultLanguage} and marked as untranslated`;
    const edits = copies(sourceTexts(catalogue, key, { language, exact }));
    return { ...fault, fix: { does, edits } };
  });
}

function unknownTexts(
  source: Locale,
  { lost, isUsed }: { lost: ReadonlySet<string>; isUsed: (key: string) => boolean },
  language: string,
  document: Locale,
): Fault[] {
  const known = textBases(source.value);
  const unknown = placedTexts(document.value).filter(({ key }) => {
    const base = pluralBase(key);
    return !known.has(base) && !lost.has(base);
  });
  if (unknown.length === 0) return [];
  const catalogue = flattenTexts(source.value);
  const names = [...known].flatMap((key) => formsOf(catalogue, key, language));
  const own = flattenTexts(document.value);
  const absent = names.filter((name) => !Object.hasOwn(own, name));
  return unknown.map(({ key, text, path }) => {
    const message = `The source language has no text "${key}".`;
    const fault = document.atKey(path, message, nearest(key, names));
    // What something shows is no leftover: the source language lacks it.
    const isLeft = nearest(key, absent) === undefined && !isUsed(pluralBase(key));
    return isLeft ? { ...fault, fix: removal({ key, text, path }) } : fault;
  });
}

function isTranslation(language: string, locales: ReadonlyMap<string, unknown>): boolean {
  return language !== defaultLanguage && variantOf(language, locales) === undefined;
}

/** The keys that a text has in a language: of one that counts, each of its plural forms. */
function formsOf(catalogue: Catalogue, key: string, language: string): string[] {
  return Object.hasOwn(catalogue, key)
    ? [key]
    : categoriesOf(language).map((category) => `${key}_${category}`);
}

/**
 * The source texts of a key in the plural forms of a language. A form that the source has not is its general one, and so is one that
 * means several numbers there: the source's may say its only one in words.
 */
function sourceTexts(
  catalogue: Catalogue,
  key: string,
  { language, exact }: { language: string; exact: readonly string[] },
): { key: string; text: string }[] {
  const copied = [key, ...exact.map((category) => `${key}_${category}`)];
  const other = catalogue[`${key}_other`] ?? "";
  return formsOf(catalogue, key, language).map((form) => ({
    key: form,
    text: (copied.includes(form) ? catalogue[form] : undefined) ?? other,
  }));
}
