import type {
  ActionConfig,
  CallUse,
  LinkConfig,
  Next,
  NextRow,
  ScreenConfig,
} from "../../generated/config.ts";
import type { CallContract, JsonSchema } from "../../shared/contract.ts";
import type { When } from "../../shared/matches.ts";
import type { JsonPath } from "../json-path.ts";
import { propertiesOf } from "./facts.ts";
import {
  type Entries,
  factsOf,
  shownCalls,
  stepViewOf,
  viewCalls,
  viewOf,
  withFacts,
  withItem,
  withOutcome,
} from "./scene-facts.ts";
import type { Workspace } from "./workspace.ts";

/** A call of the configuration with its place and, where it exists, its contract. */
export interface PlacedCall {
  role: "enter" | "load" | "list" | "submit" | "autofill" | "action";
  use: CallUse;
  path: JsonPath;
  /** Schema of the facts that its `with` may read. */
  facts: JsonSchema;
  contract: CallContract | undefined;
}

/** Says whether a page asks it by itself, for what it shows and whether it may be seen, and no press sends it. */
export function isForShowing({ role }: Pick<PlacedCall, "role">): boolean {
  return role === "enter" || role === "load" || role === "list";
}

/** A row with its place; `journey`: it stands in the journey map, which several screens share. */
export interface PlacedRow {
  row: NextRow;
  path: JsonPath;
  journey: boolean;
}

/** A condition with its place and the schema of the facts that it may ask about. */
export interface PlacedWhen {
  when: When;
  path: JsonPath;
  facts: JsonSchema;
}

/** A `next` with everything that its rows can read. */
export interface PlacedNext {
  path: JsonPath;
  rows: PlacedRow[];
  facts: JsonSchema;
  /** Every way that its call can end needs a row; what only turns some visitors away needs none. */
  complete: boolean;
  /** That of an `enter`. */
  isDoor?: true;
}

/** A screen or a wizard's step as the rules see it: what it says itself and what it takes over, each with its place. */
export interface Scene {
  screen: string;
  /** Group of its texts: `screens.login`, `screens.setupTwoFactor.choose`. */
  textKey: string;
  /** Place of the whole. */
  path: JsonPath;
  /** Calls whose answers it can show. */
  views: string[];
  entries: Entries;
  /** Place of an entry; that of the screen where it has none. */
  pathOf(entry: keyof Entries): JsonPath;
  /** Ids of the steps that `#id` can name. */
  steps: string[];
  calls: PlacedCall[];
  nexts: PlacedNext[];
  /** Its own rows, each once; `facts` is what any of the calls that end there gives it to read. */
  rows: { row: NextRow; path: JsonPath; facts: JsonSchema }[];
  links: { link: LinkConfig; path: JsonPath }[];
  actions: { action: ActionConfig; path: JsonPath }[];
  /** Every condition. */
  whens: PlacedWhen[];
  /** Schema of the facts of its links and actions. */
  facts: JsonSchema;
}

/** What rules and the proof look at. */
export interface Checked extends Workspace {
  scenes: readonly Scene[];
}

/** Every screen and every step of the configuration. */
export function scenesOf(workspace: Workspace): Scene[] {
  const { screens } = workspace.screens.value;
  return Object.entries(screens).flatMap(([id, own]) => {
    const base = own.extends !== undefined && Object.hasOwn(screens, own.extends) ? own.extends : id;
    const entries: Entries = { ...screens[base], ...own };
    const steps = entries.steps ?? [];
    const origin = (entry: keyof Entries) => (Object.hasOwn(own, entry) || base === id ? id : base);
    const pathOf = (entry: keyof Entries) =>
      Object.hasOwn(entries, entry) ? ["screens", origin(entry), entry] : ["screens", id];
    const ids = steps.map((step) => step.id);
    const view = viewOf(workspace, entries);
    const textKey = `screens.${base}`;
    const views = viewCalls(entries);
    const whole = { screen: id, textKey, path: ["screens", id], views, entries, pathOf, steps: ids };
    return [
      sceneOf(workspace, whole, view, entries.access),
      ...steps.map((step, index) => {
        const path = [...pathOf("steps"), index];
        const inStep = (entry: keyof Entries) => (Object.hasOwn(step, entry) ? [...path, entry] : path);
        const shown = stepViewOf(workspace, entries, step.id);
        const shownViews = [...views, ...shownCalls(entries, step.id)];
        const part = {
          ...whole,
          textKey: `${textKey}.${step.id}`,
          path,
          views: shownViews,
          entries: step,
          pathOf: inStep,
        };
        return sceneOf(workspace, part, shown, entries.access);
      }),
    ];
  });
}

