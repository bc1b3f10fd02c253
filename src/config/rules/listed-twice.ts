import type { JsonPath } from "../json-path.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Rule } from "./rule.ts";

export const listedTwice: Rule = {
  id: "listed-twice",
  stops: true,
  finds:
    "A link, the label of a button or a step that a screen has twice, or a screen that the menu has twice.",
  why: "People would see the same words twice, nothing could tell the buttons apart, and of two steps only the first would ever show.",
  example: {
    file: "screens.config.json",
    wrong: '"links": ["recover", "home", "home"]',
    right: '"links": ["recover", "home"]',
  },
  check: (checked) => {
    const { screens, scenes } = checked;
    const find = (placed: readonly { path: JsonPath; said: unknown }[], what: string) => {
      const seen = new Set<string>();
      return placed.flatMap(({ path, said }) => {
        const key = JSON.stringify(said);
        const isNew = !seen.has(key);
        seen.add(key);
        return isNew ? [] : [screens.at(path, `This ${what} is listed twice.`)];
      });
    };
    const inScenes = scenes.flatMap(({ links, actions, entries, pathOf }) => [
      ...find(
        links.map(({ link, path }) => ({ path, said: link })),
        "link",
      ),
      ...find(
        actions.map(({ action, path }) => ({ path: [...path, "label"], said: action.label })),
        "button",
      ),
      ...find(
        (entries.steps ?? []).map(({ id }, index) => ({ path: [...pathOf("steps"), index, "id"], said: id })),
        "step",
      ),
    ]);
    const inMenu = placedMenu(checked).map(({ entry, path }) => ({ path, said: entry.to }));
    return [...inScenes, ...find(inMenu, "entry")];
  },
};
