import { expect, test } from "vitest";
import { readProgram, writeProgram } from "./program.ts";
import { buildHashOf, ownFiles, programIn, readSources } from "./sources.ts";

test("what the build keeps of the program is what its sources say", async () => {
  const program = await programIn(process.cwd());
  expect(program.panels?.size).toBeGreaterThan(10);
  expect(readProgram(writeProgram(program))).toEqual(program);
  const none = { ...program, panels: undefined };
  expect(readProgram(writeProgram(none))).toEqual({
    namedTexts: none.namedTexts,
    namedGroups: none.namedGroups,
  });
});

test("what no build has written is not read", () => {
  const parts = [
    "{}",
    "null",
    "[]",
    `{"namedTexts":{"map":[]}}`,
    `{"panels":[],"namedTexts":{"map":[]},"namedGroups":{"set":[]}}`,
  ];
  for (const json of parts) expect(() => readProgram(json), json).toThrow();
});

test("a program that was built with other screens or schemas is none to check these by", async () => {
  const program = { panels: new Map(), namedTexts: new Map(), namedGroups: new Set<string>() };
  const sources = await readSources(process.cwd(), ownFiles, { program, buildHash: "other" });
  expect(sources.panels).toEqual((await programIn(process.cwd())).panels);
  const buildHash = buildHashOf(sources.texts);
  expect((await readSources(process.cwd(), ownFiles, { program, buildHash })).panels).toBe(program.panels);
});
