import { nearest } from "../nearest.ts";
import type { Rule } from "./rule.ts";

export const panelView: Rule = {
  id: "panel-view",
  stops: true,
  finds: "A panel on a screen that does not load what the panel shows.",
  why: "The page would fail or stay empty. Not checked where the client's sources are not installed.",
  example: {
    file: "screens.config.json",
    wrong: '"load": { "call": "SystemStatus" }, "panel": "devices"',
    right: '"load": { "call": "SystemStatus" }, "panel": "system-status"',
  },
  check: ({ screens, scenes, sources: { panels } }) =>
    scenes.flatMap(({ entries: { panel }, views, pathOf }) => {
      const reads = panels?.get(panel ?? "")?.reads.keys() ?? [];
      return [...reads]
        .filter((call) => !views.includes(call))
        .map((call) => {
          const message = `The panel "${panel}" shows the answer of "${call}", which nothing loads here.`;
          const others = [...(panels ?? [])].filter(([, other]) =>
            [...other.reads.keys()].every((read) => views.includes(read)),
          );
          const meant = nearest(
            panel ?? "",
            others.map(([name]) => name),
          );
          return screens.at(pathOf("panel"), message, meant);
        });
    }),
};
