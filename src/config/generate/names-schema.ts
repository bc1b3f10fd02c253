import { queryParameters } from "../../shared/constants.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Catalogue } from "../../shared/translate.ts";
import {
  type Fact,
  factAt,
  factNames,
  inputsOf,
  propertiesOf,
  valuesAt,
  valuesOfFact,
} from "../resolve/facts.ts";
import type { Scene } from "../resolve/scenes.ts";
import { flattenTexts, pluralBase, sourceLocale } from "../resolve/texts.ts";
import type { Workspace } from "../resolve/workspace.ts";

/**
 * The names that files give each other (screens, calls, forms, facts, texts, …) as a schema, by which editors complete
 * them and mark one that does not exist.
 */
export function namesSchema(workspace: Workspace, scenes: readonly Scene[]): JsonSchema {
  const { screens, contracts, forms, locales, partners, vendors, sources } = workspace;
  const texts = flattenTexts(sourceLocale(workspace).value);
  const screen = Object.entries(screens.value.screens).map(([id, { path, extends: base = id }]): Named => {
    const title = texts[`screens.${base}.title`];
    return [id, title === undefined ? path : `${title} (${path})`];
  });
  const step = stepsOf(scenes);
  const back: Named = ["$returnUrl", "The address that the visitor came for."];
  const form = [...forms].map(
    ([id, { value }]): Named => [id, value.fields.map(({ name }) => name).join(", ")],
  );
  const withBody = [...contracts].filter(([, { body }]) => body !== undefined);
  const facts = factsOf(scenes);
  const described = [...facts].map(([name, alternatives]): Named => [name, descriptionOf(alternatives)]);
  const facing = (type: string) =>
    described.filter(
      ([name]) => name.startsWith("view.") && facts.get(name)?.some((each) => each.type === type),
    );
  return {
    $schema: "http://json-schema.org/draft-07/schema#",
    title: "Names",
    description:
      "Made by `npm run generate`, never edited: the names that files give each other, for editors.",
    definitions: {
      screen: oneOf("screen", screen),
      leadingOn: oneOf("screen", [...screen, back]),
      target: oneOf("screen or step", [...screen, ...step, back]),
      linked: anyText(oneOf("screen", screen), "^view\\.\\w+Ur[il]$"),
      call: oneOf(
        "call",
        [...contracts].map(([name, { summary }]) => [name, summary]),
      ),
      form: oneOf("form", form),
      panel: oneOf(
        "panel",
        [...(sources.panels?.keys() ?? [])].map((name) => [name, `src/client/panels/${name}.tsx`]),
      ),
      outcome: oneOf("outcome of the journey", journeyOutcomes(workspace)),
      message: oneOf(
        "message",
        textsBelow(texts, "messages.").map(([key, text]): Named => [key.slice("messages.".length), text]),
      ),
      problem: oneOf("text", [...textsBelow(texts, "problems."), ...textsBelow(texts, "validation.")]),
      language: oneOf(
        "language",
        [...locales.keys()].map((tag) => [tag, `locales/${tag}.json`]),
      ),
      partner: oneOf(
        "partner",
        [...partners].map(([id, { value }]) => [id, value.partnerName]),
      ),
      vendor: anyText(suggested(Object.entries(vendors.value.vendors).map(([id, { name }]) => [id, name]))),
      body: oneOf(
        "call with a body",
        withBody.map(([name, { summary }]) => [`../calls/${name}.json#/body`, summary]),
      ),
      field: oneOf("property of a body", fieldsOf(workspace)),
      list: anyText(suggested(facing("array"))),
      seconds: anyText(suggested(facing("integer"))),
      source: anyText(suggested(described)),
      with: withSchema(workspace),
      when: whenSchema(facts),
    },
  };
}

/** A name and what it stands for. */
type Named = readonly [name: string, meaning: string];

/** One of the names; a new one is unknown until they are made again. */
function oneOf(kind: string, names: readonly Named[]): JsonSchema {
  return {
    ...suggested(names),
    errorMessage: `There is no such ${kind}. If it is new: npm run generate.`,
  };
}

