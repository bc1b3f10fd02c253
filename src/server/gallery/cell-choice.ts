import { type PseudoLocale, pseudoLocales } from "../../config/gallery/pseudo-locale.ts";
import type { Config } from "../../config/read-config.ts";
import { defaultLanguage } from "../../shared/constants.ts";
import type { Direction } from "../../shared/languages.ts";

/** In which language, for whom and how a cell is shown. */
export interface CellChoice {
  language: string;
  partner: string;
  scheme: "light" | "dark";
  /** `auto`: that of the language. */
  direction: Direction | "auto";
  /** `places`: the key, the file and the line of each text in its place. */
  texts: "words" | "places";
}

export const schemes = ["light", "dark"] as const;
export const directions = ["auto", "ltr", "rtl"] as const;
export const textKinds = ["words", "places"] as const;

/** Every language that cells can be shown in: those of `locales/`, and the pseudo-locales. */
export function languagesOf(config: Config): (string | PseudoLocale)[] {
  return [...config.languages, ...pseudoLocales];
}

/** What the query of a cell's address chooses; what it does not know is the first of each. */
export function readChoice(config: Config, query: Record<string, unknown>): CellChoice {
  const one = <Value extends string>(name: string, values: readonly Value[], fallback: Value): Value =>
    values.find((value) => value === query[name]) ?? fallback;
  return {
    language: one("language", languagesOf(config), defaultLanguage),
    partner: one("partner", Object.keys(config.partners), "default"),
    scheme: one("scheme", schemes, "light"),
    direction: one("direction", directions, "auto"),
    texts: one("texts", textKinds, "words"),
  };
}

/** Address of a cell as it was chosen. */
export function cellAddress(id: string, choice: CellChoice): string {
  return `/gallery/cell/${id}?${new URLSearchParams({ ...choice })}`;
}
