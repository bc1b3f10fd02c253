import { defaultLanguage } from "../../shared/constants.ts";
import { untranslatedEntry, untranslatedTexts } from "../resolve/text-fixes.ts";
import { flattenTexts, textFiles } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const untranslated: Rule = {
  id: "untranslated",
  stops: false,
  finds: "A text that is marked as untranslated, and is translated or is none of this language.",
  why: "The marks say which texts still wait for somebody.",
  example: {
    file: "locales/es.json",
    wrong: '"$untranslated": { "shell.close": "Close" }, "shell": {',
    right: '"shell": {',
  },
  check: (checked) => {
    const translations = [...checked.locales].filter(([language]) => language !== defaultLanguage);
    return textFiles(checked).flatMap(([, document]) => {
      const texts = flattenTexts(document.value);
      const isTranslation = translations.some(([, translation]) => translation === document);
      return Object.entries(untranslatedTexts(document.value)).flatMap(([key, copy]) => {
        if (isTranslation && texts[key] === copy) return [];
        const path = [untranslatedEntry, key];
        const message = isTranslation
          ? `"${key}" is not the copy any more: if it is translated, the mark goes.`
          : "Only a language beside the source language has texts that wait for translation.";
        const fix = { does: `"${key}" taken off the list`, edits: [{ path, remove: true as const }] };
        return [{ ...document.atKey(path, message), fix }];
      });
    });
  },
};
