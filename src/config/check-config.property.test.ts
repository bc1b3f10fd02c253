import { expect, test } from "vitest";
import { type Json, sampleSources, withText } from "../../tests/support/sample-sources.ts";
import { fc } from "../../tests/support/samples.ts";
import { checkConfig } from "./check-config.ts";
import { configOf } from "./read-config.ts";

const sources = await sampleSources();
const files = [...sources.texts.keys()].filter((file) => file.endsWith(".json"));

const strange: Json[] = [
  null,
  true,
  0,
  -1.5,
  "",
  "x",
  "#x",
  "=x",
  "view.x",
  "constructor",
  "$journey",
  [],
  [[]],
  {},
];

/** What happens to one node: it goes, gets another name, becomes something else, or moves within its holder. */
const damage = fc.record({
  file: fc.constantFrom(...files),
  node: fc.nat(),
  kind: fc.constantFrom("delete", "rename", "retype", "duplicate"),
  value: fc.constantFrom(...strange),
  name: fc.constantFrom("x", "__proto__", "constructor", "toString", "$ref", "call", ""),
});

type Damage = typeof damage extends fc.Arbitrary<infer Value> ? Value : never;

test("no damage to any file makes the check fail itself, and every finding has a place", {
  timeout: 60_000,
}, () => {
  fc.assert(
    fc.property(fc.array(damage, { minLength: 1, maxLength: 3 }), (damages) => {
      const damaged = damages.reduce((current, each) => {
        const text = current.texts.get(each.file) ?? "";
        return withText(current, each.file, apply(text, each));
      }, sources);
      const { config, findings } = configOf(damaged);
      for (const { file, line, column, message } of findings) {
        expect(Math.min(line, column)).toBeGreaterThan(0);
        expect(file).not.toBe("");
        expect(message).toMatch(/[.?]$/);
      }
      if (config !== undefined) expect(config.texts("northwind", "de")).toBeTypeOf("object");
    }),
    { numRuns: 100 },
  );
});

test("no cut through any file makes the check fail itself", { timeout: 30_000 }, () => {
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.double({ min: 0, max: 0.999, noNaN: true }), (file, part) => {
      const text = sources.texts.get(file) ?? "";
      const cut = text.slice(0, Math.floor(text.length * part));
      expect(checkConfig(withText(sources, file, cut)).findings.length).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});

function apply(text: string, { node, kind, value, name }: Damage): string {
  const document: Json = parse(text);
  const places = placesOf(document);
  const place = places[node % Math.max(places.length, 1)];
  if (place === undefined) return JSON.stringify(value);
  const { holder, key } = place;
  if (kind === "delete") Reflect.deleteProperty(holder, key);
  if (kind === "retype") Reflect.set(holder, key, value);
  if (kind === "rename")
    Object.defineProperty(holder, name, { value: Reflect.get(holder, key), enumerable: true });
  if (kind === "duplicate") Reflect.set(holder, `${key}2`, Reflect.get(holder, key));
  return JSON.stringify(document, null, 2);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

function placesOf(value: Json): { holder: object; key: string }[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key },
    ...placesOf(inner as Json),
  ]);
}
