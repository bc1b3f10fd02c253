import { defaultLanguage } from "../../shared/constants.ts";
import { baseLanguage } from "../../shared/languages.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { LocaleTree } from "../documents.ts";
import type { Finding } from "../finding.ts";
import type { LocatedJson } from "../located-json.ts";
import { nearest } from "../nearest.ts";
import { copies, removal } from "../text-fixes.ts";
import { categoriesOf, flattenTexts, placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

/**
 * Every language has the keys of the source language and no others; plural forms count once. A regional language
 * beside its base language, and a partner, only say what differs. Where a missing text may be an unknown one,
 * misspelt, a person decides; else both are mended.
 */
export const sameTexts: Rule = ({ locales, partnerLocales }) => {
  const source = locales.get(defaultLanguage);
  if (source === undefined) return [];
  const catalogue = flattenTexts(source.value);
  const known = new Set(Object.keys(catalogue).map(pluralBase));
  const missing = [...locales].flatMap(([language, document]): Finding[] => {
    const base = baseLanguage(language);
    if (base !== language && locales.has(base)) return [];
    const own = keysOf(document);
    const strangers = [...own].filter((key) => !known.has(key));
    return [...known]
      .filter((key) => !own.has(key))
      .map((key) => {
        const message = `The text "${key}" is missing in ${language}.`;
        const finding = document.at(key.split("."), "same-texts", message);
        if (nearest(key, strangers) !== undefined) return finding;
        const does = `"${key}" copied from ${defaultLanguage} and marked as untranslated`;
        return {
          ...finding,
          fix: { does, edits: copies(sourceTexts(catalogue, key, language), source.value) },
        };
      });
  });
  const unknown = [locales, ...partnerLocales.values()]
    .flatMap((folder) => [...folder.values()])
    .flatMap((document) => {
      const own = keysOf(document);
      const absent = [...known].filter((key) => !own.has(key));
      return placedTexts(document.value)
        .filter(({ key }) => !known.has(pluralBase(key)))
        .map(({ key, path }): Finding => {
          const message = `The source language has no text "${key}".`;
          const finding = document.atKey(path, "same-texts", message, nearest(key, known));
          return nearest(key, absent) === undefined ? { ...finding, fix: removal(path) } : finding;
        });
    });
  return [...missing, ...unknown];
};

function keysOf({ value }: LocatedJson<LocaleTree>): Set<string> {
  return new Set(Object.keys(flattenTexts(value)).map(pluralBase));
}

/** The source texts of a key in the plural forms of a language; a form that the source has not is its general one. */
function sourceTexts(catalogue: Catalogue, key: string, language: string): { key: string; text: string }[] {
  const plain = catalogue[key];
  if (plain !== undefined) return [{ key, text: plain }];
  return categoriesOf(language).map((category) => ({
    key: `${key}_${category}`,
    text: catalogue[`${key}_${category}`] ?? catalogue[`${key}_other`] ?? "",
  }));
}
