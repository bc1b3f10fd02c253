import { expect, test } from "vitest";
import { checkConfig } from "../check-config.ts";
import { ownFiles, readSources, type Sources } from "../read/sources.ts";
import { scenesOf } from "../resolve/scenes.ts";
import { drawMermaid } from "./draw-mermaid.ts";
import { drawSvg } from "./draw-svg.ts";
import { beyond, hub, journeyGraph } from "./journey-graph.ts";
import { type Box, layOut } from "./lay-out.ts";
import { mapPage } from "./map-page.ts";

const sources = await readSources(process.cwd(), ownFiles);

function open(from: Sources) {
  const { workspace } = checkConfig(from);
  if (workspace === undefined) throw new Error("npm run check");
  const scenes = scenesOf(workspace);
  return { workspace, scenes, graph: journeyGraph(workspace, scenes) };
}

const { workspace, scenes, graph } = open(sources);
const screens = graph.areas.flatMap((area) => area.screens);
const arrows = [...graph.arrows, ...screens.flatMap(({ folded }) => folded)];

test("every address stands in one box", () => {
  const paths = Object.values(workspace.screens.value.screens).map(({ path }) => path);
  expect(screens.flatMap((screen) => screen.paths).sort()).toEqual(paths.sort());
});

test("every outcome that leads to another screen is told, as a line or in the box", () => {
  const led = scenes.flatMap(({ screen, rows }) =>
    rows
      .filter(({ row }) => !row.go.startsWith("#") && row.go !== screen && row.when?.outcome !== undefined)
      .map(({ row }) => [screen, row.go, row.when?.outcome]),
  );
  const told = arrows.flatMap(({ from, to, labels }) => labels.map((label) => [from, to, label]));
  expect(led.length).toBeGreaterThan(5);
  expect(told).toEqual(expect.arrayContaining(led));
});

test("the stages of the journey lie between the question and the way out", () => {
  const stages = Object.values(workspace.screens.value.journey);
  expect(graph.arrows.filter(({ from }) => from === hub).map(({ to }) => to)).toEqual([...stages, beyond]);
});

test("a screen is turned away from by its door alone, whatever it is called", () => {
  const config = JSON.parse(sources.texts.get("screens.config.json") ?? "");
  config.screens.enter = { path: "/enter", form: "recover", next: [{ go: "home" }] };
  const changed = { ...workspace, screens: { ...workspace.screens, value: config } };
  const { arrows, areas } = journeyGraph(changed, scenesOf(changed));
  const folded = areas.flatMap((area) => area.screens).flatMap((screen) => screen.folded);
  const ways = [...arrows, ...folded].filter(({ from }) => from === "enter");
  expect(ways).toMatchObject([{ to: "home", kind: "outcome" }]);
});

test("a way that some partners lack names those who have it", () => {
  const file = "partners/qamar/partner.json";
  const partner = JSON.parse(sources.texts.get(file) ?? "");
  const texts = new Map(sources.texts).set(
    file,
    JSON.stringify({ ...partner, behaviour: { showLoginProviders: false } }),
  );
  const page = mapPage(workspace, open({ ...sources, texts }).graph);
  expect(page).toContain("VendorLogin where showLoginProviders = true (default, northwind) → ");
});

test("a way that two links offer to different partners names the partners of both", () => {
  const config = JSON.parse(sources.texts.get("screens.config.json") ?? "");
  const { links } = config.screens.error;
  links.push(
    { to: "devops", when: { "partner.partnerName": "Northwind" } },
    { to: "devops", label: "home", when: { "partner.behaviour.showBackgroundImages": false } },
  );
  const changed = { ...workspace, screens: { ...workspace.screens, value: config } };
  const { areas } = journeyGraph(changed, scenesOf(changed));
  const folded = areas.flatMap((area) => area.screens).flatMap((screen) => screen.folded);
  expect(folded.filter(({ from, to }) => from === "error" && to === "devops")).toMatchObject([
    {
      partner: {
        when: "partner.partnerName = Northwind or partner.behaviour.showBackgroundImages = false",
        ids: ["northwind", "default"],
      },
    },
  ]);
});

test("boxes do not lie on each other, and the drawing is the same every time", async () => {
  const layout = await layOut(graph);
  const covers = (a: Box, b: Box) =>
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;
  for (const boxes of [layout.nodes, layout.areas]) {
    const covered = boxes.filter((a, index) => boxes.slice(index + 1).some((b) => covers(a, b)));
    expect(covered).toEqual([]);
  }
  expect(drawSvg(await layOut(graph))).toBe(drawSvg(layout));
});

test("the Mermaid text has a node for each screen and a line for each arrow", () => {
  const lines = drawMermaid(graph).split("\n");
  for (const { id } of screens) expect(lines.filter((line) => line.includes(`${id}_["`))).toHaveLength(1);
  expect(lines.filter((line) => / (<?-->|--x|-\.->)/.test(line))).toHaveLength(graph.arrows.length);
});
