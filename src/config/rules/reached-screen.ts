import type { JsonPath } from "../json-path.ts";
import { entrances } from "../resolve/entrances.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Checked, Scene } from "../resolve/scenes.ts";
import type { Rule } from "./rule.ts";

export const reachedScreen: Rule = {
  id: "reached-screen",
  // The journey proof comes after it: a stage that leads to a wrong screen is its finding.
  stops: false,
  finds: "A screen that nothing leads to: no link, no row, no menu, no mail and no application.",
  why: "Nobody would ever see it. Where a link or a row speaks of the screen and leads to another one, that is where it is told.",
  example: {
    file: "screens.config.json",
    wrong: '"extra": { "path": "/extra", "extends": "recover" }, "devops": {',
    right: '"devops": {',
  },
  check: (checked) => {
    const { screens } = checked;
    const edges = edgesOf(checked);
    const reached = new Set(Object.keys(entrances));
    for (const id of reached) for (const { from, to } of edges) if (from === id) reached.add(to);
    return Object.keys(screens.value.screens)
      .filter((id) => !reached.has(id))
      .map((id) => {
        const message = `Nothing leads to the screen "${id}".`;
        const meant = mostlyMeant(id, edges);
        if (meant === undefined) return screens.atKey(["screens", id], message);
        return screens.at(meant.path, `${message} This leads to "${meant.to}".`, id);
      });
  },
};

/** A way from one screen to another, with its place and with what it says of itself. */
interface Edge {
  from: string;
  to: string;
  path: JsonPath;
  words: string;
}

function edgesOf(checked: Checked): Edge[] {
  const { screens, scenes } = checked;
  const { journey, screens: all } = screens.value;
  const redirects = Object.entries(all).map(([id, { redirect = "" }]) =>
    edge(id, redirect, ["screens", id, "redirect"], undefined),
  );
  // A stage that is owed leads there from wherever the person is.
  const stages = Object.entries(journey).map(([stage, to]) => edge("login", to, ["journey", stage], stage));
  const menu = placedMenu(checked).map(({ entry: { to, ...said }, path }) => edge("home", to, path, said));
  return [...redirects, ...stages, ...menu, ...scenes.flatMap(sceneEdges)];
}

function edge(from: string, to: string, path: JsonPath, said: unknown): Edge {
  return { from, to, path, words: JSON.stringify(said ?? "").toLowerCase() };
}

function sceneEdges({ screen, links, rows }: Scene): Edge[] {
  return [
    ...links.map(({ link: { to, ...said }, path }) => edge(screen, to, path, said)),
    ...rows.map(({ row: { go, ...said }, path }) => edge(screen, go, path, said)),
  ];
}

/** The edge whose words name at least half of a screen's, best of all, and better than the one that it leads to. */
function mostlyMeant(id: string, edges: readonly Edge[]): Edge | undefined {
  const wordsOf = (screen: string) => screen.split(/(?=[A-Z])/);
  const named = (screen: string, { words }: Edge) =>
    wordsOf(screen).filter((word) => words.includes(word.toLowerCase())).length;
  const lead = (edge: Edge) => named(id, edge) - named(edge.to, edge);
  const [best] = edges
    .filter((edge) => edge.from !== id && 2 * named(id, edge) >= wordsOf(id).length)
    .toSorted((a, b) => lead(b) - lead(a));
  return best !== undefined && lead(best) > 0 ? best : undefined;
}
