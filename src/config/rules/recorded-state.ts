import { buttonsOf, buttonValue } from "../../shared/buttons.ts";
import { defaultLanguage } from "../../shared/constants.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { propertiesOf } from "../facts.ts";
import type { Finding } from "../finding.ts";
import { stateFacts } from "../gallery/derived-states.ts";
import { type Part, partsOf, type Recorded, viewSchemasOf } from "../gallery/parts.ts";
import { withChange } from "../gallery/shown-state.ts";
import type { JsonPath, LocatedJson } from "../located-json.ts";
import { nearest } from "../nearest.ts";
import { checkShape, compileAnswer } from "../shape.ts";
import { flattenTexts } from "../texts.ts";
import type { Checked, Rule } from "./rule.ts";

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
    return [...checked.states].flatMap(([id, document]) => {
      const own = parts.filter(({ screen }) => screen.id === id);
      return [
        ...strangers(checked, id, document, own),
        ...own.flatMap((part) => partFindings(checked, document, part)),
      ];
    });
  },
};

/** What is wrong with what all states have in common, else with the states. */
function partFindings(checked: Checked, document: LocatedJson, part: Part): Finding[] {
  const always: JsonPath = part.step === undefined ? ["always"] : ["steps", part.step, "always"];
  const common = stateFindings(checked, document, part, { change: {}, path: always });
  if (common.length > 0) return common;
  return part.recorded.flatMap((state) => stateFindings(checked, document, part, state));
}

/** Files of no screen, steps that the screen has not, and states of a screen that shows itself in steps alone. */
function strangers(
  { screens }: Checked,
  id: string,
  document: LocatedJson<{ steps?: object; states?: object }>,
  parts: readonly Part[],
): Finding[] {
  const ids = Object.keys(screens.value.screens);
  if (!ids.includes(id))
    return [document.at([], "recorded-state", `There is no screen "${id}".`, nearest(id, ids))];
  const own = parts.filter(({ screen }) => screen.id === id);
  const steps = own.flatMap(({ step }) => step ?? []);
  const unknown = Object.keys(document.value.steps ?? {}).filter((step) => !steps.includes(step));
  const findings = unknown.map((step) =>
    document.atKey(
      ["steps", step],
      "recorded-state",
      `The screen "${id}" has no step "${step}".`,
      nearest(step, steps),
    ),
  );
  if (document.value.states === undefined || own.some(({ step }) => step === undefined)) return findings;
  return [
    ...findings,
    document.atKey(
      ["states"],
      "recorded-state",
      `The screen "${id}" shows nothing but its steps: a state belongs to one of them.`,
    ),
  ];
}

function stateFindings(
  { locales, contracts }: Checked,
  document: LocatedJson,
  part: Part,
  { change, path }: Pick<Recorded, "change" | "path">,
): Finding[] {
  const state = withChange(part.base, change);
  const list = part.scene.calls.find(({ role }) => role === "list")?.contract?.answer;
  const texts = flattenTexts(locales.get(defaultLanguage)?.value ?? {});
  const keys = Object.keys(texts);
  const hasText = (key: string) => key in texts || `${key}_other` in texts;
  const named = (at: JsonPath, key: string): Finding[] =>
    hasText(key)
      ? []
      : [document.at([...path, ...at], "recorded-state", `There is no text "${key}".`, nearest(key, keys))];
  const buttons = buttonsOf(part.part, { ...stateFacts(state) }).map(buttonValue);
  const pressed = (at: "asks" | "asksOnPage"): Finding[] => {
    const value = change[at];
    return value === undefined || buttons.includes(value)
      ? []
      : [
          document.at(
            [...path, at],
            "recorded-state",
            `No button that is shown here has the value "${value}".`,
            nearest(value, buttons),
          ),
        ];
  };
  return [
    ...shapeFindings(document, [...path, "view"], state.view, viewSchemasOf(part)),
    ...shapeFindings(
      document,
      [...path, "list"],
      state.list,
      list === undefined ? [{ type: "null" }] : [list],
    ),
    ...shapeFindings(document, [...path, "user"], state.user, [contracts.get("User")?.answer ?? {}]),
    ...(["say", "toast", "offer"] as const).flatMap((name) =>
      change[name] === undefined ? [] : named([name], `messages.${change[name]}`),
    ),
    ...Object.entries(change.problems ?? {}).flatMap(([field, list]) =>
      list.flatMap(({ code }, index) => named(["problems", field, index, "code"], code)),
    ),
    ...pressed("asks"),
    ...pressed("asksOnPage"),
  ];
}

/** What a value has that none of the schemas allows; of several schemas by the one that it is nearest to. */
function shapeFindings(
  document: LocatedJson,
  path: JsonPath,
  value: unknown,
  schemas: readonly JsonSchema[],
): Finding[] {
  const found = schemas.map((schema) => {
    const placed: LocatedJson = {
      ...document,
      value: withoutStep(value, schema),
      at: (inner, _rule, ...rest) => document.at([...path, ...inner], "recorded-state", ...rest),
      atKey: (inner, _rule, ...rest) => document.atKey([...path, ...inner], "recorded-state", ...rest),
    };
    const validate = compileAnswer(schema);
    return validate === undefined ? [] : checkShape(placed, validate);
  });
  return found.toSorted((a, b) => a.length - b.length)[0] ?? [];
}

/** An answer that is shown at a step does not name the step itself. */
function withoutStep(value: unknown, schema: JsonSchema): unknown {
  if (typeof value !== "object" || value === null || propertiesOf(schema).has("step")) return value;
  return Object.fromEntries(Object.entries(value).filter(([name]) => name !== "step"));
}
