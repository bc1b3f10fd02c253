import { posix } from "node:path";
import type { Rule } from "./rule.ts";

export const editorSchema: Rule = {
  id: "editor-schema",
  stops: false,
  finds: "A file that does not name its schema, or names another one.",
  why: "By `$schema` editors complete names, explain entries and mark mistakes while they are typed.",
  example: {
    file: "partners/northwind/partner.json",
    wrong: '"$schema": "../../schemas/config/partners.schema.json"',
    right: '"$schema": "../../schemas/config/partner.schema.json"',
  },
  check: ({ described }) =>
    described
      // What stands elsewhere, as an operator's own files do, is edited elsewhere.
      .filter(({ document: { file } }) => !file.startsWith("../"))
      .flatMap(({ document, schema }) => {
        const value = document.value as Record<string, unknown>;
        const wanted = schema.includes(":") ? schema : pathTo(schema, document.file);
        if (value.$schema === wanted) return [];
        const fault =
          value.$schema === undefined
            ? document.at([], `The entry "$schema": "${wanted}" is missing.`)
            : document.at(["$schema"], "This is no schema of this file.", wanted);
        const edits = [
          { path: ["$schema"], value: wanted },
          { path: [], order: ["$schema", ...Object.keys(value)] },
        ];
        return [{ ...fault, fix: { does: `"$schema" set to "${wanted}"`, edits } }];
      }),
};

function pathTo(schema: string, file: string): string {
  const path = posix.relative(posix.dirname(file), schema);
  return path.startsWith("../") ? path : `./${path}`;
}
