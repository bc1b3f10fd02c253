import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { callDocs, withCallDocs } from "./call-docs.ts";
import { generateFiles } from "./generate.ts";

test("everything that is made from the schemas is up to date", async () => {
  for (const [path, text] of await generateFiles(process.cwd())) {
    expect(await readFile(path, "utf8"), `${path}: run npm run generate`).toBe(text);
  }
});

test("a call is one row: what it takes, what may be left out, how it can leave", () => {
  const table = callDocs({
    Sample: {
      summary: "This | that.",
      kind: "mutation",
      access: "attempt",
      leaves: true,
      query: { page: { type: "integer", default: 1 }, filter: { type: "string" } },
      body: { type: "object", properties: { code: {}, note: {} }, required: ["code"] },
      answer: { $ref: "../entities/journey.json" },
    },
  });
  const row =
    "| Sample | This \\| that. | attempt | `?page=1` `?filter` `code` `note`? | [journey](entities/journey.json) or 209 |";
  expect(table.split("\n").at(-1)).toBe(row);
});

test("a README without the marks is refused, so that the table cannot vanish unseen", () => {
  expect(() => withCallDocs("# Schemas\n", {})).toThrow("needs the lines");
});
