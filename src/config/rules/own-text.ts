import { removal } from "../resolve/text-fixes.ts";
import { layeredTexts, placedTexts, pluralBase, variantOf } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

export const ownText: Rule = {
  id: "own-text",
  stops: false,
  finds: "A text of a partner that says what its people would read without it.",
  why: "When the text of all is mended, theirs stays as it was, and nobody knows why.",
  example: {
    file: "partners/northwind/locales/de.json",
    wrong: '"signedInAs": "Signed in as {name}"',
    right: '"signedInAs": "Als {name} angemeldet"',
  },
  check: ({ locales, partnerLocales }) =>
    [...partnerLocales].flatMap(([, folder]) =>
      [...folder].flatMap(([language, document]) => {
        const others = new Map([...folder].filter(([other]) => other !== language));
        const variants = [...locales.keys()].filter((other) => variantOf(other, locales) === language);
        const readings = [language, ...variants].map((each) => ({
          own: layeredTexts(each, locales, folder),
          others: layeredTexts(each, locales, others),
        }));
        const placed = placedTexts(document.value);
        const isSame = ({ key }: { key: string }) =>
          readings.every((reading) => reading.own[key] === reading.others[key]);
        // The forms of a plural stand together.
        const differing = new Set(placed.filter((own) => !isSame(own)).map(({ key }) => pluralBase(key)));
        return placed
          .filter((own) => isSame(own) && !differing.has(pluralBase(own.key)))
          .map(({ key, text, path }) => {
            const message = `"${key}" reads the same without this: only what differs stands here.`;
            return { ...document.atKey(path, message), fix: removal({ key, text, path }) };
          });
      }),
    ),
};
