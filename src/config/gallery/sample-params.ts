import type { Catalogue, TextParams } from "../../shared/translate.ts";
import { placeholdersOf } from "../resolve/texts.ts";

/** A value for every placeholder of a problem. One that stands for a field is filled in by the form. */
const samples: TextParams = {
  count: 2,
  length: 6,
  status: 418,
  statusText: "I'm a teapot",
  body: "{}",
};

/** Made-up values for the placeholders of a text, whichever plural form it has. */
export function sampleParams(texts: Catalogue, key: string): TextParams {
  const text = texts[key] ?? texts[`${key}_other`] ?? "";
  return Object.fromEntries(
    placeholdersOf(text).flatMap((name) => {
      const value = samples[name];
      return value === undefined ? [] : [[name, value]];
    }),
  );
}
