import { defaultLanguage } from "../../shared/constants.ts";
import { nearest } from "../nearest.ts";
import { placedTexts, pluralBase } from "../texts.ts";
import type { Rule } from "./rule.ts";

export const samePlaceholders: Rule = {
  id: "same-placeholders",
  stops: false,
  finds: "A text with other placeholders than the source language.",
  why: "A value would be missing, or people would read its name in braces.",
  example: {
    file: "locales/es.json",
    wrong: "Sesión iniciada como {nombre}",
    right: "Sesión iniciada como {name}",
  },
  check: ({ locales, partnerLocales }) => {
    const known = new Map<string, string[]>();
    for (const { key, text } of placedTexts(locales.get(defaultLanguage)?.value ?? {})) {
      known.set(pluralBase(key), [...(known.get(pluralBase(key)) ?? []), ...placeholdersOf(text)]);
    }
    const documents = [locales, ...partnerLocales.values()].flatMap((folder) => [...folder.values()]);
    return documents.flatMap((document) =>
      placedTexts(document.value).flatMap(({ key, text, path }) => {
        const wanted = known.get(pluralBase(key));
        if (wanted === undefined) return [];
        const own = placeholdersOf(text);
        const plural = pluralBase(key) !== key;
        const missing = wanted.filter((name) => !own.includes(name) && !(plural && name === "count"));
        const unknown = own.filter((name) => !wanted.includes(name));
        const at = (message: string, meant?: string) =>
          document.at(path, "same-placeholders", message, meant);
        return [
          ...unknown.map((name) => at(`"${key}" is given no {${name}}.`, nearest(name, wanted))),
          ...missing.map((name) => at(`"${key}" leaves out {${name}}.`)),
        ];
      }),
    );
  },
};

function placeholdersOf(text: string): string[] {
  return [...new Set([...text.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? []))];
}
