import { pickLanguage } from "../../shared/languages.ts";

/** Everything that says in which language a person wants to be spoken to. Tags of RFC 5646. */
export interface LanguageWishes {
  /** Chosen in the language menu during this very sign-in. */
  chosenHere?: string;
  /** `ui_locales` of the waiting application, the most wanted first. */
  requested?: readonly string[];
  /** Kept with the account. */
  user?: string | null;
  /** Chosen in this browser before. */
  cookie?: string;
  /** Asked for by the address of the page, as by a mailed link in the language of its mail; the most wanted first. */
  linked?: readonly string[];
  /** The header as sent. */
  acceptLanguage?: string;
  partner: {
    availableLanguages: readonly string[];
    defaultLanguage: string;
    /** The partner itself names its default, so that it goes before what the browser prefers. */
    ownDefaultLanguage: boolean;
  };
}

const longestHeader = 500;

/**
 * The one rule for the language: chosen during this sign-in > asked for by the application > kept with the account >
 * chosen in this browser > asked for by a mailed link > default that the partner itself names > preferred by the browser > general default.
 * So a German browser gets German wherever a partner offers it, unless that partner insists on another language;
 * and a choice in the menu holds, whatever the application asked for.
 */
export function languageOf(wishes: LanguageWishes): string {
  const { availableLanguages, defaultLanguage } = wishes.partner;
  return pickLanguage(inOrder(wishes), availableLanguages, defaultLanguage);
}

function* inOrder(wishes: LanguageWishes): Iterable<string | undefined> {
  yield wishes.chosenHere;
  yield* wishes.requested ?? [];
  yield wishes.user ?? undefined;
  yield wishes.cookie;
  yield* wishes.linked ?? [];
  if (wishes.partner.ownDefaultLanguage) yield wishes.partner.defaultLanguage;
  if (wishes.acceptLanguage !== undefined) yield* preferences(wishes.acceptLanguage);
}

/** The tags of an Accept-Language header, the most wanted first (RFC 9110, section 12.5.4). */
function preferences(header: string): string[] {
  const ranges = header
    .slice(0, longestHeader)
    .split(",")
    .map((part) => {
      const [tag = "", ...parameters] = part.split(";");
      const quality = parameters.map((parameter) => /^\s*q=([\d.]+)\s*$/.exec(parameter)?.[1]).find(Boolean);
      return { tag: tag.trim(), quality: quality === undefined ? 1 : Number(quality) };
    });
  return ranges
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality)
    .map(({ tag }) => tag);
}
