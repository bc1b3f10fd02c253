import { type MemberNode, parse, type ValueNode } from "@humanwhocodes/momoa";
import type { Fault, Finding } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { jsonSlip } from "./json-slip.ts";

/** Where a value stands: both from 1. */
export interface Place {
  line: number;
  column: number;
}

/** A JSON file that knows where each of its values stands. */
export interface LocatedJson<Value = unknown> {
  file: string;
  value: Value;
  /** Where a value stands; where the path leads nowhere, the nearest value around it. */
  place(path: JsonPath): Place;
  /** Where the key of a member stands; where the path leads nowhere, the nearest one around it. */
  keyPlace(path: JsonPath): Place;
  /** A fault at a value; where the path leads nowhere, at the nearest value around it. */
  at(path: JsonPath, message: string, suggestion?: string): Fault;
  /** The same at the key of a member. */
  atKey(path: JsonPath, message: string, suggestion?: string): Fault;
}

interface Places {
  values: Map<string, Place>;
  keys: Map<string, Place>;
  findings: Finding[];
}

/**
 * Reads a JSON text with the place of every value. A text that is no JSON (RFC 8259), a name given twice and the
 * name `__proto__` are findings; the document is missing only where the text cannot be read at all.
 */
export function locateJson(
  file: string,
  text: string,
): { document: LocatedJson | undefined; findings: Finding[] } {
  // What reading makes of bytes that are none of UTF-8.
  const foreign = text.indexOf("\u{fffd}");
  if (foreign >= 0) {
    const reason = "It is not saved as UTF-8 (RFC 8259, section 8.1)";
    return { document: undefined, findings: [refusal(file, placeIn(text, foreign), reason)] };
  }
  try {
    // Says more of what is wrong than the locating parser, and refuses control characters that one lets through.
    const value: unknown = JSON.parse(text);
    if (namesWritten(text) === namesIn(value))
      return { document: locatedLater(file, text, value), findings: [] };
    const places = emptyPlaces();
    const located = evaluate(parse(text, { mode: "json" }).body, [], file, places);
    return { document: locatedJson(file, located, () => places), findings: places.findings };
  } catch (error) {
    return { document: undefined, findings: [syntaxFinding(file, text, error)] };
  }
}

/** Reads a JSON text that is known to be well: to judge all of them as well is a fiftieth of a start. */
export function locateSound(file: string, text: string): LocatedJson {
  return locatedLater(file, text, JSON.parse(text));
}

/** Locating takes longer than all the rest, and most files have no finding. */
function locatedLater(file: string, text: string, value: unknown): LocatedJson {
  let places: Places | undefined;
  return locatedJson(file, value, () => {
    if (places !== undefined) return places;
    places = emptyPlaces();
    evaluate(parse(text, { mode: "json" }).body, [], file, places);
    return places;
  });
}

/** How many names a JSON text has: strings before a colon. */
function namesWritten(text: string): number {
  let count = 0;
  for (const [, colon] of text.matchAll(/"(?:[^"\\]|\\.)*"(\s*:)?/g)) if (colon !== undefined) count += 1;
  return count;
}

/** How many names the objects of a value have; a name that is not allowed never counts, one given twice counts once. */
function namesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.reduce<number>((sum, item) => sum + namesIn(item), 0);
  return Object.keys(value).reduce((sum, name) => {
    return sum + Number(name !== "__proto__") + namesIn(Reflect.get(value, name));
  }, 0);
}

function emptyPlaces(): Places {
  return { values: new Map(), keys: new Map(), findings: [] };
}

function locatedJson(file: string, value: unknown, placesOf: () => Places): LocatedJson {
  const find = (path: JsonPath, kind: "values" | "keys"): Place => {
    const places = placesOf();
    const place = places[kind].get(keyOf(path)) ?? places.values.get(keyOf(path));
    return place ?? (path.length === 0 ? { line: 1, column: 1 } : find(path.slice(0, -1), "keys"));
  };
  const fault = (place: Place, message: string, suggestion?: string): Fault => {
    const { line, column } = place;
    return { file, line, column, message, suggestion };
  };
  return {
    file,
    value,
    place: (path) => find(path, "values"),
    keyPlace: (path) => find(path, "keys"),
    at: (path, ...rest) => fault(find(path, "values"), ...rest),
    atKey: (path, ...rest) => fault(find(path, "keys"), ...rest),
  };
}

// Indexes and names share one spelling, so that JSON pointers find their way too.
function keyOf(path: JsonPath): string {
  return JSON.stringify(path.map(String));
}

function evaluate(node: ValueNode, path: JsonPath, file: string, places: Places): unknown {
  places.values.set(keyOf(path), node.loc.start);
  switch (node.type) {
    case "Object":
      return Object.fromEntries(node.members.flatMap((member) => entry(member, path, file, places)));
    case "Array":
      return node.elements.map((element, index) => evaluate(element.value, [...path, index], file, places));
    case "String":
    case "Number":
    case "Boolean":
      return node.value;
    default:
      return null;
  }
}

function entry(member: MemberNode, path: JsonPath, file: string, places: Places): [string, unknown][] {
  const name = member.name.type === "String" ? member.name.value : member.name.name;
  const place = member.name.loc.start;
  const own = [...path, name];
  const refuse = (message: string, rule: string): [] => {
    places.findings.push({ file, line: place.line, column: place.column, message, rule });
    return [];
  };
  if (name === "__proto__") return refuse(`The name "__proto__" is not allowed.`, "json-name");
  const first = places.keys.get(keyOf(own));
  if (first !== undefined)
    return refuse(`"${name}" stands in line ${first.line} already: keep one of them.`, "json-duplicate-key");
  places.keys.set(keyOf(own), place);
  return [[name, evaluate(member.value, own, file, places)]];
}

function syntaxFinding(file: string, text: string, error: unknown): Finding {
  const message = error instanceof Error ? error.message : String(error);
  if (text.trim() === "") return refusal(file, { line: 1, column: 1 }, "It is empty");
  if (text.startsWith("\u{feff}"))
    return refusal(
      file,
      { line: 1, column: 1 },
      "It begins with a byte order mark: save it as UTF-8 without one",
    );
  const [, line, column] = /line (\d+) column (\d+)/.exec(message) ?? [];
  const place = line === undefined ? stopOf(text) : { line: Number(line), column: Number(column) };
  const slip = jsonSlip(text, offsetOf(text, place));
  if (slip !== undefined) return refusal(file, placeIn(text, slip.offset), slip.reason);
  const reason = message.replace(/ in JSON at position .*$|, (\.\.\.)?".*$/s, "");
  const isCut = reason === "Unexpected end of JSON input";
  return refusal(file, place, isCut ? "It ends before everything that was opened is closed" : reason);
}

function refusal(file: string, place: Place, reason: string): Finding {
  return { file, ...place, message: `This is no JSON: ${reason}.`, rule: "json-syntax" };
}

function offsetOf(text: string, { line, column }: Place): number {
  const lines = text.split("\n").slice(0, line - 1);
  return lines.reduce((sum, each) => sum + each.length + 1, column - 1);
}

/** Where a character of a text stands. */
export function placeIn(text: string, offset: number): Place {
  const lines = text.slice(0, offset).split("\n");
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 };
}

/** Where the locating parser gives up, for the errors that come without a place; else the end. */
function stopOf(text: string): Place {
  try {
    parse(text, { mode: "json" });
  } catch (error) {
    const { line, column } = error as Partial<Place>;
    if (line !== undefined && column !== undefined && text.trim() !== "") return { line, column };
  }
  return placeIn(text, text.length);
}
