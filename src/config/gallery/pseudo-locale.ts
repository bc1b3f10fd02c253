import { defaultLanguage } from "../../shared/constants.ts";
import type { Catalogue } from "../../shared/translate.ts";
import { mapRecord } from "../map-values.ts";
import type { Config } from "../read-config.ts";
import { reworded } from "./reworded.ts";

/**
 * Languages that nobody speaks, made from the source language: one longer and with accents on every letter, so that what
 * is cut off and what comes from no catalogue is seen, and one that is written from right to left.
 */
export const pseudoLocales = ["en-XA", "ar-XB"] as const;

export type PseudoLocale = (typeof pseudoLocales)[number];

const plain = "AaBbCcDdEeFfGgHhIiJjKkLlMmNnOoPpQqRrSsTtUuVvWwXxYyZz";
const accented = "ÅåƁƀÇçÐðÉéƑƒĜĝĤĥÎîĴĵĶķĻļṀṁÑñÖöÞþǪǫŔŕŠšŢţÛûṼṽŴŵẊẋÝýŽž";
const longer = 0.4;
const filler = "één twö þŕéé ƒöûŕ ƒîṽé šîẋ šéṽéñ éîĝĥţ ñîñé ţéñ ";
// Word by word, each within marks of its own: a run of several would take names beside it for its own.
const before = "\u200f\u202e";
const after = "\u202c\u200f";

/** A text in a pseudo-locale; its `{placeholders}` stay as they are. */
export function pseudoText(locale: PseudoLocale, text: string): string {
  const parts = text.split(/(\{\w+\}|\n)/);
  const change = locale === "en-XA" ? accent : mirror;
  const changed = parts.map((part, index) => (index % 2 === 1 ? part : change(part))).join("");
  if (locale === "ar-XB" || text === "") return changed;
  const room = Math.ceil(text.replace(/\{\w+\}/g, "").length * longer);
  return `[${changed} ${filler
    .repeat(Math.ceil(room / filler.length))
    .slice(0, room)
    .trim()}]`;
}

/** A configuration that has the texts of the pseudo-locales too. */
export function withPseudoLocales(config: Config): Config {
  return reworded(config, (partnerId, language) => {
    const locale = pseudoLocales.find((tag) => tag === language);
    return locale === undefined
      ? config.texts(partnerId, language)
      : pseudoCatalogue(locale, config.texts(partnerId, defaultLanguage));
  });
}

function pseudoCatalogue(locale: PseudoLocale, source: Catalogue): Catalogue {
  return mapRecord(source, (text) => pseudoText(locale, text));
}

function accent(text: string): string {
  return [...text].map((letter) => accented[plain.indexOf(letter)] ?? letter).join("");
}

// The same letters in the order in which a language from right to left is read.
function mirror(text: string): string {
  return text.replace(/\S+/g, (word) => `${before}${word}${after}`);
}
