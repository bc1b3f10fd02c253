/** Languages written from right to left (specification, section 9). */
export const rightToLeftLanguages = [
  "ar",
  "arc",
  "dv",
  "fa",
  "ha",
  "he",
  "khw",
  "ks",
  "ku",
  "ps",
  "ur",
  "yi",
] as const;

export type Direction = "ltr" | "rtl";

/** Writing direction of a language tag, by its base language. */
export function directionOf(language: string): Direction {
  return (rightToLeftLanguages as readonly string[]).includes(baseLanguage(language)) ? "rtl" : "ltr";
}

/** `fr-CA` → `fr`. */
export function baseLanguage(language: string): string {
  return language.split("-")[0]?.toLowerCase() ?? "";
}

/**
 * The available language that serves a wanted tag: itself, else the longest beginning of it, else another one of its base
 * language, else none. Compared in the usual spelling (RFC 4647, section 3.4; RFC 5646, section 4.5).
 */
export function matchLanguage(wanted: string, available: readonly string[]): string | undefined {
  const tag = usualTag(wanted).toLowerCase();
  for (let range = tag; range !== ""; range = range.slice(0, Math.max(0, range.lastIndexOf("-")))) {
    const named = available.find((one) => one.toLowerCase() === range);
    if (named !== undefined) return named;
  }
  return available.find((one) => baseLanguage(one) === baseLanguage(tag));
}

/** `iw-il` → `he-IL`, as some systems still call Hebrew; what is no tag stays as it is. */
function usualTag(tag: string): string {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag;
  } catch {
    return tag;
  }
}

/** The first of several wishes that is available, in their order; none: the fallback. */
export function pickLanguage(
  wishes: Iterable<string | undefined>,
  available: readonly string[],
  fallback: string,
): string {
  for (const wish of wishes) {
    const match = wish === undefined ? undefined : matchLanguage(wish, available);
    if (match !== undefined) return match;
  }
  return fallback;
}
