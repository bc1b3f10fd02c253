import type { FormConfig, FormField } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Fault } from "../finding.ts";
import type { JsonPath } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { factAt, factNames, wrongWanted } from "../resolve/facts.ts";
import type { Rule } from "./rule.ts";

export const fieldFact: Rule = {
  id: "field-fact",
  stops: true,
  finds:
    "A `when`, `keep`, `sameAs`, `rules` or `username` of a form that reads what a screen with the form does not have.",
  why: "The field would never show, or never be filled.",
  example: {
    file: "schemas/forms/link.json",
    wrong: '"when": { "view.dateofbirth": true }',
    right: '"when": { "view.dateOfBirth": true }',
  },
  check: ({ scenes, forms }) =>
    scenes.flatMap(({ screen, entries: { form: id }, facts }) => {
      const form = id === undefined ? undefined : forms.get(id);
      if (form === undefined) return [];
      const shown: Shown = { form, screen, facts };
      const found = form.value.fields.flatMap((field, index) => [
        ...conditions(shown, field, ["fields", index, "when"]),
        ...ofItself(shown, field, ["fields", index, "when"]),
        ...kept(shown, field, ["fields", index, "keep"]),
        ...sameField(shown, field, ["fields", index, "sameAs"]),
      ]);
      const { rules, username } = form.value;
      return [
        ...found,
        ...read(shown, "rules", rules === undefined ? undefined : `${rules}.minLength`),
        ...read(shown, "username", username),
      ];
    }),
};

/** A form on one of the screens that show it. */
interface Shown {
  form: LocatedJson<FormConfig>;
  screen: string;
  facts: JsonSchema;
}

function missingFact(shown: Shown, fact: string): string | undefined {
  return factAt(shown.facts, fact) === undefined ? noFact(shown, fact) : undefined;
}

function noFact({ screen }: Shown, fact: string): string {
  return `There is no fact "${fact}" on the screen "${screen}".`;
}

function read(shown: Shown, entry: "rules" | "username", fact: string | undefined): Fault[] {
  const missing = fact === undefined ? undefined : missingFact(shown, fact);
  return missing === undefined ? [] : [shown.form.at([entry], missing)];
}

function conditions(shown: Shown, { when }: FormField, path: JsonPath): Fault[] {
  const { form, facts } = shown;
  return Object.entries(when ?? {}).flatMap(([name, wanted]) => {
    const fact = factAt(facts, name);
    if (fact === undefined)
      return [form.atKey([...path, name], noFact(shown, name), nearest(name, factNames(facts)))];
    return wrongWanted(name, fact, wanted).map(({ path: inner, message, suggestion }) =>
      form.at([...path, ...inner], message, suggestion),
    );
  });
}

function ofItself({ form }: Shown, { name, when = {} }: FormField, path: JsonPath): Fault[] {
  const own = `form.${name}`;
  if (!Object.hasOwn(when, own)) return [];
  return [form.atKey([...path, own], `The field "${name}" waits for its own value.`)];
}

function kept(shown: Shown, { name, keep }: FormField, path: JsonPath): Fault[] {
  const missing = keep === true ? missingFact(shown, `view.${name}`) : undefined;
  return missing === undefined ? [] : [shown.form.at(path, missing)];
}

function sameField({ form }: Shown, { name, sameAs }: FormField, path: JsonPath): Fault[] {
  const others = form.value.fields.map((field) => field.name).filter((other) => other !== name);
  if (sameAs === undefined || others.includes(sameAs)) return [];
  return [form.at(path, `There is no other field "${sameAs}".`, nearest(sameAs, others))];
}
