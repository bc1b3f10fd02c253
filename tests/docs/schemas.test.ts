import { readFile } from "node:fs/promises";
import { expect, test } from "vitest";
import { checkConfig } from "../../src/config/check-config.ts";
import { formatFinding } from "../../src/config/finding.ts";
import { ownFiles, readSources, type Sources } from "../../src/config/read/sources.ts";
import { withText } from "../support/sample-sources.ts";

const guide = await readFile("schemas/README.md", "utf8");
const [, example = ""] = /^## Example: add a field to sign-in$(.*?)^## /ms.exec(guide) ?? [];
const [property = "", field = "", label = ""] = [...example.matchAll(/```json\s+(.*?)\s+```/gs)].map(
  ([, json = ""]) => json,
);

test("what the example of a new field pastes is well, and without its label the check says what the example quotes", async () => {
  const sources = await readSources(process.cwd(), ownFiles);
  const taken = pasted(sources, "schemas/calls/Login.json", /"body": \{.*?"properties": \{\n/s, property);
  const asked = pasted(taken, "schemas/forms/login.json", /.*"name": "password".*\n/, field);
  const [told, ...more] = checkConfig(asked).findings.map(formatFinding);
  expect(more).toEqual([]);
  expect(spaced(example)).toContain(`\`${spaced(told ?? "")}\``);
  const locales = [...asked.texts].filter(
    ([file, text]) => /^locales\//.test(file) && text.includes('"forms"'),
  );
  const whole = locales.reduce(
    (from, [file]) => pasted(from, file, /"forms": \{\s*"login": \{\n/, label),
    asked,
  );
  expect(checkConfig(whole).findings.map(formatFinding)).toEqual([]);
});

/** The sources with what the example writes behind a part of a file. */
function pasted(sources: Sources, file: string, part: RegExp, json: string): Sources {
  const text = sources.texts.get(file) ?? "";
  expect(text).toMatch(part);
  return withText(
    sources,
    file,
    text.replace(part, (found) => `${found}    ${json},\n`),
  );
}

/** The page breaks its lines where it likes. */
function spaced(text: string): string {
  return text.replaceAll(/\s+/g, " ");
}
