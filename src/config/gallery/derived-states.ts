import type { FormConfig, FormField, RecordedState } from "../../generated/config.ts";
import { buttonsOf, buttonValue } from "../../shared/buttons.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches, toFacts, type When } from "../../shared/matches.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { JsonPath } from "../json-path.ts";
import { propertiesOf, requiredOf } from "../resolve/facts.ts";
import { kebabCase } from "../words.ts";
import type { Part, Recorded } from "./parts.ts";
import { sampleParams } from "./sample-params.ts";
import { merged, type ShownState, withChange } from "./shown-state.ts";

/** What the derivation reads beside a part. */
export interface DerivationSources {
  forms: ReadonlyMap<string, { value: FormConfig }>;
  /** Texts of the source language. */
  texts: Catalogue;
}

/** The states of a part that nobody has to write: empty, filled, waiting, each problem, each condition, each question. */
export function derivedStates(part: Part, sources: DerivationSources): Recorded[] {
  const { scene } = part;
  const form = sources.forms.get(scene.entries.form ?? "")?.value;
  const at = scene.pathOf("submit");
  const whole = pathOfPart(part);
  const sends = scene.entries.submit !== undefined || scene.actions.length > 0;
  return [
    { name: "empty", change: {}, path: whole },
    ...(form === undefined ? [] : formStates(part, form, sources.texts)),
    ...(sends ? [{ name: "waiting", change: { ...filled(form), busy: true }, path: at }] : []),
    ...problemStates(part, form, sources.texts),
    ...conditionStates(part, form),
    ...questionStates(part),
  ];
}

/** What people type, by the kind of field. */
const typed: Partial<Record<FormField["widget"], unknown>> = {
  "one-time-code": "271828",
  password: "correct horse battery",
  "new-password": "correct horse battery staple",
  email: "robin@payroll.example",
  phone: "+44 1632 960123",
  date: "1985-04-12",
  checkbox: true,
};

function filled(form: FormConfig | undefined): Pick<RecordedState, "values"> {
  const values = (form?.fields ?? []).map(({ name, widget }) => [name, typed[widget] ?? "robin.example"]);
  return form === undefined ? {} : { values: Object.fromEntries(values) };
}

/** What the form itself can say: everything missing, and for each field what is wrong with its form. */
function formStates({ scene }: Part, form: FormConfig, texts: Catalogue): Recorded[] {
  const schema = propertiesOf(scene.facts).get("form");
  // A neutral page does not show what has a condition: nobody can have left it empty there.
  const needed = form.fields.filter(
    ({ name, required, when }) =>
      when === undefined && (required === true || requiredOf(schema).includes(name)),
  );
  const missing = needed.map(({ name }) => [name, [{ code: "validation.required" }]]);
  const wrong = form.fields.flatMap((field) =>
    validationCodes(field, propertiesOf(schema).get(field.name) ?? {}).map((code) => ({
      name: problemName(field.name, code),
      change: {
        ...filled(form),
        problems: { [field.name]: [{ code, params: sampleParams(texts, code) }] },
      },
      path: scene.pathOf("form"),
    })),
  );
  const path = scene.pathOf("form");
  const required = { name: "required", change: { problems: Object.fromEntries(missing) }, path };
  return [{ name: "filled", change: filled(form), path }, ...(needed.length > 0 ? [required] : []), ...wrong];
}

/** What the browser finds in a value that was typed, beside that it is missing. */
function validationCodes({ widget, sameAs }: FormField, { pattern }: JsonSchema): string[] {
  return [
    ...(widget === "email" ? ["validation.email"] : []),
    ...(pattern === undefined ? [] : ["validation.pattern"]),
    ...(sameAs === undefined ? [] : ["validation.match"]),
    ...(widget === "new-password" ? ["validation.passwordRules"] : []),
    ...(widget === "date" ? ["validation.dateIncomplete", "validation.dateFuture"] : []),
  ];
}

