import { call, clients, drop, form, locale, partner, rename, screens, set } from "../sample-edits.ts";
import type { Case } from "./case.ts";

/** Keys, names and values that a file may not have. */
export const shapeCases: Case[] = [
  {
    rule: "unknown-key",
    file: screens,
    edit: rename(["screens", "home", "panel"], "pannel"),
    at: '"pannel"',
    suggestion: "panel",
  },
  { rule: "unknown-key", file: partner, edit: rename(["defaultLanguage"], "language"), at: '"language"' },
  {
    rule: "unknown-key",
    file: screens,
    edit: set(["screens", "login", "links", 0], { to: "recover", iff: {} }),
    at: '"iff"',
  },
  { rule: "missing-key", file: clients, edit: drop(["clients", "payroll", "name"]), at: "{" },
  { rule: "missing-key", file: screens, edit: drop(["screens", "sample", "next", 0, "go"]), at: "{" },
  {
    rule: "wrong-name",
    file: screens,
    edit: rename(["screens", "sample"], "Sample-screen"),
    at: '"Sample-screen"',
  },
  {
    rule: "wrong-name",
    file: screens,
    edit: rename(["screens", "sample", "next", 0, "when", "outcome"], "outcom"),
    at: '"outcom"',
  },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "home", "layout"], "bear"),
    at: '"bear"',
    suggestion: "bare",
  },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "login", "next", 0], "$jurney"),
    at: '"$jurney"',
    suggestion: "$journey",
  },
  { rule: "wrong-value", file: screens, edit: set(["screens", "login", "links", 0], 7), at: "7" },
  {
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "sample", "path"], "/sample/"),
    at: '"/sample/"',
  },
  ...["view.username", "view.providers", "view.client.name"].map((to) => ({
    rule: "wrong-value",
    file: screens,
    edit: set(["screens", "sample", "links", 0], { to, label: "provider" }),
    at: `"${to}"`,
  })),
  { rule: "wrong-value", file: partner, edit: set(["themesBackgroundColor"], "blue"), at: '"blue"' },
  {
    rule: "wrong-value",
    file: call,
    edit: set(["access"], "anonymus"),
    at: '"anonymus"',
    suggestion: "anonymous",
  },
  {
    rule: "wrong-value",
    file: form,
    edit: set(["fields", 0, "widget"], "radios"),
    at: '"radios"',
    suggestion: "radio",
  },
  { rule: "wrong-value", file: locale, edit: set(["shell", "close"], 5), at: "5" },
  {
    rule: "wrong-value",
    file: call,
    edit: set(["body", "properties", "phone", "type"], "strin"),
    at: '"strin"',
    suggestion: "string",
  },
];
