import { defaultLanguage } from "../../shared/constants.ts";
import { resolveScreens } from "../../shared/screens.ts";
import type { LocaleTree } from "../documents.ts";
import { nearest } from "../nearest.ts";
import { removal } from "../text-fixes.ts";
import type { Checked, Rule } from "./rule.ts";

/** The source language has no texts of screens, forms, fields and panels that do not exist. */
export const knownText: Rule = (checked) => {
  const source = checked.locales.get(defaultLanguage);
  if (source === undefined) return [];
  return groups(checked).flatMap(({ path, known }) => {
    const names = Object.keys(treeAt(source.value, path));
    return names
      .filter((name) => !known.includes(name))
      .map((name) => {
        const own = [...path, name];
        const finding = source.atKey(
          own,
          "known-text",
          `Nothing shows "${own.join(".")}".`,
          nearest(name, known),
        );
        const absent = known.filter((other) => !names.includes(other));
        // It may be a missing one, misspelt: then a person decides.
        return nearest(name, absent) === undefined ? { ...finding, fix: removal(own) } : finding;
      });
  });
};

/** The groups of texts whose names come from the configuration. */
function groups({ screens, forms, sources: { panels } }: Checked): { path: string[]; known: string[] }[] {
  const textIds = Object.values(resolveScreens(screens.value)).map(({ textId }) => textId);
  return [
    { path: ["screens"], known: textIds },
    { path: ["forms"], known: [...forms.keys()] },
    ...[...forms].map(([id, { value }]) => ({
      path: ["forms", id],
      known: value.fields.map(({ name }) => name),
    })),
    ...(panels === undefined ? [] : [{ path: ["panels"], known: [...panels] }]),
  ];
}

function treeAt(tree: LocaleTree, path: string[]): LocaleTree {
  return path.reduce<LocaleTree>((inner, name) => {
    const next = Object.hasOwn(inner, name) ? inner[name] : undefined;
    return typeof next === "object" ? next : {};
  }, tree);
}
