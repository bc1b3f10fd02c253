import { entrances } from "../entrances.ts";
import type { Checked, Rule } from "./rule.ts";

export const reachedScreen: Rule = {
  id: "reached-screen",
  stops: true,
  finds: "A screen that nothing leads to: no link, no row, no menu, no mail and no application.",
  why: "Nobody would ever see it.",
  example: {
    file: "screens.config.json",
    wrong: '"extra": { "path": "/extra", "extends": "recover" }, "devops": {',
    right: '"devops": {',
  },
  check: (checked) => {
    const { screens } = checked;
    const ways = waysOf(checked);
    const reached = new Set(Object.keys(entrances));
    for (const id of reached) for (const target of ways.get(id) ?? []) reached.add(target);
    return Object.keys(screens.value.screens)
      .filter((id) => !reached.has(id))
      .map((id) => screens.atKey(["screens", id], "reached-screen", `Nothing leads to the screen "${id}".`));
  },
};

/** Screen → the screens that it leads to. */
function waysOf({ screens, scenes }: Checked): Map<string, string[]> {
  const { journey, screens: all } = screens.value;
  const ways = new Map(
    Object.entries(all).map(([id, { redirect }]) => [id, redirect === undefined ? [] : [redirect]]),
  );
  for (const { screen, links, nexts } of scenes) {
    const rows = nexts.flatMap((next) => next.rows.map(({ row }) => row.go));
    ways.get(screen)?.push(...links.map(({ link }) => link.to), ...rows);
  }
  // A stage that is owed leads there from wherever the person is.
  ways.get("login")?.push(...Object.values(journey));
  return ways;
}
