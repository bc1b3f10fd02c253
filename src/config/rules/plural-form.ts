import { flattenTexts, placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

/** Plural forms are those of the language (CLDR), and `_other` is always among them. */
export const pluralForm: Rule = ({ locales, partnerLocales }) =>
  [locales, ...partnerLocales.values()].flatMap((folder) =>
    [...folder].flatMap(([language, document]) => {
      const categories: string[] = categoriesOf(language);
      const all = flattenTexts(document.value);
      return placedTexts(document.value).flatMap(({ key, path }) => {
        const base = pluralBase(key);
        if (base === key) return [];
        const form = key.slice(base.length + 1);
        const at = (message: string) => [document.atKey(path, "plural-form", message)];
        if (!categories.includes(form))
          return at(`${language} has no plural form "${form}": ${categories.join(", ")}.`);
        return Object.hasOwn(all, `${base}_other`) ? [] : at(`"${base}_other" is missing beside this form.`);
      });
    }),
  );

function categoriesOf(language: string): string[] {
  try {
    return new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  } catch {
    return ["other"];
  }
}
