import elkjs, { type ElkExtendedEdge, type ElkNode, type ElkPoint } from "elkjs";
import {
  beyond,
  hub,
  type JourneyGraph,
  type MapArea,
  type MapArrow,
  type MapScreen,
} from "./journey-graph.ts";
import { titlesOf } from "./titles-of.ts";
import { partnerWords, wordsOf } from "./words-of.ts";

/** A line of text with its look. */
export interface Line {
  text: string;
  look: "title" | "address" | "note" | "way" | "partner";
}

export interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Where everything stands on the drawing; lengths in pixels. */
export interface Layout {
  width: number;
  height: number;
  areas: (Box & { title: string })[];
  nodes: (Box & { id: string; lines: Line[]; authenticated: boolean })[];
  arrows: { arrow: MapArrow; points: ElkPoint[]; label: (Box & { lines: string[] }) | undefined }[];
}

/** Height of a line and mean width of a letter, by look; a generous one, because the reader's font is not known. */
const looks = {
  title: { height: 19, letter: 7.4 },
  address: { height: 15, letter: 6.4 },
  note: { height: 15, letter: 5.8 },
  way: { height: 15, letter: 5.8 },
  partner: { height: 15, letter: 5.8 },
};
const padding = { x: 12, y: 8 };

const layered = {
  "elk.algorithm": "layered",
  "elk.direction": "RIGHT",
  "elk.hierarchyHandling": "INCLUDE_CHILDREN",
  "elk.edgeRouting": "ORTHOGONAL",
  "elk.spacing.nodeNode": "14",
  "elk.spacing.edgeNode": "14",
  "elk.spacing.edgeEdge": "10",
  "elk.layered.spacing.nodeNodeBetweenLayers": "36",
  "elk.layered.spacing.edgeNodeBetweenLayers": "16",
  "elk.layered.considerModelOrder.strategy": "NODES_AND_EDGES",
};
const boxed = { "elk.algorithm": "rectpacking", "elk.spacing.nodeNode": "14", "elk.aspectRatio": "3" };
const areaPadding = "[top=38,left=14,bottom=14,right=14]";
/** Between parts of the map that no line connects. */
const gap = 24;

/** Lays the graph out in layers from left to right; the same graph always gives the same layout. */
export async function layOut(graph: JourneyGraph): Promise<Layout> {
  const lines = linesOfAll(graph);
  const signedIn = graph.areas.flatMap(({ screens }) => screens.filter(({ authenticated }) => authenticated));
  const authenticated = new Set(signedIn.map(({ id }) => id));
  const elk = new elkjs.default();
  const parts: Layout[] = [];
  for (const part of partsOf(graph)) {
    const laid = await elk.layout(elkGraph(part, lines));
    parts.push(layoutOf(laid, part, lines, authenticated));
  }
  return packed(parts);
}

/** A part of the graph that no arrow connects with the others. */
interface Part {
  areas: MapArea[];
  /** Hub and beyond, where they belong to it. */
  single: string[];
  arrows: MapArrow[];
}

/** The parts, the journey's first. */
function partsOf({ areas, arrows }: JourneyGraph): Part[] {
  const shown = areas.filter(({ screens }) => screens.length > 0);
  const areaOf = new Map(areas.flatMap((area) => area.screens.map(({ id }) => [id, area] as const)));
  const isJourneys = (area: MapArea) =>
    arrows.some(
      ({ from, to }) => [from, to].includes(hub) && [areaOf.get(from), areaOf.get(to)].includes(area),
    );
  const [journey = [], others = []] = [true, false].map((wanted) =>
    shown.filter((area) => isJourneys(area) === wanted),
  );
  const within = (part: MapArea[]) =>
    arrows.filter(({ from, to }) =>
      [from, to].every((id) => id === hub || id === beyond || part.includes(areaOf.get(id) as MapArea)),
    );
  return [
    { areas: journey, single: [hub, beyond], arrows: within(journey) },
    ...others.map((area) => ({
      areas: [area],
      single: [],
      arrows: arrows.filter(({ from, to }) => areaOf.get(from) === area && areaOf.get(to) === area),
    })),
  ];
}

function elkGraph({ areas, single, arrows }: Part, lines: ReadonlyMap<string, Line[]>): ElkNode {
  const node = (id: string): ElkNode => ({ id, ...sizeOf(lines.get(id) ?? []) });
  return {
    id: "map",
    layoutOptions: arrows.length === 0 ? {} : layered,
    children: [
      ...areas.map(({ title, screens }) => ({
        id: `area ${title}`,
        layoutOptions: { ...(arrows.length === 0 && boxed), "elk.padding": areaPadding },
        children: alike(screens.map(({ id }) => node(id))),
      })),
      ...single.map(node),
    ],
    edges: arrows.map((arrow, index) => ({
      id: String(index),
      sources: [arrow.from],
      targets: [arrow.to],
      labels: labelsOf(arrow),
    })),
  };
}

