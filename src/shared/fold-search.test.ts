import { describe, expect, test } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { foldSearch } from "./fold-search.ts";

describe("search", () => {
  test.each([
    ["Café  Zürich", "cafe zurich"],
    ["ŁÓDŹ", "łodz"],
    ["a\nb\tc", "a b c"],
    ["北京", "北京"],
  ])("%j is searched as %j", (text, folded) => {
    expect(foldSearch(text)).toBe(folded);
  });

  test("never holds the line break that parts name and number", () => {
    fc.assert(fc.property(fc.string({ unit: "binary" }), (text) => !/[\n\0]/.test(foldSearch(text))));
  });
});
