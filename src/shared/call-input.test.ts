import { expect, test } from "vitest";
import { callInput } from "./call-input.ts";

const names = { query: ["id", "button"], body: ["id", "code", "agreed"] };

test("what the configuration gives goes to the query where it is a parameter, else to the body, over what is typed", () => {
  const form = { button: "typed", code: "typed" };
  expect(callInput(names, form, { button: "cancel", code: "fixed" })).toEqual({
    query: { button: "cancel" },
    body: { code: "fixed" },
  });
});

test("what is typed goes to the body, else to the query, and nothing else is sent", () => {
  const form = { id: "1", button: "stay", agreed: false, other: "x" };
  expect(callInput(names, form, {})).toEqual({ query: { button: "stay" }, body: { id: "1", agreed: false } });
});

test("a call without a body is sent none", () => {
  expect(callInput({ query: ["id"], body: null }, { id: "1", code: "2" }, {})).toEqual({
    query: { id: "1" },
  });
});
