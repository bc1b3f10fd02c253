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
  expect(locateJson("f.json", text).document?.at(path, "r", "m")).toMatchObject({ line, column });
});

test("the key of a member stands before its value", () => {
  expect(locateJson("f.json", text).document?.atKey(["a", "b"], "r", "m")).toMatchObject({
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
  ["nope", 1, 1, "Unexpected token 'o'"],
  ['{\n  "a": 1,\n}', 2, 9, "There is a comma too many: take it away"],
  ["[1, 2, ]", 1, 6, "There is a comma too many: take it away"],
  ["[1,, 2]", 1, 3, "There is a comma too many: take it away"],
  ['{\n  "a": 1\n  "b": 2\n}', 2, 9, "A comma is missing here"],
  ['[\n  "a"\n  "b"\n]', 2, 6, "A comma is missing here"],
  ['[{ "a": {} }\n{ "a": [] }]', 1, 13, "A comma is missing here"],
  ['{ "a" "b" }', 1, 7, "Expected ':' after property name"],
  ["{ \u201ca\u201d: 1 }", 1, 3, 'Names and texts stand in straight double quotes ("), not in \u201c'],
  ["{ 'a': 1 }", 1, 3, "Names and texts stand in straight double quotes (\"), not in '"],
  ['{\n  "a": "b\n}', 2, 8, "This quote is not closed on its line"],
  ['["a\nb"]', 1, 2, "This quote is not closed on its line"],
  ['{ "a": "b', 1, 8, "This quote is not closed on its line"],
  ['{ "a": "b\\"\n}', 1, 8, "This quote is not closed on its line"],
  ['{"a": [1, 2 }', 1, 7, 'This "[" is not closed'],
  ['{"a": tru}', 1, 7, "Unexpected token '}'"],
])("%j is no JSON at %i:%i", (broken, line, column, reason) => {
  const { document, findings } = locateJson("f.json", broken);
  expect(document).toBeUndefined();
  expect(findings).toEqual([
    { file: "f.json", line, column, rule: "json-syntax", message: `This is no JSON: ${reason}.` },
  ]);
});

test("a text nested too deeply for any parser is a finding, not a crash", () => {
  const { document, findings } = locateJson("f.json", `${"[".repeat(200_000)}${"]".repeat(200_000)}`);
  expect(document).toBeUndefined();
  expect(findings).toMatchObject([{ rule: "json-syntax", line: 1 }]);
});

test("names that every object has are names like others", () => {
  const { document } = locateJson("f.json", '{"constructor": 1, "toString": 2}');
  expect(document?.value).toEqual({ constructor: 1, toString: 2 });
});
