import type { Catalogue } from "../../shared/translate.ts";
import type { Config } from "../read-config.ts";

/** A configuration with other texts, made once for each partner and language. */
export function reworded(config: Config, textsOf: Config["texts"]): Config {
  const made = new Map<string, Catalogue>();
  const texts = (partnerId: string, language: string): Catalogue => {
    const key = `${partnerId}/${language}`;
    const known = made.get(key) ?? textsOf(partnerId, language);
    made.set(key, known);
    return known;
  };
  return { ...config, texts };
}
