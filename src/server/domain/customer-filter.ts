import { foldSearch } from "../../shared/fold-search.ts";

/** What the databases' search indexes find. */
const indexedLength = 3;
/** These leave few customers to look at; each further one is one more list for the index to read. */
const mostTrigrams = 4;

/** What a typed filter asks for, in the folded form of the searched text. */
export interface CustomerFilter {
  /** Words that must all occur, anywhere. */
  words: string[];
  /** Three characters in a row each, for a search index: what holds the words holds them all. */
  trigrams: string[];
  /** The whole, for filters that no index can find. */
  text: string;
}

/** Takes a typed filter apart. */
export function customerFilter(typed: string): CustomerFilter {
  const text = foldSearch(typed);
  const words = [...new Set(text.split(" "))].filter((word) => word !== "");
  return { words, trigrams: alternating(words.map(trigramsOf)), text };
}

/** As few as cover the word: those that overlap rule out little more. */
function trigramsOf(word: string): string[] {
  const characters = [...word];
  const last = characters.length - indexedLength;
  const starts = Array.from({ length: Math.ceil(characters.length / indexedLength) }, (_, nth) =>
    Math.min(nth * indexedLength, last),
  );
  return last < 0 ? [] : starts.map((start) => characters.slice(start, start + indexedLength).join(""));
}

/** The first of every list, then the second: different words rule out more than two parts of one. */
function alternating(lists: readonly string[][]): string[] {
  const longest = Math.max(0, ...lists.map((list) => list.length));
  const rounds = Array.from({ length: longest }, (_, nth) => lists.flatMap((list) => list[nth] ?? []));
  return [...new Set(rounds.flat())].slice(0, mostTrigrams);
}
