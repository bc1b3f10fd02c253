import { foldSearch } from "../../shared/fold-search.ts";

/** Shortest word that the databases' search indexes find. */
const indexedLength = 3;

/** What a typed filter asks for, in the folded form of the searched text. */
export interface CustomerFilter {
  /** Words that must all occur, anywhere. */
  words: string[];
  /** Those of them that a search index can find. */
  indexedWords: string[];
  /** The whole, for filters that no index can find. */
  text: string;
}

/** Takes a typed filter apart. */
export function customerFilter(typed: string): CustomerFilter {
  const text = foldSearch(typed);
  const words = [...new Set(text.split(" "))].filter((word) => word !== "");
  return { words, indexedWords: words.filter((word) => [...word].length >= indexedLength), text };
}
