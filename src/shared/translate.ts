import { numbersIn } from "./formats.ts";

/** Values that a text's `{placeholders}` take. `count` also chooses the plural form. */
export type TextParams = Record<string, string | number>;

/** Gives the text of a key in the person's language. */
export type Translate = (key: string, params?: TextParams) => string;

/** Flat texts of one language: dotted key → text. Plural forms stand beside each other as `key_one`, `key_other`. */
export type Catalogue = Record<string, string>;

const placeholder = /\{(\w+)\}/g;

/**
 * Makes a `Translate` over one language's flat catalogue: `{name}` is replaced by the parameter, `count` picks
 * the plural form by CLDR's rules, numbers are written as the language writes them. An unknown key gives an
 * empty string, never the bare key; the check reports it long before.
 */
export function translator(catalogue: Catalogue, language: string): Translate {
  // Made when they are needed: a browser reads a language's rules for longer than it draws most screens.
  let plural: Intl.PluralRules | undefined;
  let number: Intl.NumberFormat | undefined;
  const pluralOf = (count: number) => {
    plural ??= new Intl.PluralRules(language);
    return plural.select(count);
  };
  const written = (value: number) => {
    number ??= numbersIn(language);
    return number.format(value);
  };
  return (key, params = {}) => {
    const form = typeof params.count === "number" ? `${key}_${pluralOf(params.count)}` : key;
    const text = catalogue[form] ?? catalogue[`${key}_other`] ?? catalogue[key] ?? "";
    return text.replace(placeholder, (whole, name: string) => {
      const value = params[name];
      return typeof value === "number" ? written(value) : (value ?? whole);
    });
  };
}
