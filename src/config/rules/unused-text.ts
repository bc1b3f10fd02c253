import { defaultLanguage } from "../../shared/constants.ts";
import { neededTexts } from "../../shared/screen-texts.ts";
import { nearest } from "../nearest.ts";
import { removal } from "../text-fixes.ts";
import { placedTexts, pluralBase } from "../texts.ts";
import { textSourcesOf, usedTexts } from "../used-texts.ts";
import type { Rule } from "./rule.ts";

export const unusedText: Rule = {
  id: "unused-text",
  stops: false,
  finds: "A text that nothing shows.",
  why: "Either it can go, in every language, or the button, link or field that should show it is missing.",
  example: {
    file: "locales/en-GB.json",
    wrong: '"shell": { "greeting": "Hello",',
    right: '"shell": {',
  },
  check: (checked) => {
    const source = checked.locales.get(defaultLanguage);
    if (source === undefined) return [];
    const shown = usedTexts(checked);
    const texts = placedTexts(source.value);
    const own = new Set(texts.map(({ key }) => pluralBase(key)));
    const absent = neededTexts(textSourcesOf(checked)).filter((key) => !own.has(key));
    return texts
      .filter(({ key }) => !shown(pluralBase(key)))
      .map(({ key, path }) => {
        const finding = source.atKey(path, "unused-text", `Nothing shows "${key}".`);
        // It may be a missing one, misspelt: then a person decides.
        return nearest(key, absent) === undefined ? { ...finding, fix: removal(path) } : finding;
      });
  },
};
