import { expect, test } from "vitest";
import { sampleSources, withText } from "../../../tests/support/sample-sources.ts";
import { checkConfig } from "../check-config.ts";
import { journeyRules } from "../proof/journey-rules.ts";
import { readingRules } from "../rules/reading-rules.ts";
import type { RulePage } from "../rules/rule.ts";
import { rules } from "../rules/rules.ts";
import { ruleDocs } from "./rule-docs.ts";

const sources = await sampleSources();
const pages = [...readingRules, ...rules, ...journeyRules];

test("no two rules have one id", () => {
  expect(new Set(pages.map(({ id }) => id)).size).toBe(pages.length);
});

test.each(pages.map((page) => [page.id, page] as const))("the example of %s is found by it", (_, page) => {
  const { id, example } = page;
  const { text, first, last } = withExample(page);
  const { findings } = checkConfig(withText(sources, example.file, text));
  const there = findings.filter(({ file, line }) => file === example.file && line >= first && line <= last);
  expect(new Set(there.map(({ rule }) => rule)), JSON.stringify(findings, null, 1)).toEqual(new Set([id]));
});

test("a rule's section says what is wrong, why, and how it is mended", () => {
  const example = { file: "a.json", wrong: '"b": 1\n"b": 2', right: '"b": 1' };
  const docs = ruleDocs([{ id: "twice", finds: "A key given twice.", why: "One counts.", example }]);
  expect(docs).toContain(
    '## twice\n\nA key given twice. One counts.\n\n```diff\n  a.json\n- "b": 1\n- "b": 2\n+ "b": 1\n```\n',
  );
});

/** The file with the wrong part in place of the right one, and the lines of that part. */
function withExample({ example: { file, wrong, right } }: RulePage): {
  text: string | undefined;
  first: number;
  last: number;
} {
  const text = sources.texts.get(file);
  if (text === undefined || wrong === undefined) return { text: wrong, first: 1, last: 1 };
  const place = spaceless(right ?? "").exec(text);
  if (place === null) throw new Error(`${file} has no ${right}`);
  const before = text.slice(0, place.index);
  const first = before.split("\n").length;
  return {
    text: before + wrong + text.slice(place.index + place[0].length),
    first,
    last: first + wrong.split("\n").length - 1,
  };
}

/** Finds a part of a file wherever its spaces and line breaks stand. */
function spaceless(part: string): RegExp {
  const tokens = part.match(/"(?:\\.|[^"\\])*"|[^\s"]+?/g) ?? [];
  return new RegExp(tokens.map((token) => token.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")).join("\\s*"));
}
