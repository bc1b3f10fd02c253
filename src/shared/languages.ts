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
 * The available language that serves a wanted tag: itself, else its base language, else another one of that, else none.
 * Comparison ignores case (RFC 5646, section 2.1.1).
 */
export function matchLanguage(wanted: string, available: readonly string[]): string | undefined {
  const base = baseLanguage(wanted);
  const named = (name: string) => available.find((tag) => tag.toLowerCase() === name);
  return named(wanted.toLowerCase()) ?? named(base) ?? available.find((tag) => baseLanguage(tag) === base);
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
