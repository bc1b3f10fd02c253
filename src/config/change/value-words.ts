import equal from "fast-deep-equal";
import { isObject } from "../../shared/is-object.ts";
import type { JsonPath } from "../json-path.ts";

type Fields = Record<string, unknown>;

/** What an entry of a list is called, and by what it is told from the others. */
const lists: Record<string, { noun: string; nameOf(entry: Fields): unknown }> = {
  links: { noun: "link", nameOf: ({ to, label }) => (label === undefined ? to : `${to} (${label})`) },
  menu: { noun: "screen", nameOf: ({ to }) => to },
  actions: { noun: "button", nameOf: ({ label }) => label },
  steps: { noun: "step", nameOf: ({ id }) => id },
  fields: { noun: "field", nameOf: ({ name }) => name },
  next: { noun: "way", nameOf: ({ when }) => conditionWords(when as Fields | undefined) },
};

/** Keys that read better as another word. */
const words: Record<string, string> = {
  availableLanguages: "languages",
  go: "leads to",
  say: "says",
  when: "condition",
};

/** One difference in words, and where it stands: of what is gone, the value that held it. */
export interface ValueDifference {
  words: string;
  path: JsonPath;
}

/** The value that is compared: what it is called and where it stands. */
interface Spot {
  words: readonly string[];
  path: JsonPath;
}

/** An entry of a list, and where in it. */
interface Entry {
  fields: Fields;
  index: number;
}

/** What is different in a value of a data file, none where both are the same. */
export function valueDifferences(before: unknown, after: unknown): ValueDifference[] {
  return compare(before, after, { words: [], path: [] });
}

function compare(before: unknown, after: unknown, { words: place, path }: Spot): ValueDifference[] {
  if (equal(before, after)) return [];
  const name = place.join(": ");
  const told = (words: string, at = path) => [{ words: `${name}${words}`, path: at }];
  if (before === undefined) return told(` is new${newWords(after)}`);
  if (after === undefined) return told(" was removed", path.slice(0, -1));
  if (Array.isArray(before) && Array.isArray(after)) return told(` ${memberWords(before, after)}`);
  if (!isObject(before) || !isObject(after)) return told(`: ${shown(before)} → ${shown(after)}`);
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== "$schema",
  );
  return keys.flatMap((key) => compareEntry(before[key], after[key], key, { words: place, path }));
}

function compareEntry(before: unknown, after: unknown, key: string, { words: place, path }: Spot) {
  const list = lists[key];
  const own = [...path, key];
  if (list === undefined) return compare(before, after, { words: [...place, words[key] ?? key], path: own });
  const [old, now] = [named(before, key), named(after, key)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const entries = names.flatMap((name) => {
    const [was, is] = [old.get(name), now.get(name)];
    const spot = { words: [...place, `${list.noun} "${name}"`], path: [...own, is?.index ?? 0] };
    return compare(was?.fields, is?.fields, spot);
  });
  const kept = names.filter((name) => old.has(name) && now.has(name));
  const isMoved = !equal(inOrder(old, kept), inOrder(now, kept));
  const order = `${list.noun}s are in another order: ${[...now.keys()].join(", ")}`;
  const moved = { words: [...place, order].join(": "), path: own };
  return isMoved ? [...entries, moved] : entries;
}

function inOrder(entries: ReadonlyMap<string, unknown>, names: readonly string[]): string[] {
  return [...entries.keys()].filter((name) => names.includes(name));
}

/** The entries of a list by name; of the same name, the second is "name (2)". */
function named(list: unknown, key: string): Map<string, Entry> {
  const entries = new Map<string, Entry>();
  for (const [index, entry] of (Array.isArray(list) ? list : []).entries()) {
    const fields: Fields = isObject(entry) ? entry : key === "next" ? { journey: entry } : { to: entry };
    const name = isObject(entry) || key !== "next" ? String(lists[key]?.nameOf(fields)) : String(entry);
    let count = 1;
    const numbered = () => (count === 1 ? name : `${name} (${count})`);
    while (entries.has(numbered())) count += 1;
    entries.set(numbered(), { fields, index });
  }
  return entries;
}

/** What is told of a value that is new: of a link or button, for whom. */
function newWords(after: unknown): string {
  if (typeof after !== "object") return `: ${shown(after)}`;
  return isObject(after) && isObject(after.when) ? `, where ${conditionWords(after.when)}` : "";
}

/** A condition in words: `outcome = sent, form.method = sms or pin`. */
function conditionWords(when: Fields | undefined): string {
  const facts = Object.entries(when ?? {});
  return facts.map(([fact, value]) => `${fact} = ${[value].flat().join(" or ")}`).join(", ") || "otherwise";
}

function memberWords(before: readonly unknown[], after: readonly unknown[]): string {
  const lacks = (list: readonly unknown[]) => (value: unknown) => !list.some((other) => equal(other, value));
  const added = after.filter(lacks(before)).map((value) => `+ ${plain(value)}`);
  const removed = before.filter(lacks(after)).map((value) => `− ${plain(value)}`);
  return [...added, ...removed].join(", ") || "are in another order";
}

function plain(value: unknown): string {
  return typeof value === "string" ? value : shown(value);
}

function shown(value: unknown): string {
  return JSON.stringify(value) ?? "nothing";
}
