import type { RecordedState, StatesConfig } from "../../generated/config.ts";
import { buttonsOf, buttonValue } from "../../shared/buttons.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Catalogue } from "../../shared/translate.ts";
import { propertiesOf } from "../facts.ts";
import type { Finding } from "../finding.ts";
import { stateFacts } from "../gallery/derived-states.ts";
import { type Part, partsOf, type Recorded, viewSchemasOf } from "../gallery/parts.ts";
import { type ShownState, withChange } from "../gallery/shown-state.ts";
import type { JsonPath } from "../json-path.ts";
import type { LocatedJson } from "../located-json.ts";
import { nearest } from "../nearest.ts";
import { checkShape, compileAnswer } from "../shape.ts";
import { flattenTexts, sourceLocale } from "../texts.ts";
import type { Checked, Rule } from "./rule.ts";

/** What the states are checked against. */
interface Known extends Pick<Checked, "contracts" | "forms"> {
  /** Texts of the source language. */
  texts: Catalogue;
}

type Placed = (path: JsonPath) => LocatedJson;

const rule = "recorded-state";
const nothing: JsonSchema = { type: "null" };

export const recordedState: Rule = {
  id: rule,
  stops: false,
  finds: "A state of `states/` that its screen can never be in, as far as contracts and texts can tell.",
  why: "The gallery would show, and testers would judge, what nobody ever sees.",
  example: {
    file: "states/login.json",
    wrong: '"always": { "view": { "rememberAllowed": true, "local": "yes" } }',
    right: '"always": { "view": { "rememberAllowed": true, "local": true } }',
  },
  check: (checked) => {
    const parts = partsOf(checked);
    const all: Known = { ...checked, texts: flattenTexts(sourceLocale(checked).value) };
    return [...checked.states].flatMap(([id, document]) => {
      const own = parts.filter(({ screen }) => screen.id === id);
      return [
        ...strangers(checked, id, document, own),
        ...own.flatMap((part) => partFindings(all, document, part)),
      ];
    });
  },
};

/** What is wrong with what all states have in common, else with the states. */
function partFindings(known: Known, document: LocatedJson, part: Part): Finding[] {
  const always: JsonPath = part.step === undefined ? ["always"] : ["steps", part.step, "always"];
  const findingsOf = (recorded: Pick<Recorded, "change" | "path">) =>
    stateFindings(known, placed(document, recorded.path), part, recorded.change);
  const common = findingsOf({ change: {}, path: always });
  return common.length > 0 ? common : part.recorded.flatMap(findingsOf);
}

/** Files of no screen, steps that the screen has not, and states of a screen that shows itself in steps alone. */
function strangers(
  { screens }: Checked,
  id: string,
  document: LocatedJson<StatesConfig>,
  own: readonly Part[],
): Finding[] {
  const ids = Object.keys(screens.value.screens);
  if (!ids.includes(id)) return [document.at([], rule, `There is no screen "${id}".`, nearest(id, ids))];
  const { states, steps = {} } = document.value;
  const known = own.flatMap(({ step }) => step ?? []);
  const unknown = Object.keys(steps)
    .filter((step) => !known.includes(step))
    .map((step) => {
      const message = `The screen "${id}" has no step "${step}".`;
      return document.atKey(["steps", step], rule, message, nearest(step, known));
    });
  if (states === undefined || own.some(({ step }) => step === undefined)) return unknown;
  const message = `The screen "${id}" shows nothing but its steps: a state belongs to one of them.`;
  return [...unknown, document.atKey(["states"], rule, message)];
}

function stateFindings(known: Known, document: Placed, part: Part, change: RecordedState): Finding[] {
  const state = withChange(part.base, change);
  const list = part.scene.calls.find(({ role }) => role === "list")?.contract?.answer ?? nothing;
  const user = known.contracts.get("User")?.answer ?? {};
  return [
    ...shapeFindings(document(["view"]), state.view, viewSchemasOf(part)),
    ...shapeFindings(document(["list"]), state.list, [list]),
    ...shapeFindings(document(["user"]), state.user, [user]),
    ...textFindings(known, document, change),
    ...buttonFindings(document, part, change, state),
    ...fieldFindings(known, document, part, change),
  ];
}

/** Values and problems of fields that nobody sees here: neither the form has them, nor the body of a call that a panel sends. */
function fieldFindings({ forms }: Known, document: Placed, part: Part, change: RecordedState): Finding[] {
  const { entries, calls } = part.scene;
  const inForm = forms.get(entries.form ?? "")?.value.fields.map(({ name }) => name) ?? [];
  const sent = calls.flatMap(({ contract }) => [...propertiesOf(contract?.body ?? {}).keys()]);
  const fields = [...new Set([...inForm, ...sent])];
  return (["values", "problems"] as const).flatMap((kind) =>
    Object.keys(change[kind] ?? {})
      .filter((name) => name !== "" && !fields.includes(name))
      .map((name) =>
        document([kind]).atKey([name], rule, `There is no field "${name}" here.`, nearest(name, fields)),
      ),
  );
}

/** Messages and problems without a text. */
function textFindings({ texts }: Known, document: Placed, change: RecordedState): Finding[] {
  const messages = (["say", "toast", "offer"] as const).flatMap((name) =>
    change[name] === undefined ? [] : [{ path: [name], key: `messages.${change[name]}` }],
  );
  const problems = Object.entries(change.problems ?? {}).flatMap(([field, list]) =>
    list.map(({ code }, index) => ({ path: ["problems", field, index, "code"], key: code })),
  );
  return [...messages, ...problems]
    .filter(({ key }) => !(key in texts || `${key}_other` in texts))
    .map(({ path, key }) => {
      const suggestion = nearest(key, Object.keys(texts));
      return document(path).at([], rule, `There is no text "${key}".`, suggestion);
    });
}

/** Pressed buttons that are not there. */
function buttonFindings(
  document: Placed,
  { part }: Part,
  change: RecordedState,
  state: ShownState,
): Finding[] {
  const buttons = buttonsOf(part, stateFacts(state)).map(buttonValue);
  return (["asks", "asksOnPage"] as const).flatMap((name) => {
    const value = change[name];
    if (value === undefined || buttons.includes(value)) return [];
    const message = `No button that is shown here has the value "${value}".`;
    return [document([name]).at([], rule, message, nearest(value, buttons))];
  });
}

/** What a value has that none of the schemas allows; of several schemas by the one that it is nearest to. */
function shapeFindings(document: LocatedJson, value: unknown, schemas: readonly JsonSchema[]): Finding[] {
  const found = schemas.map((schema) => {
    const validate = compileAnswer(schema);
    const read = { ...document, value: withoutStep(value, schema) };
    return validate === undefined ? [] : checkShape(read, validate);
  });
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** An answer that is shown at a step does not name the step itself. */
function withoutStep(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== "object" || value === null || propertiesOf(schema).has("step")) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "step"));
}

/** A part of a document as if it were one, whose findings are all this rule's. */
function placed(document: LocatedJson, outer: JsonPath): Placed {
  return (path) => ({
    ...document,
    at: (inner, _rule, ...rest) => document.at([...outer, ...path, ...inner], rule, ...rest),
    atKey: (inner, _rule, ...rest) => document.atKey([...outer, ...path, ...inner], rule, ...rest),
  });
}
