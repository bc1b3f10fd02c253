import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import { placedLinks } from "../resolve/placed-links.ts";
import type { Rule } from "./rule.ts";

export const knownScreen: Rule = {
  id: "known-screen",
  stops: true,
  finds: "A screen that is extended, redirected to, linked or in the menu, and does not exist.",
  why: "The link would lead nowhere.",
  example: {
    file: "screens.config.json",
    wrong: '"links": ["recovr", { "to": "login"',
    right: '"links": ["recover", { "to": "login"',
  },
  check: (checked) => {
    const { screens } = checked;
    const ids = Object.keys(screens.value.screens);
    const check = (id: string | undefined, path: JsonPath): Fault[] =>
      id === undefined || ids.includes(id) ? [] : [screens.at(path, missing(id), nearest(id, ids))];
    const entries = Object.entries(screens.value.screens).flatMap(([id, { extends: base, redirect }]) => [
      ...check(base, ["screens", id, "extends"]),
      ...check(redirect === "$returnUrl" ? undefined : redirect, ["screens", id, "redirect"]),
    ]);
    const links = placedLinks(checked).filter(({ to }) => !to.startsWith("view."));
    return [...entries, ...links.flatMap(({ to, path }) => check(to, path))];
  },
};

function missing(id: string): string {
  return /^[a-z]+:|^www\./i.test(id)
    ? `"${id}" is another site: pages lead to screens of this service alone.`
    : `There is no screen "${id}".`;
}
