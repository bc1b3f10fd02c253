import type { RecordedState, StatesConfig } from "../../generated/config.ts";
import { buttonsOf, buttonValue } from "../../shared/buttons.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import type { Catalogue } from "../../shared/translate.ts";
import type { Fault } from "../finding.ts";
import { stateFacts } from "../gallery/derived-states.ts";
import { type Part, partsOf, type Recorded, viewSchemasOf } from "../gallery/parts.ts";
import { type ShownState, withChange } from "../gallery/shown-state.ts";
import type { JsonPath } from "../json-path.ts";
import { nearest } from "../nearest.ts";
import type { LocatedJson } from "../read/located-json.ts";
import { checkShape, compileAnswer } from "../read/shape.ts";
import { propertiesOf } from "../resolve/facts.ts";
import type { Checked } from "../resolve/scenes.ts";
import { flattenTexts, sourceLocale } from "../resolve/texts.ts";
import type { Rule } from "./rule.ts";

/** What the states are checked against. */
interface Known extends Pick<Checked, "contracts" | "forms"> {
  /** Texts of the source language. */
  texts: Catalogue;
}

type Placed = (path: JsonPath) => LocatedJson;

const nothing: JsonSchema = { type: "null" };

export const recordedState: Rule = {
  id: "recorded-state",
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
        ...own.flatMap((part) => partFaults(all, document, part)),
      ];
    });
  },
};

/** What is wrong with what all states have in common, else with the states. */
function partFaults(known: Known, document: LocatedJson, part: Part): Fault[] {
  const always: JsonPath = part.step === undefined ? ["always"] : ["steps", part.step, "always"];
  const faultsOf = (recorded: Pick<Recorded, "change" | "path">) =>
    stateFaults(known, placed(document, recorded.path), part, recorded.change);
  const common = faultsOf({ change: {}, path: always });
  return common.length > 0 ? common : part.recorded.flatMap(faultsOf);
}

/** Files of no screen, steps that the screen has not, and states of a screen that shows itself in steps alone. */
function strangers(
  { screens }: Checked,
  id: string,
  document: LocatedJson<StatesConfig>,
  own: readonly Part[],
): Fault[] {
  const ids = Object.keys(screens.value.screens);
  if (!ids.includes(id)) return [document.at([], `There is no screen "${id}".`, nearest(id, ids))];
  const { states, steps = {} } = document.value;
  const known = own.flatMap(({ step }) => step ?? []);
  const unknown = Object.keys(steps)
    .filter((step) => !known.includes(step))
    .map((step) => {
      const message = `The screen "${id}" has no step "${step}".`;
      return document.atKey(["steps", step], message, nearest(step, known));
    });
  if (states === undefined || own.some(({ step }) => step === undefined)) return unknown;
  const message = `The screen "${id}" shows nothing but its steps: a state belongs to one of them.`;
  return [...unknown, document.atKey(["states"], message)];
}

function stateFaults(known: Known, document: Placed, part: Part, change: RecordedState): Fault[] {
  const state = withChange(part.base, change);
  const list = part.scene.calls.find(({ role }) => role === "list")?.contract?.answer ?? nothing;
  const user = known.contracts.get("User")?.answer ?? {};
  return [
    ...shapeFaults(document(["view"]), state.view, viewSchemasOf(part)),
    ...shapeFaults(document(["list"]), state.list, [list]),
    ...shapeFaults(document(["user"]), state.user, [user]),
    ...textFaults(known, document, change),
    ...buttonFaults(document, part, change, state),
    ...fieldFaults(known, document, part, change),
  ];
}

/** Values and problems of fields that nobody sees here: neither the form has them, nor the body of a call that a panel sends. */
function fieldFaults({ forms }: Known, document: Placed, part: Part, change: RecordedState): Fault[] {
  const { entries, calls } = part.scene;
  const inForm = forms.get(entries.form ?? "")?.value.fields.map(({ name }) => name) ?? [];
  const sent = calls.flatMap(({ contract }) => [...propertiesOf(contract?.body ?? {}).keys()]);
  const fields = [...new Set([...inForm, ...sent])];
  return (["values", "problems"] as const).flatMap((kind) =>
    Object.keys(change[kind] ?? {})
      .filter((name) => name !== "" && !fields.includes(name))
      .map((name) =>
        document([kind]).atKey([name], `There is no field "${name}" here.`, nearest(name, fields)),
      ),
  );
}

/** Messages and problems without a text. */
function textFaults({ texts }: Known, document: Placed, change: RecordedState): Fault[] {
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
      return document(path).at([], `There is no text "${key}".`, suggestion);
    });
}

/** Pressed buttons that are not there. */
function buttonFaults(document: Placed, { part }: Part, change: RecordedState, state: ShownState): Fault[] {
  const buttons = buttonsOf(part, stateFacts(state)).map(buttonValue);
  return (["asks", "asksOnPage"] as const).flatMap((name) => {
    const value = change[name];
    if (value === undefined || buttons.includes(value)) return [];
    const message = `No button that is shown here has the value "${value}".`;
    return [document([name]).at([], message, nearest(value, buttons))];
  });
}

/** What a value has that none of the schemas allows; of several schemas by the one that it is nearest to. */
function shapeFaults(document: LocatedJson, value: unknown, schemas: readonly JsonSchema[]): Fault[] {
  const found = schemas.map((schema) => {
    const validate = compileAnswer(schema);
    const read = { ...document, value: withoutStep(value, schema) };
    return validate === undefined ? [] : checkShape(read, validate).map(({ rule: _of, ...fault }) => fault);
  });
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** An answer that is shown at a step does not name the step itself. */
function withoutStep(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== "object" || value === null || propertiesOf(schema).has("step")) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "step"));
}

/** A part of a document as if it were one. */
function placed(document: LocatedJson, outer: JsonPath): Placed {
  return (path) => ({
    ...document,
    at: (inner, ...rest) => document.at([...outer, ...path, ...inner], ...rest),
    atKey: (inner, ...rest) => document.atKey([...outer, ...path, ...inner], ...rest),
  });
}
