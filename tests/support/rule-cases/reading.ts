import { clients, locale, screens, set, source, swap } from "../sample-edits.ts";
import type { Case } from "./case.ts";

/** Files and JSON that cannot be read. */
export const readingCases: Case[] = [
  { rule: "json-syntax", file: screens, edit: swap('"/sample",', '"/sample"'), at: "\n" },
  { rule: "json-syntax", file: locale, edit: () => "", at: "" },
  { rule: "json-syntax", file: clients, edit: (text) => `\u{feff}${text}`, at: "\u{feff}" },
  {
    rule: "json-syntax",
    file: source,
    edit: swap("Skip to the content", "Skip to\nthe content"),
    at: '"Skip to',
  },
  {
    rule: "json-duplicate-key",
    file: screens,
    edit: swap('"path": "/sample"', '"path": "/a",\n"path": "/b"'),
    at: '"path": "/b"',
  },
  {
    rule: "json-name",
    file: locale,
    edit: swap('"shell": {', '"shell": {\n"__proto__": {},'),
    at: '"__proto__"',
  },
  { rule: "missing-file", file: screens, edit: () => undefined, at: "" },
  { rule: "unknown-file", file: "partners/northwind/partners.json", edit: () => "{}", at: "{" },
  {
    rule: "wrong-schema",
    file: "schemas/config/partner.schema.json",
    edit: set(["type"], "objekt"),
    at: '"objekt"',
    suggestion: "object",
  },
];
