import { baseLanguage } from "../../shared/languages.ts";
import type { Fault } from "../finding.ts";
import { languageTag } from "../language-tag.ts";
import { nearest } from "../nearest.ts";
import { resolvedPartners } from "../resolve/partners.ts";
import { textFiles } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const knownLanguage: Rule = {
  id: "known-language",
  stops: true,
  finds:
    "A language without texts, a default language that is not available, or a file whose name is no language tag.",
  why: "People would read another language than they chose.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"defaultLanguage": "dee"',
    right: '"defaultLanguage": "de"',
  },
  check: (checked) => {
    const known = [...checked.locales.keys()];
    const listed = resolvedPartners(checked).flatMap(({ own, partner }) => {
      const { availableLanguages: available, defaultLanguage: first } = partner;
      const unknown = (own.value.availableLanguages ?? []).flatMap((tag, index) =>
        known.includes(tag)
          ? []
          : [
              own.at(
                ["availableLanguages", index],
                `There are no texts for the language "${tag}" in locales/.`,
                meantLanguage(tag, known),
              ),
            ],
      );
      const message = `The default language "${first}" is not among the available ones.`;
      const outside = available.includes(first)
        ? []
        : [
            own.at(
              [own.value.defaultLanguage === undefined ? "availableLanguages" : "defaultLanguage"],
              message,
              meantLanguage(first, available),
            ),
          ];
      return [...unknown, ...outside];
    });
    const files = textFiles(checked).flatMap(([tag, { at }]): Fault[] => {
      const meant = languageTag(tag);
      if (meant === tag) return [];
      const message = `"${tag}" is no language tag in its usual spelling, such as fr-CA.`;
      return [at([], message, meant)];
    });
    return [...listed, ...files];
  },
};

/** The language that was most likely meant: one of the same base language, else one that is spelt alike. */
function meantLanguage(tag: string, known: readonly string[]): string | undefined {
  const same = known.filter((each) => baseLanguage(each) === baseLanguage(tag));
  return nearest(tag, same) ?? same[0] ?? nearest(tag, known);
}
