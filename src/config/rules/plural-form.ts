import { defaultLanguage } from "../../shared/constants.ts";
import { nearest } from "../nearest.ts";
import { copier, removal } from "../resolve/text-fixes.ts";
import {
  categoriesOf,
  placedTexts,
  pluralBase,
  sourceLocale,
  textBases,
  textFiles,
} from "../resolve/texts.ts";
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
  check: (checked) => {
    const { locales } = checked;
    const tree = sourceLocale(checked).value;
    const source = placedTexts(tree);
    const copies = copier(tree);
    const bases = textBases(tree);
    const counts = new Set(
      source.filter(({ key }) => pluralBase(key) !== key).map(({ key }) => pluralBase(key)),
    );
    return textFiles(checked).flatMap(([language, document]) => {
      const categories = categoriesOf(language);
      const byBase = Map.groupBy(placedTexts(document.value), ({ key }) => pluralBase(key));
      const strangers = [...byBase.keys()].filter((base) => !bases.has(base));
      return [...byBase].flatMap(([base, texts]) => {
        const wanted = categories.map((category) => `${base}_${category}`);
        const foreign = texts.filter(({ key }) => key !== base && !wanted.includes(key));
        const isCounted = counts.has(base) || texts.some(({ key }) => key !== base);
        const missing = wanted.filter((form) => isCounted && !texts.some(({ key }) => key === form));
        return [
          ...foreign.map(({ key, text, path }) => {
            const message = `${language} has no plural form "${key.slice(base.length + 1)}": ${categories.join(", ")}.`;
            const fault = document.atKey(path, message, nearest(key, missing));
            // It may be a missing one by another name: then a person decides.
            return missing.length > 0 ? fault : { ...fault, fix: removal({ key, text, path }) };
          }),
          ...missing.map((form) => {
            const message = `"${form}" is missing beside this form.`;
            const fault = document.atKey(texts[0]?.path ?? [], message);
            const other = texts.find(({ key }) => key === `${base}_other`);
            const misnamed = foreign.length > 0 || nearest(form, strangers) !== undefined;
            if (other === undefined || misnamed) return fault;
            // What the source language says is translated from nothing, and a partner says only what differs.
            if (language === defaultLanguage || locales.get(language) !== document) return fault;
            const does = `"${form}" copied from "${other.key}" and marked as untranslated`;
            return { ...fault, fix: { does, edits: copies([{ key: form, text: other.text }]) } };
          }),
        ];
      });
    });
  },
};
