import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { locateJson } from "./located-json.ts";

const text = `{
  "a": { "b": [1, "two"] },
  "c/d": null
}`;

test("a document has the value that JSON.parse gives", () => {
  expect(locateJson("f.json", text).document?.value).toEqual(JSON.parse(text));
});

test.each([
  [[], 1, 1],
  [["a"], 2, 8],
  [["a", "b", 1], 2, 19],
  [["c/d"], 3, 10],
  [["a", "missing", "deeper"], 2, 3],
])("the value at %j stands at %i:%i", (path, line, column) => {
  expect(locateJson("f.json", text).document?.at(path, "m")).toMatchObject({ line, column });
});

test("the key of a member stands before its value", () => {
  expect(locateJson("f.json", text).document?.atKey(["a", "b"], "m")).toMatchObject({
    line: 2,
    column: 10,
  });
});

test.each([
  ["", 1, 1, "It is empty"],
  ["\n \n", 1, 1, "It is empty"],
  ['{"a": [1, 2\n', 1, 7, 'This "[" is not closed'],
  ["\u{feff}{}", 1, 1, "It begins with a byte order mark: save it as UTF-8 without one"],
  ['{\n"a": "gr\u{fffd}n"}', 2, 9, "It is not saved as UTF-8 (RFC 8259, section 8.1)"],
  ["nope", 1, 1, 'Names and texts stand in double quotes: write "nope"'],
  ['{\n  "a": 1,\n}', 2, 9, "There is a comma too many: take it away"],
  ["[1, 2, ]", 1, 6, "There is a comma too many: take it away"],
  ["[1,, 2]", 1, 3, "There is a comma too many: take it away"],
  ['{\n  "a": 1\n  "b": 2\n}', 2, 9, "A comma is missing here"],
  ['[\n  "a"\n  "b"\n]', 2, 6, "A comma is missing here"],
  ['[{ "a": {} }\n{ "a": [] }]', 1, 13, "A comma is missing here"],
  ['{ "a" "b" }', 1, 6, "A colon is missing here"],
  ["{ \u201ca\u201d: 1 }", 1, 3, 'Names and texts stand in straight double quotes ("), not in \u201c'],
  ["{ 'a': 1 }", 1, 3, "Names and texts stand in straight double quotes (\"), not in '"],
  ['{\n  "a": "b\n}', 2, 8, "This quote is not closed on its line"],
  ['["a\nb"]', 1, 2, "This quote is not closed on its line"],
  ['{ "a": "b', 1, 8, "This quote is not closed on its line"],
  ['{ "a": "b\\"\n}', 1, 8, "This quote is not closed on its line"],
  ['{"a": [1, 2 }', 1, 7, 'This "[" is not closed'],
  ['{"a": tru}', 1, 7, 'Names and texts stand in double quotes: write "tru"'],
  ['{\n  "a": 1, // one\n  "b": 2\n}', 2, 11, "JSON has no comments: take this away"],
  ['{\n  /* one */ "a": 1\n}', 2, 3, "JSON has no comments: take this away"],
  [
    '{\n<<<<<<< HEAD\n  "a": 1\n=======\n  "a": 2\n>>>>>>> b\n}',
    2,
    1,
    "This is the mark of a merge: keep one of its two sides, and take its marks away",
  ],
  ['{\n  "a": 1,\n  link: "b"\n}', 3, 3, 'Names and texts stand in double quotes: write "link"'],
  ['{ "a": "say "b" now" }', 1, 13, 'A quote within a text is written \\"'],
  ['{\n  "a": "b";\n  "c": 1\n}', 2, 11, "Write a comma in place of this semicolon"],
  ['{ "a" = "b" }', 1, 7, "Write a colon in place of ="],
  ['{ "a": True }', 1, 8, "Write true, in small letters"],
  ['{ "a": "b\tc" }', 1, 10, "A text cannot hold a tab: write a space"],
  ['{ "a": "b\\yc" }', 1, 10, "\\y means nothing: a backslash itself is written \\\\"],
  ['{ "a": "b\r\n}', 1, 8, "This quote is not closed on its line"],
  ['{ "a": 1 } }', 1, 12, 'This "}" closes nothing: take it away'],
  ['{ "a": 1 }\nmore', 2, 1, "Nothing may stand behind the end"],
  ['{\n  "a": {\n    "b": 1,\n  "c": {\n    "d": 1\n  }\n}\n', 2, 8, 'This "{" is not closed'],
  ['{\n  "a": { "b": 1,\n  "c": {\n    "d": 1\n  }\n}\n', 2, 8, 'This "{" is not closed'],
  ['{\n  "a": [\n    { "b": 1,\n    { "b": 2 }\n  ]\n}\n', 3, 5, 'This "{" is not closed'],
  [
    '{\n  "a": {\n    "b": { "c": 1 }},\n    "d": 1\n  },\n  "e": 1\n}\n',
    3,
    20,
    'This "}" closes nothing: take it away',
  ],
  ['{\n  "a": {\n    "b": 1\n    }\n  },\n  "e": 1\n}\n', 4, 5, 'This "}" closes nothing: take it away'],
  ['{\n  "a": [\n    { "b": 1 }},\n    { "b": 2 }\n  ]\n}\n', 3, 15, 'This "}" closes nothing: take it away'],
  ['{\n  "a": ,\n  "b": 1\n}', 2, 7, "A value is missing here"],
  ['{\n  "a":\n  "b": 1\n}', 2, 7, "A value is missing here"],
  ['{ "a"": 1 }', 1, 6, "There is a quote too many: take it away"],
  ['{ "a": ""b" }', 1, 9, "There is a quote too many: take it away"],
  ['{ "a": "b, "c": 1 }', 1, 8, "This quote is not closed"],
  ['{{ "a": 1 }', 1, 2, 'A name is missing here, or this "{" is one too many'],
  ['{ "a"; 1 }', 1, 6, "Write a colon in place of this semicolon"],
  ['{\n  "a": "b".\n  "c": 1\n}', 2, 11, "Write a comma in place of this full stop"],
  ['{ "a":: 1 }', 1, 7, "There is a colon too many: take it away"],
  ["{ : 1 }", 1, 3, "A name is missing here"],
  ['{ , "a": 1 }', 1, 3, "There is a comma too many: take it away"],
  ["[, 1]", 1, 2, "There is a comma too many: take it away"],
  ['{ "a": 0,5 }', 1, 9, "A number has no comma: write 0.5"],
  ['{ "a": 10,000 }', 1, 10, "A number has no comma: write 10000 or 10.000"],
  ['{ "a": .5 }', 1, 8, "Write the number 0.5"],
  ['{ "a": -.5 }', 1, 8, "Write the number -0.5"],
  ['{ "a": 5. }', 1, 8, "Write the number 5"],
  ['{ "a": +10 }', 1, 8, 'Write the number 10, or the text "+10"'],
  ['{\n  "a": 007,\n  "b": 1\n}', 2, 8, 'Write the number 7, or the text "007"'],
  ["[1, 02]", 1, 5, 'Write the number 2, or the text "02"'],
  ["[1 05]", 1, 3, "A comma is missing here"],
  ['{ "a: "05" }', 1, 3, "This quote is not closed"],
  ['{ "a" 05 }', 1, 6, "A colon is missing here"],
  ['{ "a": ""05" }', 1, 9, "There is a quote too many: take it away"],
  ['{ "a": +49 170" }', 1, 8, "A quote is missing here"],
  ['{ "a": "b".5 }', 1, 11, "Write a comma in place of this full stop"],
  ['{\n  "a": 1,\n  2": 3\n}', 3, 3, "A quote is missing here"],
  ['{ "a: "./b" }', 1, 3, "This quote is not closed"],
  ['{ "a: ["b", "c"] }', 1, 3, "This quote is not closed"],
  ['{ "a": #b" }', 1, 8, "A quote is missing here"],
  ['{ "a": =b", "c": 1 }', 1, 8, "A quote is missing here"],
  ['{\n  "a": /b/c"\n}', 2, 8, "A quote is missing here"],
  ['{\n  a": 1\n}', 2, 3, "A quote is missing here"],
  ['{\n  //"a": 1,\n  "b": 1\n}', 2, 3, "JSON has no comments: take this away"],
  ['{\n  "b": 1,\n  #"a": 1\n}', 3, 3, "JSON has no comments: take this away"],
  ['{ "a": `b` }', 1, 8, 'Names and texts stand in straight double quotes ("), not in `'],
  ['{\n  \u00a0"a": 1\n}', 2, 3, "A character that nobody sees stands here: take it away"],
  ['{\n  "a": {\n    "links": ["b",\n      "c"]\n  }\n', 1, 1, 'This "{" is not closed'],
  ['{\n  "a": {\n    "b": 1\n  "c": {\n    "d": 1\n  }\n}\n', 2, 8, 'This "{" is not closed'],
])("%j is no JSON at %i:%i", (broken, line, column, reason) => {
  const { document, findings } = locateJson("f.json", broken);
  expect(document).toBeUndefined();
  expect(findings).toEqual([
    { file: "f.json", line, column, rule: "json-syntax", message: `This is no JSON: ${reason}.` },
  ]);
});

