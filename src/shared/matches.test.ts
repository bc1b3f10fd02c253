import { Ajv } from "ajv";
import { describe, expect, it } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { matches, toFacts } from "./matches.ts";

// So few that many conditions hold.
const fact = fc.constantFrom("outcome", "view.x");
const value = fc.constantFrom("1", 1, true);
const when = fc.dictionary(fact, fc.oneof(value, fc.uniqueArray(value, { minLength: 1 })), { maxKeys: 2 });
const facts = fc.dictionary(fact, fc.oneof(value, fc.constant(null)), { maxKeys: 2 });

describe("matches", () => {
  it("means the JSON Schema that a condition looks like", () => {
    const ajv = new Ajv({ allowMatchingProperties: true });
    fc.assert(
      fc.property(when, facts, (condition, known) => {
        const properties = Object.fromEntries(
          Object.entries(condition).map(([fact, wanted]) => [
            fact,
            Array.isArray(wanted) ? { enum: wanted } : { const: wanted },
          ]),
        );
        const schema = { type: "object", properties, required: Object.keys(condition) };
        expect(matches(condition, known)).toBe(ajv.validate(schema, known));
      }),
    );
  });

  it("never matches a fact that is missing or inherited", () => {
    expect(matches({ "view.x": true }, {})).toBe(false);
    expect(matches({ toString: "x" }, {})).toBe(false);
    expect(matches(undefined, {})).toBe(true);
  });
});

describe("toFacts", () => {
  it("names nested values by their path and keeps lists whole", () => {
    expect(toFacts({ view: { a: { b: 1 }, list: [1] }, outcome: "sent", gone: undefined })).toEqual({
      view: { a: { b: 1 }, list: [1] },
      "view.a": { b: 1 },
      "view.a.b": 1,
      "view.list": [1],
      outcome: "sent",
    });
  });
});