function sceneOf(
  workspace: Workspace,
  scene: Pick<Scene, "screen" | "textKey" | "path" | "views" | "entries" | "pathOf" | "steps">,
  view: JsonSchema | undefined,
  access: ScreenConfig["access"],
): Scene {
  const { entries, pathOf } = scene;
  const facts = factsOf(workspace, entries, view, access);
  const place = (role: Exclude<PlacedCall["role"], "action">): PlacedCall[] => {
    const use = entries[role];
    return use === undefined
      ? []
      : [{ role, use, path: pathOf(role), facts, contract: workspace.contracts.get(use.call) }];
  };
  const actions = (entries.actions ?? []).map((action, index) => ({
    action,
    path: [...pathOf("actions"), index],
  }));
  const buttons = actions.map(({ action, path }) => ({
    role: "action" as const,
    use: action,
    path,
    facts: withItem(facts, action.each),
    contract: workspace.contracts.get(action.call),
  }));
  const links = (entries.links ?? []).map((link, index) => ({
    link: typeof link === "string" ? { to: link } : link,
    path: [...pathOf("links"), index],
  }));
  const calls = [
    ...place("enter"),
    ...place("load"),
    ...place("list"),
    ...place("submit"),
    ...place("autofill"),
    ...buttons,
  ];
  const nexts = nextsOf(workspace, { ...scene, facts, actions, calls });
  const rows = rowsOf(nexts);
  const conditional = [
    ...links.map(({ link, path }) => ({ when: link.when, path: [...path, "when"], facts })),
    ...actions.map(({ action, path }) => ({ when: action.when, path: [...path, "when"], facts })),
    ...rows.map(({ row, path, facts: own }) => ({ when: row.when, path: [...path, "when"], facts: own })),
    { when: entries.auto, path: pathOf("auto"), facts },
    { when: entries.autofill?.when, path: [...pathOf("autofill"), "when"], facts },
  ];
  const whens = conditional.flatMap(({ when, ...place }) => (when === undefined ? [] : [{ when, ...place }]));
  return { ...scene, facts, actions, links, calls, nexts, rows, whens };
}

function nextsOf(
  workspace: Workspace,
  scene: Pick<Scene, "entries" | "pathOf" | "facts" | "actions" | "calls">,
): PlacedNext[] {
  const { entries, pathOf, facts, actions, calls } = scene;
  const contractOf = (role: PlacedCall["role"]) => calls.find((call) => call.role === role)?.contract;
  const own = placeNext(workspace, entries.next, pathOf(entries.next === undefined ? "submit" : "next"));
  // A form without a call chooses the way itself; without either, the rows are there for the actions.
  const sends = entries.submit !== undefined || entries.form !== undefined;
  const submit = { ...own, facts: withOutcome(facts, contractOf("submit")), complete: true };
  const autofill = { ...own, facts: withOutcome(facts, contractOf("autofill")), complete: true };
  const buttons = actions.map(({ action, path }) => {
    const outcomes = withOutcome(withItem(facts, action.each), workspace.contracts.get(action.call));
    const { next } = action;
    return next === undefined
      ? { ...own, facts: outcomes, complete: propertiesOf(outcomes).has("outcome") }
      : { ...placeNext(workspace, next, [...path, "next"]), facts: outcomes, complete: true };
  });
  const door = {
    ...placeNext(workspace, entries.enter?.next, [...pathOf("enter"), "next"]),
    facts: withFacts(facts, { view: contractOf("enter")?.answer }),
    complete: false,
    isDoor: true as const,
  };
  const offered = entries.autofill === undefined ? [] : [autofill];
  const doors = entries.enter === undefined ? [] : [door];
  return [...(sends ? [submit] : []), ...offered, ...buttons, ...doors];
}

/** Own rows, each once, with what any of the calls that end there gives it to read. */
function rowsOf(nexts: readonly PlacedNext[]): Scene["rows"] {
  const placed = nexts.flatMap(({ rows, facts }) => rows.map((row) => ({ ...row, facts })));
  const groups = Map.groupBy(
    placed.filter(({ journey }) => !journey),
    ({ path }) => JSON.stringify(path),
  );
  return [...groups.values()].flatMap((group) => {
    const [first] = group;
    return first === undefined ? [] : [{ ...first, facts: { anyOf: group.map(({ facts }) => facts) } }];
  });
}

/** The rows of a `next` with the place of each, those of the journey written out. */
export function placeNext(
  workspace: Workspace,
  next: Next | undefined,
  path: JsonPath,
): Pick<PlacedNext, "path" | "rows"> {
  const journey = Object.entries(workspace.screens.value.journey).map(
    ([outcome, go]): PlacedRow => ({
      row: { when: { outcome }, go },
      path: ["journey", outcome],
      journey: true,
    }),
  );
  const rows = (next ?? []).flatMap((row, index) =>
    row === "$journey" ? journey : [{ row, path: [...path, index], journey: false } satisfies PlacedRow],
  );
  return { path, rows };
}
