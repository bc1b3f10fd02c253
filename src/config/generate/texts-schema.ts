import type { JsonSchema } from "../../shared/contract.ts";
import type { LocaleTree } from "../read/documents.ts";
import { pluralBase, pluralCategories, sourceLocale } from "../resolve/texts.ts";
import type { Workspace } from "../resolve/workspace.ts";

/** Every key of the source language with its English text, by which editors complete the files of `locales/`. */
export function textsSchema(workspace: Workspace): JsonSchema {
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Texts",
    description: "Made by `npm run generate`, never edited: the keys of locales/en-GB.json, for editors.",
    ...groupSchema(sourceLocale(workspace).value),
  };
}

function groupSchema(tree: LocaleTree): { properties: Record<string, JsonSchema> } {
  const entries = Object.entries(tree).flatMap(([key, value]): [string, JsonSchema][] => {
    if (key === "$schema") return [];
    if (typeof value !== "string") return [[key, groupSchema(value)]];
    const base = pluralBase(key);
    if (base === key) return [[key, textSchema(value)]];
    // A language can have more plural forms than English.
    const other = tree[`${base}_other`];
    return pluralCategories.map((category) => {
      const name = `${base}_${category}`;
      return [name, textSchema(tree[name] ?? other ?? value)];
    });
  });
  return { properties: Object.fromEntries(entries) };
}

function textSchema(text: string | LocaleTree | undefined): JsonSchema {
  return { type: "string", description: text };
}
