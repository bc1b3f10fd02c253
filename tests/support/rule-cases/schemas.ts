import { call, rename, set } from "../sample-edits.ts";
import type { Case } from "./case.ts";

/** Contracts, entities and forms that are no sound schema. */
export const schemaCases: Case[] = [
  {
    rule: "schema-keyword",
    file: call,
    edit: rename(["body", "properties", "phone", "maxLength"], "maxLenght"),
    at: '"maxLenght"',
    suggestion: "maxLength",
  },
  {
    rule: "schema-wordless",
    file: call,
    edit: set(["answer", "properties", "outcome"], true),
    at: "true",
  },
  {
    rule: "schema-required",
    file: call,
    edit: set(["body", "required", 0], "methode"),
    at: '"methode"',
    suggestion: "method",
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "../entities/usr.json"),
    at: '"../entities/usr.json"',
    suggestion: "../entities/user.json",
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#x"),
    at: '"#x"',
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#/summary"),
    at: '"#/summary"',
  },
  {
    rule: "schema-reference",
    file: "schemas/calls/User.json",
    edit: set(["answer", "$ref"], "#"),
    at: '"#"',
  },
  {
    rule: "schema-reference",
    file: "schemas/entities/role.json",
    edit: set(["properties", "id"], { $ref: "user.json" }),
    at: '"user.json"',
  },
];
