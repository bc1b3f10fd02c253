import { directionOf } from "../../shared/languages.ts";
import { languageTag } from "../language-tag.ts";
import { variantOf } from "../resolve/texts.ts";
import { expectFree, expectName, type Planner } from "./plan.ts";

/** A language: its file alone. The check's own mending copies and marks the texts. */
export const newLanguage: Planner = (name, _, { locales }) => {
  const tag = languageTag(name) ?? "";
  const rule = "a language tag such as it or pt-BR";
  expectName("language", name, new RegExp(`^${tag === "" ? "(?!)" : tag}$`), rule, tag);
  const file = `locales/${name}.json`;
  expectFree(`a language "${name}"`, locales.has(name), file);
  const called = new Intl.DisplayNames("en-GB", { type: "language" }).of(name);
  const direction = directionOf(name) === "rtl" ? "right to left" : "left to right";
  const whole = variantOf(name, locales);
  return {
    changes: [
      {
        file,
        does: `${called}, written from ${direction}`,
        edits: [{ path: ["$schema"], value: "../schemas/config/locale.schema.json" }],
      },
    ],
    next: [
      whole === undefined
        ? `Translate ${file}; npm run check says how many texts still wait, -- --fix takes the done ones off its list.`
        : `Write in ${file} only what differs from locales/${whole}.json.`,
      `Offer it: add "${name}" to "availableLanguages" of the partners in partners/<id>/partner.json.`,
      "Look at it: npm run dev, then choose it in the language menu.",
    ],
  };
};
