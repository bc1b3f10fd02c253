import { linkKey, resolveScreens } from "../../shared/screens.ts";
import type { Fault } from "../finding.ts";
import { nearest } from "../nearest.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Checked } from "../resolve/scenes.ts";
import { groupsOf, sourceLocale, textBases } from "../resolve/texts.ts";
import { allNeededTexts } from "../resolve/used-texts.ts";
import type { Rule } from "./rule.ts";

/** A fault at the place that needs a text. */
type Place = (message: string, suggestion?: string) => Fault;

export const neededText: Rule = {
  id: "needed-text",
  stops: false,
  finds: "A text that a screen, a form, a contract or the program needs and no language has.",
  why: "People would see a button or a field without words.",
  example: { file: "screens.config.json", wrong: '"say": "pinSend"', right: '"say": "pinSent"' },
  check: (checked) => {
    const { locales, sources } = checked;
    const source = sourceLocale(checked);
    // What any language has is missing in the others: `same-texts` says where.
    const keys = new Set([...locales.values()].flatMap(({ value }) => [...textBases(value)]));
    const known = new Set([...keys].flatMap(groupsOf));
    const places = placesOf(checked);
    const configured = allNeededTexts(checked)
      .filter((key) => !known.has(key))
      .map((key) => {
        const owner = groupsOf(key).findLast((group) => places.has(group)) ?? "";
        const missing = owner === "" || known.has(owner) ? key : owner;
        const at: Place = places.get(owner) ?? ((...rest) => source.at(key.split("."), ...rest));
        return at(`There is no text "${missing}" in locales/.`, siblingOf(missing, known));
      });
    const named = [...sources.namedTexts]
      .filter(([key]) => !known.has(key))
      .map(([key, file]) => source.at(key.split("."), `The text "${key}" is missing: ${file} shows it.`));
    return [...configured, ...named];
  },
};

/** The nearest name that stands beside a missing one. */
function siblingOf(key: string, known: ReadonlySet<string>): string | undefined {
  const holder = key.slice(0, key.lastIndexOf(".") + 1);
  const names = [...known].flatMap((each) => {
    const name = each.startsWith(holder) ? each.slice(holder.length) : "";
    return name === "" || name.includes(".") ? [] : [name];
  });
  return nearest(key.slice(holder.length), names);
}

/** Key, or the group of keys, of a text → who names it. */
function placesOf(checked: Checked): Map<string, Place> {
  const { screens, scenes, forms, calls } = checked;
  const places = new Map<string, Place>();
  const all = resolveScreens(screens.value);
  const add = (key: string, place: Place) => places.set(key, places.get(key) ?? place);
  for (const { textKey, path, actions, links, rows } of scenes) {
    const at =
      (...inner: Parameters<typeof screens.at>[0]): Place =>
      (...rest) =>
        screens.at(inner, ...rest);
    add(textKey, (...rest) => screens.atKey(path, ...rest));
    for (const { action, path: own } of actions) {
      add(`${textKey}.actions.${action.label}`, at(...own, "label"));
      add(`${textKey}.confirm.${action.label}`, at(...own, "confirm"));
    }
    for (const { link, path: own } of links) {
      const { to, label } = link;
      if (label !== undefined) add(`${textKey}.links.${label}`, at(...own, "label"));
      else if (!to.startsWith("view.")) add(linkKey(all, to), at(...own));
    }
    for (const { row, path: own } of rows) add(`messages.${row.say}`, at(...own, "say"));
  }
  for (const { entry, path } of placedMenu(checked))
    add(linkKey(all, entry.to), (...rest) => screens.at(path, ...rest));
  for (const [id, form] of forms) {
    for (const [index, { name }] of form.value.fields.entries()) {
      add(`forms.${id}.${name}.hint`, (...rest) => form.at(["fields", index, "hint"], ...rest));
      add(`forms.${id}.${name}`, (...rest) => form.at(["fields", index, "name"], ...rest));
    }
  }
  for (const call of calls.values()) {
    for (const [field, codes] of Object.entries(call.value.problems ?? {})) {
      for (const [index, code] of codes.entries()) {
        add(code, (...rest) => call.at(["problems", field, index], ...rest));
      }
    }
  }
  return places;
}
