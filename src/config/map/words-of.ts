import type { MapArrow } from "./journey-graph.ts";

/** What an arrow says, line by line. */
export function wordsOf({ labels, partner }: MapArrow): string[] {
  return [...labels, ...(partner === undefined ? [] : partnerWords(partner))];
}

/** What a partner must have set, and which have. */
export function partnerWords({ when, ids }: NonNullable<MapArrow["partner"]>): string[] {
  return [`where ${when.replaceAll(/partner\.(\w+\.)*/g, "")}`, `(${ids.join(", ") || "no partner"})`];
}
