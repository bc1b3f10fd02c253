const marks = /\p{M}/gu;
const invisible = /[\p{Cf}\p{Cc}]/gu;
const spaces = /\s+/gu;

/** The form in which names and filters are searched and sorted: without accents, in lower case. */
export function foldSearch(text: string): string {
  return caseFold(text.normalize("NFKD").replace(invisible, " ").replace(marks, ""))
    .trim()
    .replace(spaces, " ");
}

/** Letters of either case become one. Upper case first joins what lower case alone keeps apart (ß and SS, both sigmas). */
export function caseFold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
