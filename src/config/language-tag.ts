/** The tag of a language in its usual spelling, by what somebody took for it: `pt_br`, `Italian`; of what is no language, none. */
export function languageTag(written: string): string | undefined {
  return tagOf(written.replaceAll("_", "-")) ?? tagNamed(written);
}

/** The usual spelling of the tag of a language that has a name (RFC 5646); of others, none. */
function tagOf(name: string): string | undefined {
  try {
    const [tag = ""] = Intl.getCanonicalLocales(name);
    return englishNames().of(tag) === undefined ? undefined : tag;
  } catch {
    return undefined;
  }
}

/** The tag of a language that is called so in English. */
function tagNamed(name: string): string | undefined {
  const letters = [..."abcdefghijklmnopqrstuvwxyz"];
  const names = englishNames();
  return letters
    .flatMap((first) => letters.map((second) => first + second))
    .find((tag) => names.of(tag)?.toLowerCase() === name.toLowerCase());
}

function englishNames(): Intl.DisplayNames {
  return new Intl.DisplayNames("en", { type: "language", fallback: "none" });
}
