import { describe, expect, it } from "vitest";
import { buttonsOf, buttonValue, textParamsOf } from "./buttons.ts";
import { toFacts } from "./matches.ts";

const next: [] = [];
const facts = toFacts({
  view: { list: [{ id: "a", size: 3, open: true, inner: { x: 1 } }, "plain"], local: true },
});

describe("buttonsOf", () => {
  it("gives the actions that hold, in order, and one for each item of a list", () => {
    const actions = [
      { call: "Next", label: "one", next, when: { "view.local": true } },
      { call: "Next", label: "none", next, when: { "view.local": false } },
      { call: "Next", label: "each", next, each: "view.list" },
    ];
    expect(buttonsOf({ actions }, facts).map(buttonValue)).toEqual(["one", "each~a", "each~1"]);
  });

  it("gives none for what is no list", () => {
    const each = (fact: string) => [{ call: "Next", label: "each", next, each: fact }];
    expect(buttonsOf({ actions: each("view.local") }, facts)).toEqual([]);
    expect(buttonsOf({ actions: each("view.gone") }, facts)).toEqual([]);
  });
});

it("a text may say the strings and numbers of its item", () => {
  const [first, second] = buttonsOf(
    { actions: [{ call: "Next", label: "each", next, each: "view.list" }] },
    facts,
  );
  expect(textParamsOf(first ?? {})).toEqual({ id: "a", size: 3 });
  expect(textParamsOf(second ?? {})).toEqual({});
  expect(textParamsOf({})).toEqual({});
});
