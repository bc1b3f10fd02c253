import { expect, test } from "vitest";
import type { NextRow } from "../../generated/config.ts";
import { followRows } from "./next-table.ts";

const outcome = { type: "string", enum: ["sent", "held"] };
const form = {
  type: "object",
  properties: { method: { type: "string", enum: ["sms", "pin"] }, note: { type: "string" } },
};
const facts = (properties: object) => ({ type: "object", properties, required: Object.keys(properties) });

test("an outcome without a row is uncovered", () => {
  const rows: NextRow[] = [{ when: { outcome: "sent" }, go: "a" }];
  expect(followRows(rows, facts({ outcome })).uncovered).toEqual({ outcome: "held" });
});

test("a row that asks for more than the outcome does not cover it alone", () => {
  const rows: NextRow[] = [
    { when: { outcome: "sent", "form.method": "sms" }, go: "a" },
    { when: { outcome: "held" }, go: "b" },
  ];
  expect(followRows(rows, facts({ outcome, form })).uncovered).toMatchObject({
    outcome: "sent",
    "form.method": "pin",
  });
});

test("a text can always be something that no row names", () => {
  const rows: NextRow[] = [{ when: { "form.note": "x" }, go: "a" }];
  expect(followRows(rows, facts({ form })).uncovered).toEqual({ "form.note": undefined });
});

test("a row behind rows that take everything is unreached", () => {
  const last = { when: { outcome: ["sent", "held"] }, go: "c" };
  const rows: NextRow[] = [
    { when: { outcome: "sent" }, go: "a" },
    { when: { outcome: "held" }, go: "b" },
    last,
  ];
  expect(followRows(rows, facts({ outcome }))).toEqual({ uncovered: undefined, unreached: [last] });
});

test("a row without a condition takes what is left", () => {
  expect(followRows([{ go: "a" }], facts({ outcome }))).toEqual({ uncovered: undefined, unreached: [] });
});