/** Each problem that a call of the part can answer with. */
function problemStates({ scene }: Part, form: FormConfig | undefined, texts: Catalogue): Recorded[] {
  const sent = scene.calls.filter(({ role }) => role === "submit" || role === "action");
  return sent.flatMap(({ contract, path, role }) => {
    const general = [
      ...(contract?.rate === "guess" ? ["problems.tooManyMinutes", "problems.tooManyHours"] : []),
      ...(contract?.captcha === true ? ["problems.captchaNeedsScript"] : []),
    ];
    const said = Object.entries(contract?.problems ?? {}).flatMap(([field, codes]) =>
      codes.map((code) => ({ field, code })),
    );
    const problems = [...general.map((code) => ({ field: "", code })), ...said].map(({ field, code }) => ({
      name: problemName(field, code),
      change: { ...filled(form), problems: { [field]: [{ code, params: sampleParams(texts, code) }] } },
      path,
    }));
    const challenges = (["captcha", "captchaCheckbox"] as const).map((dialog) => ({
      name: kebabCase(dialog),
      change: { ...filled(form), dialog },
      path,
    }));
    return contract?.captcha === true && role === "submit" ? [...problems, ...challenges] : problems;
  });
}

/** `code`, `problems.codeWrong` → `code-wrong`; a field that the code does not name goes before it. */
function problemName(field: string, code: string): string {
  const said = kebabCase(code.slice(code.indexOf(".") + 1));
  const name = kebabCase(field);
  return said.startsWith(name) ? said : `${name}-${said}`;
}

/** Each link, button and field with a condition that no state before has fulfilled, in a state that does. */
function conditionStates(part: Part, form: FormConfig | undefined): Recorded[] {
  const { scene, base, recorded } = part;
  const known = [base, ...recorded.map(({ change }) => withChange(base, change))].map(stateFacts);
  const links = scene.links.map(({ link, path }) => ({ name: link.label ?? link.to, when: link.when, path }));
  const actions = scene.actions.map(({ action: { label, when }, path }) => ({ name: label, when, path }));
  const fields = (form?.fields ?? []).map(({ name, when }) => ({ name, when, path: scene.pathOf("form") }));
  return [...links, ...actions, ...fields].flatMap(({ name, when, path }) => {
    // A partner's rule is seen by choosing the partner.
    const own = Object.fromEntries(
      Object.entries(when ?? {}).filter(([fact]) => !fact.startsWith("partner.")),
    );
    if (known.some((facts) => matches(own, facts))) return [];
    return [{ name: `with-${kebabCase(name)}`, change: changeFor(own), path }];
  });
}

/** What conditions read of a state. */
export function stateFacts({ query, view, user, values }: ShownState): Facts {
  return toFacts({ query, view, user, form: values });
}

function changeFor(when: When): RecordedState {
  const changes = Object.entries(when).map(([fact, wanted]) => {
    const [root = "", ...path] = fact.split(".");
    const value: unknown = Array.isArray(wanted) ? wanted[0] : wanted;
    const inner = path.reduceRight<unknown>((value, name) => ({ [name]: value }), value);
    return { [root === "form" ? "values" : root]: inner };
  });
  return changes.reduce<RecordedState>((all, change) => merged(all, change), {});
}

/** Each button that asks back: the question over the page, and the page that asks without script. */
function questionStates({ part, scene, base, recorded }: Part): Recorded[] {
  const states = [{ change: {} as RecordedState }, ...recorded];
  return scene.actions
    .filter(({ action }) => action.confirm === true)
    .flatMap(({ action: { label }, path }) => {
      for (const { change } of states) {
        const facts = stateFacts(withChange(base, change));
        const button = buttonsOf(part, facts).find((shown) => shown.label === label);
        if (button === undefined) continue;
        const value = buttonValue(button);
        const name = `asks-${kebabCase(label)}`;
        return [
          { name, change: { ...change, asks: value }, path },
          { name: `${name}-on-page`, change: { ...change, asksOnPage: value }, path },
        ];
      }
      return [];
    });
}

/** Where a screen or step begins. */
function pathOfPart({ scene, step }: Part): JsonPath {
  return step === undefined ? ["screens", scene.screen] : scene.pathOf("id").slice(0, -1);
}
