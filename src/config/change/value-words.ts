import equal from "fast-deep-equal";

type Fields = Record<string, unknown>;

/** What an entry of a list is called, and by what it is told from the others. */
const lists: Record<string, { noun: string; nameOf(entry: Fields): unknown }> = {
  links: { noun: "link", nameOf: ({ to, label }) => (label === undefined ? to : `${to} (${label})`) },
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

/** What is different in a value of a data file, a sentence for each difference; none where both are the same. */
export function valueWords(before: unknown, after: unknown): string[] {
  return compare(before, after, []);
}

function compare(before: unknown, after: unknown, place: readonly string[]): string[] {
  if (equal(before, after)) return [];
  const name = place.join(": ");
  if (before === undefined) return [`${name} is new${typeof after === "object" ? "" : `: ${shown(after)}`}`];
  if (after === undefined) return [`${name} was removed`];
  if (Array.isArray(before) && Array.isArray(after)) return [`${name} ${memberWords(before, after)}`];
  if (!isObject(before) || !isObject(after)) return [`${name}: ${shown(before)} → ${shown(after)}`];
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (key) => key !== "$schema",
  );
  return keys.flatMap((key) => compareEntry(before[key], after[key], key, place));
}

function compareEntry(before: unknown, after: unknown, key: string, place: readonly string[]): string[] {
  const list = lists[key];
  if (list === undefined) return compare(before, after, [...place, words[key] ?? key]);
  const [old, now] = [named(before, key), named(after, key)];
  const names = [...new Set([...old.keys(), ...now.keys()])];
  const entries = names.flatMap((name) =>
    compare(old.get(name), now.get(name), [...place, `${list.noun} "${name}"`]),
  );
  const kept = names.filter((name) => old.has(name) && now.has(name));
  const isMoved = !equal(inOrder(old, kept), inOrder(now, kept));
  return isMoved ? [...entries, [...place, `${list.noun}s are in another order`].join(": ")] : entries;
}

function inOrder(entries: ReadonlyMap<string, unknown>, names: readonly string[]): string[] {
  return [...entries.keys()].filter((name) => names.includes(name));
}

/** The entries of a list by name; of the same name, the second is "name (2)". */
function named(list: unknown, key: string): Map<string, Fields> {
  const entries = new Map<string, Fields>();
  for (const entry of Array.isArray(list) ? list : []) {
    const fields: Fields = isObject(entry) ? entry : key === "next" ? { journey: entry } : { to: entry };
    const name = isObject(entry) || key !== "next" ? String(lists[key]?.nameOf(fields)) : String(entry);
    const same = [...entries.keys()].filter(
      (other) => other === name || other.startsWith(`${name} (`),
    ).length;
    entries.set(same === 0 ? name : `${name} (${same + 1})`, fields);
  }
  return entries;
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

function isObject(value: unknown): value is Fields {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
