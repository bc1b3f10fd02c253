import { expect, test } from "vitest";
import { readProgram, writeProgram } from "./program.ts";
import { programIn } from "./sources.ts";

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
