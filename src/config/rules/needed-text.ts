import { defaultLanguage } from "../../shared/constants.ts";
import { neededTexts } from "../../shared/screen-texts.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { flattenTexts } from "../texts.ts";
import type { Rule } from "./rule.ts";

/** Every text that screens, forms and contracts need by convention stands in the source language. */
export const neededText: Rule = ({ screens, forms, formSchemas, contracts, locales }) => {
  const source = locales.get(defaultLanguage);
  if (source === undefined) return [];
  const catalogue = flattenTexts(source.value);
  const needed = neededTexts({
    screens: resolveScreens(screens.value),
    forms: Object.fromEntries(
      [...forms].map(([id, { value }]) => [id, { fields: value.fields, schema: formSchemas.get(id) ?? {} }]),
    ),
    contracts: Object.fromEntries(contracts),
  });
  return needed
    .filter((key) => !Object.hasOwn(catalogue, key) && !Object.hasOwn(catalogue, `${key}_other`))
    .map((key) => source.at(key.split("."), "needed-text", `The text "${key}" is missing.`));
};
