import { translator } from "../shared/translate.ts";
import { perConfig } from "./per-config.ts";

/** The texts of a partner in a language; made once per configuration, because plural rules are dear to make. */
export const translatorOf = perConfig((config, partnerId: string, language: string) =>
  translator(config.texts(partnerId, language), language),
);
