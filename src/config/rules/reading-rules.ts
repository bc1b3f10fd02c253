import type { RulePage } from "./rule.ts";

/** What is found while files are read: what is no JSON, has the wrong shape, or is no sound schema. No rule runs before. */
export const readingRules: readonly RulePage[] = [
  {
    id: "json-syntax",
    finds: "A file that is no JSON, or not saved as UTF-8.",
    why: "Nothing of it can be read. Most often a comma is missing, or one stands after the last entry.",
    example: {
      file: "clients.config.json",
      wrong: '"https://payroll.example/other",]',
      right: '"https://payroll.example/other"]',
    },
  },
  {
    id: "json-duplicate-key",
    finds: "A key that an object has twice.",
    why: "Only one of them would count, and nothing says which.",
    example: {
      file: "screens.config.json",
      wrong: '"panel": "home",\n"panel": "message",',
      right: '"panel": "home",',
    },
  },
  {
    id: "json-name",
    finds: "The key `__proto__`.",
    why: "It would change how every object behaves.",
    example: { file: "locales/de.json", wrong: '"shell": { "__proto__": {},', right: '"shell": {' },
  },
  {
    id: "missing-file",
    finds: "A file without which nothing runs.",
    why: "Screens, applications and providers each have a file of their own, although it may list nothing; every folder in `partners/` has its `partner.json`; all partners fall back to the one in `partners/default/`, and all languages to `locales/en-GB.json`.",
    example: { file: "vendors.config.json", right: '{ "vendors": {} }' },
  },
  {
    id: "unknown-file",
    finds: "A JSON file that nothing reads.",
    why: "Its name or its folder is wrong, so what it says has no effect.",
    example: { file: "partners/northwind/partners.json", wrong: "{}" },
  },
  {
    id: "unknown-key",
    finds: "A key that is not known at this place.",
    why: "What it says would have no effect. A key that belongs elsewhere stands too deep or not deep enough.",
    example: { file: "screens.config.json", wrong: '"pannel": "home"', right: '"panel": "home"' },
  },
  {
    id: "missing-key",
    finds: "A key without which its object means nothing.",
    why: "There is no value that could be taken in its place.",
    example: {
      file: "clients.config.json",
      wrong: '"payroll": { "partnerId"',
      right: '"payroll": { "name": "Payroll", "partnerId"',
    },
  },
  {
    id: "wrong-name",
    finds: "A key with letters that the names at this place cannot have.",
    why: "Names stand in addresses, text keys and conditions, so each kind has a spelling of its own.",
    example: { file: "screens.config.json", wrong: '"change-password": {', right: '"changePassword": {' },
  },
  {
    id: "wrong-value",
    finds: "A value that is not allowed at this place.",
    why: "It has the wrong type, is none of the possible ones, or does not look as it must.",
    example: { file: "screens.config.json", wrong: '"layout": "bear"', right: '"layout": "bare"' },
  },
  {
    id: "wrong-schema",
    finds: "A schema of `schemas/config/` that is none.",
    why: "The files that it describes cannot be checked.",
    example: {
      file: "schemas/config/vendors.schema.json",
      wrong: '"type": "objekt", "additionalProperties": false, "required": ["vendors"]',
      right: '"type": "object", "additionalProperties": false, "required": ["vendors"]',
    },
  },
  {
    id: "schema-keyword",
    finds: "A keyword in a contract or entity that JSON Schema does not know.",
    why: "It would be passed over, and with it the bound that it should set (draft-07).",
    example: {
      file: "schemas/calls/Recover.json",
      wrong: '"minLength": 1, "maxLenght": 200',
      right: '"minLength": 1, "maxLength": 200',
    },
  },
  {
    id: "schema-bound",
    finds:
      "A bound or a `const` that nothing meets, a default beyond its bounds, an unknown format or a pattern that is none.",
    why: "Every call would be refused, or the pages could not be built.",
    example: {
      file: "schemas/calls/Customers.json",
      wrong: '"maximum": 50, "default": 500',
      right: '"maximum": 50, "default": 5',
    },
  },
  {
    id: "schema-required",
    finds: "A required name that is no property.",
    why: "Nobody could ever give it, so each call would be refused.",
    example: {
      file: "schemas/calls/Login.json",
      wrong: '"required": ["username", "pasword"]',
      right: '"required": ["username", "password"]',
    },
  },
  {
    id: "schema-wordless",
    finds: "A property or item that is described by `true` or `false` alone.",
    why: "It could hold anything or nothing; conditions, pages and the bounds of a call need its type.",
    example: {
      file: "schemas/calls/SendOTP.json",
      wrong: '"username": true',
      right:
        '"username": { "type": "string", "maxLength": 200, "description": "User name, for a one-time token." }',
    },
  },
  {
    id: "schema-reference",
    finds: "A `$ref` that leads nowhere or in a circle.",
    why: "What it stands for cannot be written out.",
    example: {
      file: "schemas/calls/Login.json",
      wrong: '"$ref": "../entities/jorney.json"',
      right: '"$ref": "../entities/journey.json"',
    },
  },
];
