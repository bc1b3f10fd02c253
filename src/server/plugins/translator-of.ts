import type { Config } from "../../config/read-config.ts";
import { type Translate, translator } from "../../shared/translate.ts";

const translators = new WeakMap<Config, Map<string, Translate>>();

/** The texts of a partner in a language; made once per configuration, because plural rules are dear to make. */
export function translatorOf(config: Config, partnerId: string, language: string): Translate {
  const known = translators.get(config) ?? new Map<string, Translate>();
  translators.set(config, known);
  const key = `${partnerId} ${language}`;
  const translate = known.get(key) ?? translator(config.texts(partnerId, language), language);
  known.set(key, translate);
  return translate;
}
