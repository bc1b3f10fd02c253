import { expect, test } from "vitest";
import { fc } from "../../tests/support/samples.ts";
import { editJson } from "./edit-json.ts";

const text = `{
  "a": { "b": 1,   "c": [1,2] },

  "group": {
    "one": "Eins",
    "two": "Zwei"
  },
  "list": [
    "x"
  ]
}
`;

test("a value is replaced where it stands, and nothing else changes", () => {
  expect(editJson(text, [{ path: ["a", "c", 1], value: "new" }])).toBe(text.replace("[1,2]", '[1,"new"]'));
});

test("a name is added on a line of its own, with the objects around it that are missing", () => {
  const edits = [{ path: ["group", "deep", "er"], value: "Neu" }];
  expect(editJson(text, edits)).toBe(
    text.replace('"Zwei"\n', '"Zwei",\n    "deep": {\n      "er": "Neu"\n    }\n'),
  );
});

test("a name is added within the line that its object stands on", () => {
  expect(editJson(text, [{ path: ["a", "d"], value: true }])).toBe(
    text.replace("[1,2] }", '[1,2], "d": true }'),
  );
});

test("an object that grows too long for its line is spread", () => {
  const long = "x".repeat(120);
  expect(editJson('{ "a": { "b": 1 } }', [{ path: ["a", "c"], value: long }])).toBe(
    `{ "a": {\n    "b": 1,\n    "c": "${long}"\n  } }`,
  );
});

test("an element is added behind the last one", () => {
  const edits = [{ path: ["list", 1], value: { to: "home", when: { "user.isAuthenticated": true } } }];
  expect(editJson(text, edits)).toBe(
    text.replace('"x"\n', '"x",\n    { "to": "home", "when": { "user.isAuthenticated": true } }\n'),
  );
});

test("what is too long for a line is written over several", () => {
  const edits = [{ path: ["new"], value: { first: "x".repeat(60), second: ["y".repeat(60)], third: {} } }];
  const lines = ["{", `    "first": "${"x".repeat(60)}",`, `    "second": ["${"y".repeat(60)}"],`];
  expect(editJson(text, edits)).toContain(`"new": ${[...lines, '    "third": {}', "  }"].join("\n")}\n}`);
});

test("a name goes, and with it the objects that nothing else stands in", () => {
  const edits = [
    { path: ["group", "one"], remove: true },
    { path: ["group", "two"], remove: true },
  ] as const;
  expect(editJson(text, edits)).toBe(text.replace(/\n\n {2}"group"[^}]*\},/, ""));
});

test("names are put into an order, one that is not named stays behind the one before it", () => {
  const mixed = '{\n  "c": 1,\n  "x": 2,\n  "b": 3,\n  "a": 4\n}\n';
  expect(editJson(mixed, [{ path: [], order: ["a", "b", "c"] }])).toBe(
    '{\n  "a": 4,\n  "b": 3,\n  "c": 1,\n  "x": 2\n}\n',
  );
});

test("a path that leads nowhere changes nothing", () => {
  const edits = [
    { path: ["none", "b"], remove: true },
    { path: ["list", "b"], order: ["c"] },
    { path: ["group", "one", "b"], value: "c" },
  ] as const;
  expect(editJson(text, edits)).toBe(text);
});

test("what is added ends its lines as the rest of the text does", () => {
  const edited = editJson('{\r\n  "a": 1\r\n}\r\n', [{ path: ["b", "c"], value: "x" }]);
  expect(edited).toBe('{\r\n  "a": 1,\r\n  "b": {\r\n    "c": "x"\r\n  }\r\n}\r\n');
});

test("any JSON stays as it is written without edits, and is read back with the value that was put there", () => {
  fc.assert(
    fc.property(
      fc.dictionary(fc.string(), fc.jsonValue()),
      fc.jsonValue(),
      fc.nat(3),
      (document, value, spaces) => {
        const written = JSON.stringify(document, null, spaces);
        expect(editJson(written, [])).toBe(written);
        const edited = editJson(written, [{ path: ["added"], value: value as never }]);
        expect(JSON.parse(edited)).toEqual({
          ...JSON.parse(written),
          added: JSON.parse(JSON.stringify(value)),
        });
      },
    ),
  );
});
