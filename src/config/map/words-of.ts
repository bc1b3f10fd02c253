import type { MapArrow } from "./journey-graph.ts";

/** What an arrow says, line by line. */
export function wordsOf(arrow: MapArrow): string[] {
  return [...arrow.labels, ...partnerWords(arrow)];
}

/** What a partner must have set, and which have; nothing of an arrow that asks nothing of them. */
export function partnerWords({ partner }: MapArrow): string[] {
  if (partner === undefined) return [];
  const { when, ids } = partner;
  return [`where ${when.replaceAll(/partner\.(\w+\.)*/g, "")}`, `(${ids.join(", ") || "no partner"})`];
}
