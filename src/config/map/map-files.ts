import type { Scene } from "../resolve/scenes.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { drawSvg } from "./draw-svg.ts";
import { journeyGraph } from "./journey-graph.ts";
import { layOut } from "./lay-out.ts";
import { mapPage } from "./map-page.ts";

/** Path → text of the files that draw the journey. */
export async function mapFiles(workspace: Workspace, scenes: readonly Scene[]): Promise<Map<string, string>> {
  const graph = journeyGraph(workspace, scenes);
  return new Map([
    ["docs/map.svg", drawSvg(await layOut(graph))],
    ["docs/map.md", mapPage(workspace, graph)],
  ]);
}