function layoutOf(
  laid: ElkNode,
  part: Part,
  lines: ReadonlyMap<string, Line[]>,
  authenticated: ReadonlySet<string>,
): Layout {
  const placed = (laid.children ?? []).flatMap((child) => [
    child,
    ...(child.children ?? []).map((inner) => moved(inner, child)),
  ]);
  const boxes = new Map(placed.map((each) => [each.id, box(each)]));
  const isArea = ({ id }: ElkNode) => id.startsWith("area ");
  return {
    width: laid.width ?? 0,
    height: laid.height ?? 0,
    areas: placed.filter(isArea).map((each) => ({ ...box(each), title: each.id.slice("area ".length) })),
    nodes: placed
      .filter((each) => !isArea(each))
      .map(({ id, ...place }) => ({
        ...box(place),
        id,
        lines: lines.get(id) ?? [],
        authenticated: authenticated.has(id),
      })),
    arrows: (laid.edges ?? []).map((edge) => arrowOf(edge, part.arrows[Number(edge.id)] as MapArrow, boxes)),
  };
}

/** The first part on top, the others below it from left to right, as wide as it. */
function packed(parts: readonly Layout[]): Layout {
  const [first, ...others] = parts as [Layout, ...Layout[]];
  const all = { ...first };
  let [x, y, rowHeight] = [0, first.height + gap, 0];
  for (const part of others) {
    if (x > 0 && x + part.width > first.width) [x, y, rowHeight] = [0, y + rowHeight + gap, 0];
    const by = { x, y };
    all.areas = [...all.areas, ...part.areas.map((each) => moved(each, by))];
    all.nodes = [...all.nodes, ...part.nodes.map((each) => moved(each, by))];
    all.arrows = [...all.arrows, ...part.arrows.map((each) => movedArrow(each, by))];
    all.width = Math.max(all.width, x + part.width);
    all.height = Math.max(all.height, y + part.height);
    [x, rowHeight] = [x + part.width + gap, Math.max(rowHeight, part.height)];
  }
  return all;
}

function linesOfAll(graph: JourneyGraph): ReadonlyMap<string, Line[]> {
  const screens = graph.areas.flatMap((area) => area.screens);
  const titles = titlesOf(graph);
  const single = [hub, beyond].map((id): [string, Line[]] => [
    id,
    [{ text: titles.get(id) ?? "", look: "title" }],
  ]);
  return new Map([
    ...single,
    ...screens.map((screen): [string, Line[]] => [screen.id, linesOf(screen, titles)]),
  ]);
}

function linesOf({ title, paths, steps, folded }: MapScreen, titles: ReadonlyMap<string, string>): Line[] {
  return [
    { text: title, look: "title" },
    ...paths.map((path): Line => ({ text: path, look: "address" })),
    ...(steps.length === 0
      ? []
      : chunked(`steps: ${steps.join(", ")}`).map((text): Line => ({ text, look: "note" }))),
    ...folded.flatMap((arrow) => foldedLines(arrow, titles.get(arrow.to) ?? "")),
  ];
}

function foldedLines(arrow: MapArrow, title: string): Line[] {
  const why = arrow.labels.length === 0 ? "" : `${arrow.labels.join(", ")} `;
  return [
    { text: `${why}→ ${title}`, look: arrow.kind === "link" ? "note" : "way" },
    ...partnerWords(arrow).map((text): Line => ({ text, look: "partner" })),
  ];
}

const widest = 44;

/** A long line in several. */
function chunked(text: string): string[] {
  const lines: string[] = [];
  for (const word of text.split(" ")) {
    const last = lines.pop();
    if (last === undefined) lines.push(word);
    else if (last.length + word.length < widest) lines.push(`${last} ${word}`);
    else lines.push(last, word);
  }
  return lines;
}

function sizeOf(lines: readonly Line[]): { width: number; height: number } {
  return {
    width:
      Math.ceil(Math.max(...lines.map(({ text, look }) => text.length * looks[look].letter))) + 2 * padding.x,
    height: lines.reduce((sum, { look }) => sum + looks[look].height, 0) + 2 * padding.y,
  };
}

function labelsOf(arrow: MapArrow): { text: string; width: number; height: number }[] {
  const words = wordsOf(arrow);
  if (words.length === 0) return [];
  const width = Math.ceil(Math.max(...words.map(({ length }) => length)) * looks.note.letter) + 8;
  return [{ text: words.join("\n"), width, height: words.length * looks.note.height + 2 }];
}

/** Boxes of the same width read as a list. */
function alike(nodes: ElkNode[]): ElkNode[] {
  const width = Math.max(...nodes.map((each) => each.width ?? 0));
  return nodes.map((each) => ({ ...each, width }));
}

function moved<Placed extends Partial<ElkPoint>>(place: Placed, { x = 0, y = 0 }: Partial<ElkPoint>): Placed {
  return { ...place, x: (place.x ?? 0) + x, y: (place.y ?? 0) + y };
}

function movedArrow(
  { arrow, points, label }: Layout["arrows"][number],
  by: Partial<ElkPoint>,
): Layout["arrows"][number] {
  return { arrow, points: points.map((point) => moved(point, by)), label: label && moved(label, by) };
}

function box({ x = 0, y = 0, width = 0, height = 0 }: Partial<Box>): Box {
  return { x, y, width, height };
}

function arrowOf(
  edge: ElkExtendedEdge,
  arrow: MapArrow,
  boxes: ReadonlyMap<string, Box>,
): Layout["arrows"][number] {
  const points = (edge.sections ?? []).flatMap(({ startPoint, bendPoints = [], endPoint }) => [
    startPoint,
    ...bendPoints,
    endPoint,
  ]);
  const [label] = edge.labels ?? [];
  const drawn = { arrow, points, label: label && { ...box(label), lines: wordsOf(arrow) } };
  // Within an area, lines are placed relative to it.
  return movedArrow(drawn, boxes.get((edge as { container?: string }).container ?? "") ?? {});
}