test("a bracket of the screens that is taken away or written twice is told on its lines", () => {
  const screens = readFileSync("screens.config.json", "utf8");
  const lineOf = (offset: number) => screens.slice(0, offset).split("\n").length;
  const open: number[] = [];
  const wrong: string[] = [];
  for (const { 0: token, index } of screens.matchAll(/"(?:[^"\\]|\\.)*"|[{}[\]]/g)) {
    if (/[{[]/.test(token)) open.push(index);
    if (!/[}\]]/.test(token)) continue;
    const [first, last] = [lineOf(open.pop() ?? 0), lineOf(index)];
    for (const [between, from] of [
      ["", first],
      [token + token, last],
    ] as const) {
      const text = screens.slice(0, index) + between + screens.slice(index + 1);
      const [{ line, message } = { line: 0, message: "" }] = locateJson("f.json", text).findings;
      if (line < from || line > last || /Unexpected|Expected/.test(message))
        wrong.push(`${token} of line ${last} as "${between}": ${line} ${message}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a text nested too deeply for any parser is a finding, not a crash", () => {
  const { document, findings } = locateJson("f.json", `${"[".repeat(200_000)}${"]".repeat(200_000)}`);
  expect(document).toBeUndefined();
  expect(findings).toMatchObject([{ rule: "json-syntax", line: 1 }]);
});

test("a name that is given twice is told where it stands again, with the place of the first", () => {
  expect(locateJson("f.json", '{\n  "a": {\n    "b": 1,\n    "b": 2\n  }\n}').findings).toEqual([
    {
      file: "f.json",
      line: 4,
      column: 5,
      rule: "json-duplicate-key",
      message: '"b" stands in line 3 already: keep one of them.',
    },
  ]);
});

test("names that every object has are names like others", () => {
  const { document } = locateJson("f.json", '{"constructor": 1, "toString": 2}');
  expect(document?.value).toEqual({ constructor: 1, toString: 2 });
});
