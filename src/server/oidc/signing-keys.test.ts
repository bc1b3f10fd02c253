import { expect, it } from "vitest";
import { keyTimes } from "../domain/key-times.ts";
import { signingOrder } from "./signing-keys.ts";

const now = 1_800_000_000_000;
const key = (kid: string, age: number, state: "active" | "retired" = "retired") => ({
  kid,
  value: "",
  state,
  createdAt: now - age,
});
const order = (...secrets: ReturnType<typeof key>[]) => signingOrder(secrets, now).map(({ kid }) => kid);

it("lets the only key sign, however new it is", () => {
  expect(order(key("first", 0, "active"))).toEqual(["first"]);
});

it("publishes a new key behind the one that still signs", () => {
  expect(order(key("new", keyTimes.beforeSigning - 1, "active"), key("old", keyTimes.signs))).toEqual([
    "old",
    "new",
  ]);
});

it("lets the new key sign once applications can know it", () => {
  expect(order(key("new", keyTimes.beforeSigning, "active"), key("old", keyTimes.signs))).toEqual([
    "new",
    "old",
  ]);
});

it("takes an outlived key out of sight, but never the active one", () => {
  expect(order(key("new", keyTimes.signs, "active"), key("gone", keyTimes.published))).toEqual(["new"]);
  expect(order(key("alone", keyTimes.published, "active"))).toEqual(["alone"]);
});