function suggested(names: readonly Named[]): JsonSchema {
  const unique = [...new Map(names)];
  return { enum: unique.map(([name]) => name), enumDescriptions: unique.map(([, meaning]) => meaning) };
}

/** Names that are offered where others are allowed too. */
function anyText(names: JsonSchema, pattern?: string): JsonSchema {
  const { errorMessage: _, ...offered } = names;
  const others = { type: "string", pattern };
  return { anyOf: (names.enum as string[]).length === 0 ? [others] : [offered, others] };
}

function stepsOf(scenes: readonly Scene[]): Named[] {
  const placed = scenes.flatMap(({ screen, steps }) => steps.map((step) => ({ screen, step })));
  const byStep = Map.groupBy(placed, ({ step }) => step);
  return [...byStep].map(([step, all]) => {
    const owners = [...new Set(all.map(({ screen }) => screen))];
    return [`#${step}`, `A step of ${owners.join(", ")}.`];
  });
}

function journeyOutcomes({ entitySchemas }: Workspace): Named[] {
  const values = valuesAt(entitySchemas.get("journey") ?? {}, "outcome") ?? [];
  return values.map((value) => [String(value), ""]);
}

function textsBelow(texts: Catalogue, group: string): Named[] {
  const entries = Object.entries(texts).filter(([key]) => key.startsWith(group));
  return entries.map(([key, text]) => [pluralBase(key), text]);
}

function fieldsOf({ contracts }: Workspace): Named[] {
  return [...contracts.values()].flatMap(({ body }) =>
    [...propertiesOf(body)].map(([name, schema]): Named => [name, String(schema.description ?? "")]),
  );
}

/** Every fact that anything can ask about → the schemas that its value has, wherever it is read. */
function factsOf(scenes: readonly Scene[]): Map<string, Fact["alternatives"]> {
  const schemas = scenes.flatMap(({ facts, nexts, calls }) => [
    facts,
    ...[...nexts, ...calls].map((each) => each.facts),
  ]);
  const placed = schemas.flatMap((schema) =>
    factNames(schema).map((name) => ({ name, alternatives: factAt(schema, name)?.alternatives ?? [] })),
  );
  const known = Map.groupBy(placed, ({ name }) => name);
  return new Map(
    [...known]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, all]) => [name, all.flatMap((each) => each.alternatives)]),
  );
}

function descriptionOf(alternatives: Fact["alternatives"]): string {
  return String(alternatives.find(({ description }) => description !== undefined)?.description ?? "");
}

function whenSchema(facts: ReadonlyMap<string, Fact["alternatives"]>): JsonSchema {
  const entries = [...facts].flatMap(([name, alternatives]) => {
    const plain = alternatives.filter(({ type }) => type !== "object" && type !== "array" && type !== "null");
    if (plain.length === 0 || /^(item|answer)\./.test(name)) return [];
    const values = valuesOfFact({ alternatives: plain, optional: false });
    const one = values === undefined ? {} : { enum: values };
    const several = { type: "array", ...(values !== undefined && { items: { enum: values } }) };
    return [[name, { description: descriptionOf(plain), anyOf: [one, several] }]];
  });
  return {
    properties: Object.fromEntries(entries),
    additionalProperties: false,
    errorMessage: "There is no such fact. If it is new: npm run generate.",
  };
}

function withSchema({ contracts }: Workspace): JsonSchema {
  const given = [...contracts.values()].flatMap((contract) => [...inputsOf(contract)]);
  const parameters = queryParameters.map((name): [string, JsonSchema] => [name, {}]);
  const byName = Map.groupBy([...parameters, ...given], ([name]) => name);
  const entries = [...byName].map(([name, all]) => {
    const schemas = all.map(([, schema]) => schema);
    const fixed = schemas.flatMap(
      (schema) => valuesOfFact({ alternatives: [schema], optional: false }) ?? [],
    );
    const source = { $ref: "#/definitions/source" };
    const values = suggested(fixed.map((value) => [`=${value}`, ""]));
    return [
      name,
      {
        description: descriptionOf(schemas),
        anyOf: fixed.length === 0 ? [source] : [{ enum: values.enum }, source],
      },
    ];
  });
  return { properties: Object.fromEntries(entries) };
}
