import { caseFold } from "../../shared/fold-search.ts";

const invisible = /[\p{DI}\p{Cf}\p{Cc}]/gu;
const spaces = /\s+/gu;

/**
 * The one form in which user names are compared (security, IV-3): compatibility forms, letter case, accents'
 * encoding and invisible characters make no second name. Two names of the same fold are the same name.
 */
export function foldUsername(username: string): string {
  return caseFold(username.normalize("NFKC").replace(invisible, "")).trim().replace(spaces, " ");
}
