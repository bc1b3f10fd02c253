import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { JsonPath } from "./json-path.ts";

/** JSON that an edit brings. */
export type JsonValue =
  | null
  | boolean
  | number
  | string
  | readonly JsonValue[]
  | { [name: string]: JsonValue };

/**
 * One change of a JSON text. `value`: what stands at the path from now on, in objects made for it where they are
 * missing; behind the last element of a list it is added. `remove`: the path goes, and with it an object that nothing
 * else stands in. `order`: the names of the object at the path stand in this order; one that is not named stays
 * behind the one before it.
 */
export type Edit =
  | { path: JsonPath; value: JsonValue }
  | { path: JsonPath; remove: true }
  | { path: JsonPath; order: readonly string[] };

/** An object or a list, with all that its text has around its items. */
interface Branch {
  open: "{" | "[";
  items: Item[];
  /** White space before its end. */
  tail: string;
}

interface Item {
  /** White space before it. */
  lead: string;
  /** `"name": ` of a member, as it is written; of an element nothing. */
  head: string;
  name: string | undefined;
  value: Branch | string;
}

const indent = 2;
/** Longest line, in characters, as the formatter of the data files has it. */
const lineWidth = 120;

/**
 * Applies changes one after the other and leaves everything else of the text as it stands. Added values are written
 * as the formatter would, with the line ends of the text. Expects a JSON text; a path that leads nowhere changes nothing.
 */
export function editJson(text: string, edits: readonly Edit[]): string {
  const { body } = parse(text, { mode: "json" });
  const root = branchOf(body, text);
  if (typeof root === "string") return text;
  for (const edit of edits) {
    if ("value" in edit) put(root, edit.path, edit.value);
    else if ("remove" in edit) remove(root, edit.path);
    else arrange(find(root, edit.path), edit.order);
  }
  const edited = text.slice(0, body.loc.start.offset) + print(root) + text.slice(body.loc.end.offset);
  const isCarried = text.includes("\r\n") && !/(?<!\r)\n/.test(text);
  return isCarried ? edited.replace(/(?<!\r)\n/g, "\r\n") : edited;
}

function branchOf(node: ValueNode, text: string): Branch | string {
  if (node.type !== "Object" && node.type !== "Array")
    return text.slice(node.loc.start.offset, node.loc.end.offset);
  const nodes = node.type === "Object" ? node.members : node.elements;
  let end = node.loc.start.offset + 1;
  const items = nodes.map((item): Item => {
    const lead = text.slice(end, item.loc.start.offset).replace(",", "");
    end = item.loc.end.offset;
    const { value } = item;
    const head = text.slice(item.loc.start.offset, value.loc.start.offset);
    return { lead, head, name: "name" in item ? nameOf(item) : undefined, value: branchOf(value, text) };
  });
  const tail = text.slice(end, node.loc.end.offset - 1);
  return { open: node.type === "Object" ? "{" : "[", items, tail };
}

function nameOf({ name }: MemberNode): string {
  return name.type === "String" ? name.value : name.name;
}

function print(value: Branch | string): string {
  if (typeof value === "string") return value;
  const items = value.items.map((item) => item.lead + item.head + print(item.value));
  return value.open + items.join(",") + value.tail + (value.open === "{" ? "}" : "]");
}

function itemAt(branch: Branch, key: string | number | undefined): Item | undefined {
  return branch.open === "{"
    ? branch.items.find(({ name }) => name === String(key))
    : branch.items[Number(key)];
}

function find(root: Branch, path: JsonPath): Branch | undefined {
  return path.reduce<Branch | undefined>((branch, key) => {
    const value = branch && itemAt(branch, key)?.value;
    return typeof value === "object" ? value : undefined;
  }, root);
}

function put(root: Branch, path: JsonPath, value: JsonValue): void {
  let branch = root;
  for (const [depth, key] of path.entries()) {
    const last = depth === path.length - 1;
    let item = itemAt(branch, key);
    if (item === undefined) {
      item = {
        lead: "",
        head: branch.open === "{" ? `${JSON.stringify(key)}: ` : "",
        name: String(key),
        value: "",
      };
      item.value = last ? made(value, depth + 1, item.head) : { open: "{", items: [], tail: "" };
      append(branch, item, depth);
    } else if (last) {
      item.value = made(value, depth + 1, item.head);
    }
    if (typeof item.value === "string") return;
    branch = item.value;
  }
}

function append(branch: Branch, item: Item, depth: number): void {
  const spread = branch.items.length === 0 || branch.items.some(({ lead }) => lead.includes("\n"));
  if (branch.items.length === 0) branch.tail = newLine(depth);
  branch.items.push({ ...item, lead: spread ? newLine(depth + 1) : " " });
  if (!spread && depth * indent + print(branch).length + item.head.length > lineWidth) {
    for (const each of branch.items) each.lead = newLine(depth + 1);
    branch.tail = newLine(depth);
  }
}

/** A value as the formatter writes it: on one line where that is short enough. */
function made(value: JsonValue, depth: number, head: string): Branch | string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const isList = Array.isArray(value);
  const entries = Object.entries(value);
  const build = (spread: boolean): Branch => ({
    open: isList ? "[" : "{",
    items: entries.map(([name, inner], index) => {
      const ownHead = isList ? "" : `${JSON.stringify(name)}: `;
      const space = isList && index === 0 ? "" : " ";
      const lead = spread ? newLine(depth + 1) : space;
      return { lead, head: ownHead, name, value: made(inner, depth + 1, ownHead) };
    }),
    tail: spread ? newLine(depth) : isList || entries.length === 0 ? "" : " ",
  });
  const line = build(false);
  const text = print(line);
  // The comma behind it counts too.
  const fits = !text.includes("\n") && depth * indent + head.length + text.length < lineWidth;
  return fits ? line : build(true);
}

function newLine(depth: number): string {
  return `\n${" ".repeat(depth * indent)}`;
}

function remove(root: Branch, path: JsonPath): void {
  const holder = find(root, path.slice(0, -1));
  const item = holder && itemAt(holder, path.at(-1));
  if (holder === undefined || item === undefined) return;
  holder.items = holder.items.filter((other) => other !== item);
  if (holder.items.length > 0) return;
  holder.tail = "";
  if (path.length > 1) remove(root, path.slice(0, -1));
}

function arrange(branch: Branch | undefined, order: readonly string[]): void {
  if (branch?.open !== "{") return;
  const ranks = new Map(order.map((name, index) => [name, index]));
  let rank = -1;
  const ranked = branch.items.map((item) => {
    rank = ranks.get(item.name ?? "") ?? rank;
    return { item, rank };
  });
  branch.items = ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item);
}
