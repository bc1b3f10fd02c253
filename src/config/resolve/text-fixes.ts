import { isObject } from "../../shared/is-object.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { Edit } from "../edit-json.ts";
import type { Fix } from "../finding.ts";
import { type JsonPath, valueAt } from "../json-path.ts";
import type { LocaleTree } from "../read/documents.ts";
import { partnersOf } from "./partners.ts";
import { placedTexts, pluralBase, pluralCategories } from "./texts.ts";
import type { Workspace } from "./workspace.ts";

/** Entry of a language's file: key → text as it was copied, until it is translated. */
export const untranslatedEntry = "$untranslated";

/** Key → copy of the texts of a language that wait for translation. */
export function untranslatedTexts(tree: LocaleTree): Catalogue {
  const marks = tree[untranslatedEntry];
  return typeof marks === "object" ? (marks as Catalogue) : {};
}

/** Texts of a language that wait for translation, and the place of their list. */
export interface WaitingTexts {
  file: string;
  line: number;
  count: number;
  /** Those whose people can choose the language already. */
  partners: string[];
}

/** Every language of which texts wait for translation. */
export function waitingTexts(workspace: Workspace): WaitingTexts[] {
  const partners = Object.values(partnersOf(workspace));
  return [...workspace.locales].flatMap(([language, { file, value, keyPlace }]) => {
    const count = Object.keys(untranslatedTexts(value)).length;
    const { line } = keyPlace([untranslatedEntry]);
    const offering = partners.filter(({ availableLanguages }) => availableLanguages.includes(language));
    return count === 0 ? [] : [{ file, line, count, partners: offering.map(({ partnerId }) => partnerId) }];
  });
}

/** Takes a text out of its file, and says which. */
export function removal({ key, text, path }: { key: string; text: string; path: JsonPath }): Fix {
  return { does: `"${key}" removed: “${text}”`, edits: [{ path, remove: true }], loses: true };
}

/** What puts texts that somebody has to translate into a language's file, in the order of the source language. */
export function copier(source: LocaleTree): (texts: readonly { key: string; text: string }[]) => Edit[] {
  // A new language asks for hundreds of copies, which share what they say of the order.
  const orders = new Map<string, Edit>();
  const shared = (id: string, make: () => Edit): Edit => {
    const edit = orders.get(id) ?? make();
    orders.set(id, edit);
    return edit;
  };
  const inGroup = (path: readonly string[]) =>
    shared(path.join("."), () => ({ path, order: orderOf(namesAt(source, path)) }));
  const inFile = () =>
    shared("", () => ({ path: [], order: ["$schema", ...namesAt(source, []), untranslatedEntry] }));
  const inMarks = () =>
    shared(untranslatedEntry, () => ({
      path: [untranslatedEntry],
      order: orderOf(placedTexts(source).map(({ key }) => key)),
    }));
  return (texts) => [
    ...texts.flatMap(({ key, text }) => [
      { path: key.split("."), value: text },
      { path: [untranslatedEntry, key], value: text },
    ]),
    ...texts.flatMap(({ key }) => groupsAround(key.split("."))).map(inGroup),
    inFile(),
    inMarks(),
  ];
}

/** Names of texts in their order, a text that counts by all forms that a language can have. */
export function orderOf(names: readonly string[]): string[] {
  const counted = new Set(names.filter((name) => pluralBase(name) !== name).map(pluralBase));
  const bases = [...new Set(names.map(pluralBase))];
  return bases.flatMap((base) =>
    counted.has(base) ? [base, ...pluralCategories.map((category) => `${base}_${category}`)] : [base],
  );
}

/** Names in the group of texts at a path; of a text, none. */
export function namesAt(tree: LocaleTree, path: JsonPath): string[] {
  const group = valueAt(tree, path);
  return isObject(group) ? Object.keys(group) : [];
}

/** `a.b.c` → `a`, `a.b`: the groups that a text stands in. */
function groupsAround(path: readonly string[]): string[][] {
  return path.slice(1).map((_, end) => path.slice(0, end + 1));
}
