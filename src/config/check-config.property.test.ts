import { isDeepStrictEqual } from "node:util";
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

const damage = (kinds: readonly string[], file: fc.Arbitrary<string>) =>
  fc.record({
    file,
    kind: fc.constantFrom(...kinds),
    node: fc.nat(),
    other: fc.nat(),
    value: fc.constantFrom(...strange),
    name: fc.constantFrom("x", "__proto__", "constructor", "toString", "$ref", "call", ""),
  });

type Damage = ReturnType<typeof damage> extends fc.Arbitrary<infer Value> ? Value : never;

/** A node goes, gets another name, becomes something else, or stands twice in its holder. */
const broken = damage(["delete", "rename", "retype", "duplicate"], fc.constantFrom(...files));

/** Two nodes of a kind change places, which mostly passes the schemas: the rules have to find it. Most of them read these files. */
const mixedUp = damage(
  ["exchange"],
  fc.oneof(
    ...["screens.config.json", "locales/", "states/", ""].map((start) =>
      fc.constantFrom(...files.filter((file) => file.startsWith(start))),
    ),
  ),
);

test.each([
  { what: "what is broken", damages: fc.array(broken, { minLength: 1, maxLength: 3 }), numRuns: 100 },
  { what: "what is mixed up", damages: fc.array(mixedUp, { minLength: 1, maxLength: 2 }), numRuns: 18 },
])(
  "$what in any file does not make the check fail itself, and every finding has a place",
  ({ damages, numRuns }) => {
    fc.assert(
      fc.property(damages, (each) => {
        const damaged = each.reduce((current, one) => {
          const text = current.texts.get(one.file) ?? "";
          return withText(current, one.file, apply(text, one));
        }, sources);
        const { config, findings } = configOf(damaged);
        for (const { file, line, column, message } of findings) {
          expect(Math.min(line, column)).toBeGreaterThan(0);
          expect(file).not.toBe("");
          expect(message).toMatch(/[.?]$/);
        }
        if (config !== undefined) expect(config.texts("northwind", "de")).toBeTypeOf("object");
      }),
      { numRuns },
    );
  },
);

test("no cut through any file makes the check fail itself", () => {
  fc.assert(
    fc.property(fc.constantFrom(...files), fc.double({ min: 0, max: 0.999, noNaN: true }), (file, part) => {
      const text = sources.texts.get(file) ?? "";
      const cut = text.slice(0, Math.floor(text.length * part));
      expect(checkConfig(withText(sources, file, cut)).findings.length).toBeGreaterThan(0);
    }),
    { numRuns: 50 },
  );
});

function apply(text: string, { node, other, kind, value, name }: Damage): string {
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
  if (kind === "exchange") exchange(place, places, other);
  return JSON.stringify(document, null, 2);
}

/** With one of the same name, or where there is none with any of the same type. */
function exchange(place: Place, places: Place[], other: number): void {
  const own = nodeAt(place);
  const alike = places.filter((each) => {
    const node = nodeAt(each);
    return typeof node === typeof own && !isDeepStrictEqual(node, own);
  });
  const named = alike.filter(({ key }) => key === place.key);
  const pool = named.length > 0 ? named : alike;
  const chosen = pool[other % Math.max(pool.length, 1)];
  if (chosen === undefined) return;
  // One may stand within the other.
  const [taken, given] = structuredClone([nodeAt(chosen), own]);
  Reflect.set(place.holder, place.key, taken);
  Reflect.set(chosen.holder, chosen.key, given);
}

function nodeAt({ holder, key }: Place): Json {
  return Reflect.get(holder, key);
}

function parse(text: string): Json {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

interface Place {
  holder: object;
  key: string;
}

function placesOf(value: Json): Place[] {
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => [
    { holder: value, key },
    ...placesOf(inner as Json),
  ]);
}
