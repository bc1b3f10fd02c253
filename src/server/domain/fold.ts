const marks = /\p{M}/gu;
const invisible = /[\p{Cf}\p{Cc}]/gu;
const spaces = /\s+/gu;

/**
 * The one form in which user names are compared (security, IV-3): compatibility forms, letter case, accents'
 * encoding and invisible characters make no second name. Two names of the same fold are the same name.
 */
export function foldUsername(username: string): string {
  return caseFold(username.normalize("NFKC").replace(invisible, "")).trim().replace(spaces, " ");
}

/** The form in which names and filters are searched and sorted: without accents, in lower case. */
export function foldSearch(text: string): string {
  return caseFold(text.normalize("NFKD").replace(invisible, " ").replace(marks, ""))
    .trim()
    .replace(spaces, " ");
}

// Upper case first joins what lower case alone keeps apart (ß and SS, both sigmas), as full case folding does.
function caseFold(text: string): string {
  return text.toUpperCase().toLowerCase().replaceAll("ς", "σ").normalize("NFKC");
}
