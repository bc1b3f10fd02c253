import { defaultLanguage } from "../../shared/constants.ts";
import { copier, removal } from "../text-fixes.ts";
import { categoriesOf, placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

export const pluralForm: Rule = {
  id: "plural-form",
  stops: false,
  finds:
    "A text that counts and lacks a plural form of its language, or has one that the language does not know.",
  why: "In place of a missing form people would read the source language (CLDR, plural rules).",
  example: {
    file: "locales/en-GB.json",
    wrong:
      '"minLength_one": "Must be at least {count} character.", "minLength_few": "Must be at least {count} characters."',
    right:
      '"minLength_one": "Must be at least {count} character.", "minLength_other": "Must be at least {count} characters."',
  },
  check: ({ locales, partnerLocales }) => {
    const tree = locales.get(defaultLanguage)?.value ?? {};
    const source = placedTexts(tree);
    const copies = copier(tree);
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
            ...foreign.map(({ key, text, path }) => {
              const message = `${language} has no plural form "${key.slice(base.length + 1)}": ${categories.join(", ")}.`;
              return { ...document.atKey(path, "plural-form", message), fix: removal({ key, text, path }) };
            }),
            ...missing.map((form) => {
              const message = `"${form}" is missing beside this form.`;
              const finding = document.atKey(texts[0]?.path ?? [], "plural-form", message);
              const other = texts.find(({ key }) => key === `${base}_other`);
              // A partner says only what differs: nobody looks for its texts to translate.
              if (other === undefined || locales.get(language) !== document) return finding;
              const does = `"${form}" copied from "${other.key}" and marked as untranslated`;
              return { ...finding, fix: { does, edits: copies([{ key: form, text: other.text }]) } };
            }),
          ];
        });
      }),
    );
  },
};
