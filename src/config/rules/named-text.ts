import { defaultLanguage } from "../../shared/constants.ts";
import { flattenTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

/** Every text, and every group of texts, that the program names itself stands in the source language. */
export const namedText: Rule = ({ locales, sources: { namedTexts } }) => {
  const source = locales.get(defaultLanguage);
  if (source === undefined) return [];
  const keys = Object.keys(flattenTexts(source.value)).map(pluralBase);
  const known = new Set(
    keys.flatMap((key) => key.split(".").map((_, end, parts) => parts.slice(0, end + 1).join("."))),
  );
  return [...namedTexts]
    .filter(([key]) => !known.has(key))
    .map(([key, file]) =>
      source.at(key.split("."), "named-text", `The text "${key}" is missing: ${file} shows it.`),
    );
};
