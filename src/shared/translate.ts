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
  const plural = new Intl.PluralRules(language);
  const number = new Intl.NumberFormat(language);
  return (key, params = {}) => {
    const form = typeof params.count === "number" ? `${key}_${plural.select(params.count)}` : key;
    const text = catalogue[form] ?? catalogue[`${key}_other`] ?? catalogue[key] ?? "";
    return text.replace(placeholder, (whole, name: string) => {
      const value = params[name];
      return typeof value === "number" ? number.format(value) : (value ?? whole);
    });
  };
}
