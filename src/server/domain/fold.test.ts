import { describe, expect, test } from "vitest";
import { fc } from "../../../tests/support/samples.ts";
import { foldUsername } from "./fold.ts";

describe("user names", () => {
  test.each([
    ["anna", "ANNA"],
    ["anna", "  anna "],
    ["anna", "ａｎｎａ"],
    ["anna", "an\u00ADna"],
    ["anna", "an\u200Bna"],
    ["anna", "an\u034F\u3164\uFE0Fna"],
    ["straße", "STRASSE"],
    ["straße", "STRAẞE"],
    ["Σίσυφος", "ΣΊΣΥΦΟΣ"],
    ["jose\u0301", "josé"],
    ["file", "ﬁle"],
    ["a b", "a \u00A0 b"],
  ])("%j and %j are the same", (left, right) => {
    expect(foldUsername(left)).toBe(foldUsername(right));
  });

  test.each([
    ["jose", "josé"],
    ["anna", "anne"],
    ["anna", "an na"],
  ])("%j and %j differ", (left, right) => {
    expect(foldUsername(left)).not.toBe(foldUsername(right));
  });

  test("are folded for good by folding once", () => {
    const unit = fc.constantFrom(..."ẞßςΣİıﬁΐ\u0301\u0345\u00ad\u00a0 ａ\0");
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit }), fc.string({ unit: "binary" })), (name) => {
        const once = foldUsername(name);
        expect(foldUsername(once)).toBe(once);
      }),
    );
  });
});
