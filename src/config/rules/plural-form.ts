import { defaultLanguage } from "../../shared/constants.ts";
import { placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

/**
 * A text that counts, here or in the source language, has every plural form of its language (CLDR) and no others: in
 * place of a missing one people would read the source language's.
 */
export const pluralForm: Rule = ({ locales, partnerLocales }) => {
  const source = placedTexts(locales.get(defaultLanguage)?.value ?? {});
  const counts = new Set(
    source.filter(({ key }) => pluralBase(key) !== key).map(({ key }) => pluralBase(key)),
  );
  return [locales, ...partnerLocales.values()].flatMap((folder) =>
    [...folder].flatMap(([language, document]) => {
      const categories = categoriesOf(language);
      const byBase = Map.groupBy(placedTexts(document.value), ({ key }) => pluralBase(key));
      return [...byBase].flatMap(([base, texts]) => {
        const wanted = categories.map((category) => `${base}_${category}`);
        const foreign = texts.filter(({ key }) => key !== base && !wanted.includes(key));
        const isCounted = counts.has(base) || texts.some(({ key }) => key !== base);
        const missing = wanted.filter((form) => isCounted && !texts.some(({ key }) => key === form));
        return [
          ...foreign.map(({ key, path }) => {
            const message = `${language} has no plural form "${key.slice(base.length + 1)}": ${categories.join(", ")}.`;
            return document.atKey(path, "plural-form", message);
          }),
          ...missing.map((form) =>
            document.atKey(texts[0]?.path ?? [], "plural-form", `"${form}" is missing beside this form.`),
          ),
        ];
      });
    }),
  );
};

function categoriesOf(language: string): string[] {
  try {
    return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  } catch {
    return ["other"];
  }
}
