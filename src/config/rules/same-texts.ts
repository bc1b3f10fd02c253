import { defaultLanguage } from "../../shared/constants.ts";
import { baseLanguage } from "../../shared/languages.ts";
import type { Finding } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { flattenTexts, placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

/**
 * Every language has the keys of the source language and no others; plural forms count once. A regional language
 * beside its base language, and a partner, only say what differs.
 */
export const sameTexts: Rule = ({ locales, partnerLocales }) => {
  const source = locales.get(defaultLanguage);
  if (source === undefined) return [];
  const known = new Set(Object.keys(flattenTexts(source.value)).map(pluralBase));
  const missing = [...locales].flatMap(([language, document]): Finding[] => {
    const base = baseLanguage(language);
    if (base !== language && locales.has(base)) return [];
    const own = new Set(Object.keys(flattenTexts(document.value)).map(pluralBase));
    return [...known]
      .filter((key) => !own.has(key))
      .map((key) =>
        document.at(key.split("."), "same-texts", `The text "${key}" is missing in ${language}.`),
      );
  });
  const unknown = [locales, ...partnerLocales.values()]
    .flatMap((folder) => [...folder.values()])
    .flatMap((document) =>
      placedTexts(document.value)
        .filter(({ key }) => !known.has(pluralBase(key)))
        .map(({ key, path }) => {
          const message = `The source language has no text "${key}".`;
          return document.atKey(path, "same-texts", message, nearest(key, known));
        }),
    );
  return [...missing, ...unknown];
};
