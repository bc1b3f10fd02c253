import { beyond, hub, type JourneyGraph, type MapArrow, type MapScreen } from "./journey-graph.ts";
import { titlesOf } from "./titles-of.ts";
import { wordsOf } from "./words-of.ts";

/** The map as a Mermaid flowchart, which GitHub draws. */
export function drawMermaid(graph: JourneyGraph): string {
  const titles = titlesOf(graph);
  const areas = graph.areas
    .filter(({ screens }) => screens.length > 0)
    .flatMap(({ title, screens }, index) => [
      `  subgraph area${index} ["${title}"]`,
      ...screens.map((screen) => `    ${nodeOf(screen, titles)}`),
      "  end",
    ]);
  return [
    "flowchart LR",
    ...areas,
    `  ${nameOf(hub)}{{"${titles.get(hub)}"}}`,
    `  ${nameOf(beyond)}(["${titles.get(beyond)}"])`,
    ...graph.arrows.map((arrow) => `  ${nameOf(arrow.from)} ${lineOf(arrow)} ${nameOf(arrow.to)}`),
  ].join("\n");
}

// A screen may be named like a word of the language.
function nameOf(id: string): string {
  return `${id}_`;
}

function nodeOf({ id, title, paths, folded }: MapScreen, titles: ReadonlyMap<string, string>): string {
  const ways = folded.map((arrow) => `${[...wordsOf(arrow), "→"].join(" ")} ${titles.get(arrow.to)}`);
  return `${nameOf(id)}["${[`<b>${title}</b>`, paths[0], ...ways].join("<br/>").replaceAll('"', "&quot;")}"]`;
}

function lineOf(arrow: MapArrow): string {
  const line = { outcome: arrow.both ? "<-->" : "-->", door: "--x", link: "-.->" }[arrow.kind];
  const words = wordsOf(arrow).join("<br/>");
  return words === "" ? line : `${line}|"${words}"|`;
}
