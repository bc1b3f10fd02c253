import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { JSONSchema4 } from "json-schema";
import { compile } from "json-schema-to-typescript";
import type { CallContract } from "../../shared/contract.ts";
import { isObject } from "../../shared/is-object.ts";
import { rulesPage } from "../finding.ts";
import { mapFiles } from "../map/map-files.ts";
import { mapMap, mapRecord } from "../map-values.ts";
import { journeyRules } from "../proof/journey-rules.ts";
import { withoutNames } from "../read/without-names.ts";
import { readWorkspace } from "../read-workspace.ts";
import { propertiesOf } from "../resolve/facts.ts";
import { scenesOf } from "../resolve/scenes.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { readingRules } from "../rules/reading-rules.ts";
import { rules } from "../rules/rules.ts";
import { withCallDocs } from "./call-docs.ts";
import { namesSchema } from "./names-schema.ts";
import { ruleDocs } from "./rule-docs.ts";
import { textsSchema } from "./texts-schema.ts";

const banner = "// Made from schemas/ by `npm run generate`. Never edited by hand.";
const options = {
  bannerComment: banner,
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
};

/**
 * Path → text of every file that is made from the data files and rules, wholly or between marks. Throws where they have not the
 * right shape; names among them may still be wrong.
 */
export async function generateFiles(root: string): Promise<Map<string, string>> {
  const workspace = await readWorkspace(root);
  const contracts = Object.fromEntries(mapMap(workspace.calls, ({ value }) => value));
  const scenes = scenesOf(workspace);
  const readme = join(root, "schemas/README.md");
  return new Map([
    [join(root, "src/generated/calls.ts"), await callTypes(root, contracts)],
    [join(root, "src/generated/config.ts"), await configTypes(root)],
    [join(root, "src/generated/call-table.ts"), callTable(workspace)],
    [join(root, "src/generated/names.schema.json"), json(namesSchema(workspace, scenes))],
    [join(root, "src/generated/texts.schema.json"), json(textsSchema(workspace))],
    [join(root, rulesPage), ruleDocs([...readingRules, ...rules, ...journeyRules])],
    ...[...(await mapFiles(workspace, scenes))].map(([path, text]): [string, string] => [
      join(root, path),
      text,
    ]),
    [readme, withCallDocs(await readFile(readme, "utf8"), contracts)],
  ]);
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

async function callTypes(root: string, contracts: Record<string, CallContract>): Promise<string> {
  const schema = {
    ...object(mapRecord(contracts, shapeOf)),
    title: "Calls",
    description: "Query, body and 200 answer of every call.",
  };
  return compile(schema as JSONSchema4, "Calls", { ...options, cwd: join(root, "schemas/calls") });
}

function shapeOf(contract: CallContract): object {
  const nothing = { tsType: "undefined" };
  const parameters = contract.query ?? {};
  const filled = Object.keys(parameters).filter((name) => parameters[name]?.default !== undefined);
  const query = { ...object(parameters), required: filled };
  const answer = contract.answer ?? (contract.content === "image" ? { tsType: "Uint8Array" } : nothing);
  return object({ query, body: contract.body ?? nothing, answer });
}

function object(properties: Record<string, unknown>): object {
  return { type: "object", additionalProperties: false, properties, required: Object.keys(properties) };
}

async function configTypes(root: string): Promise<string> {
  const parts: string[] = [];
  for (const name of ["clients", "form", "partner", "screens", "states", "vendors"]) {
    const text = await readFile(join(root, `schemas/config/${name}.schema.json`), "utf8");
    const schema = withoutRefSiblings(withoutNames(JSON.parse(text)));
    parts.push(await compile(schema as JSONSchema4, name, { ...options, bannerComment: "" }));
  }
  return [banner, ...parts].join("\n");
}

// Draft-07 ignores what stands beside a $ref, editors show it; for the type generator it would make a twin of the type.
// Examples are data: the type generator would follow a $ref in them.
function withoutRefSiblings(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(withoutRefSiblings);
  if (!isObject(schema)) return schema;
  if (typeof schema.$ref === "string") return { $ref: schema.$ref };
  const kept = Object.entries(schema).filter(([key, value]) => key !== "examples" || !Array.isArray(value));
  return Object.fromEntries(kept.map(([key, value]) => [key, withoutRefSiblings(value)]));
}

function callTable({ contracts }: Workspace): string {
  const rows = [...contracts].map(([name, { kind, method, captcha, content, query, body }]) => {
    const row = {
      kind,
      method: method ?? "POST",
      captcha: captcha ?? false,
      query: Object.keys(query ?? {}),
      body: body === undefined ? null : [...propertiesOf(body).keys()],
    };
    return content === "image" ? [] : [`  ${name}: ${JSON.stringify(row)},`];
  });
  return `${banner}
/** What a client needs to know of each JSON call to send it. */
export const callTable = {
${rows.flat().join("\n")}
} as const;
`;
}
