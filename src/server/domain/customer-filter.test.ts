import { describe, expect, test } from "vitest";
import { customerFilter } from "./customer-filter.ts";

describe("what a search index is asked for", () => {
  test.each([
    ["hill", ["hil", "ill"]],
    ["müller gmbh", ["mul", "gmb", "ler", "mbh"]],
    ["northwind", ["nor", "thw", "ind"]],
    ["anna anna", ["ann", "nna"]],
    ["a company", ["com", "pan", "any"]],
    ["ab", []],
    ["  ", []],
  ])("of %j is %j", (typed, trigrams) => {
    expect(customerFilter(typed).trigrams).toEqual(trigrams);
  });

  test("is no more than four, of each word the first ones", () => {
    const { words, trigrams } = customerFilter("northwind traders incorporated");
    expect(words).toEqual(["northwind", "traders", "incorporated"]);
    expect(trigrams).toEqual(["nor", "tra", "inc", "thw"]);
  });
});

test("a filter of spaces alone asks for no word", () => {
  expect(customerFilter(" \t ")).toEqual({ words: [], trigrams: [], text: "" });
});
