import type { RecordedState, RecordedStates } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { resolveScreens, type Screen, type Step } from "../../shared/screens.ts";
import type { JsonPath } from "../json-path.ts";
import { alternativesOf, propertiesOf } from "../resolve/facts.ts";
import { type Scene, scenesOf } from "../resolve/scenes.ts";
import type { Workspace } from "../resolve/workspace.ts";
import { neutralValue } from "./neutral-value.ts";
import { type ShownState, userOf, withChange } from "./shown-state.ts";

/** A state of a part, with the place that says so: in `states/`, or in screens.config.json where it follows from that. */
export interface Recorded {
  name: string;
  change: RecordedState;
  path: JsonPath;
}

/** A screen or a step as the gallery shows it. */
export interface Part {
  screen: Screen;
  /** The step; of a screen without one itself. */
  part: Screen | Step;
  step: string | undefined;
  scene: Scene;
  /** Whose file of `states/` counts: the screen's own, else that of the screen that it extends. */
  file: string;
  /** What all its states have in common. */
  base: ShownState;
  recorded: Recorded[];
}

/** Every screen and step that shows something; a screen that leads on and one that only has steps show nothing. */
export function partsOf(workspace: Workspace): Part[] {
  const screens = resolveScreens(workspace.screens.value);
  return scenesOf(workspace).flatMap((scene) => {
    const screen = screens[scene.screen];
    const step = scene.entries.id;
    const { form, panel } = scene.entries;
    if (screen === undefined || (form ?? panel) === undefined) return [];
    const part = screen.steps.find(({ id }) => id === step) ?? screen;
    const file = workspace.states.has(screen.id) ? screen.id : screen.textId;
    const { always, states, path } = recordedOf(workspace, file, step);
    const neutral = neutralState(screen, step, scene);
    const base = always.reduce(withChange, neutral);
    const recorded = Object.entries(states).map(([name, change]) => ({
      name,
      change,
      path: [...path, "states", name],
    }));
    return [{ screen, part, step, scene, file, base, recorded }];
  });
}

/** Schemas of the views that a part can have; an answer that a row shows there comes last. */
export function viewSchemasOf({ scene }: Pick<Part, "scene">): JsonSchema[] {
  const view = propertiesOf(scene.facts).get("view");
  return view === undefined ? [] : alternativesOf(view);
}

function recordedOf(workspace: Workspace, file: string, step: string | undefined) {
  const own = workspace.states.get(file)?.value ?? {};
  const inner = step === undefined ? own : (own.steps?.[step] ?? {});
  const states: RecordedStates = inner.states ?? {};
  const always = [own.always, ...(step === undefined ? [] : [inner.always])];
  const path: JsonPath = step === undefined ? [] : ["steps", step];
  return { always: always.filter((state) => state !== undefined), states, path };
}

function neutralState(screen: Screen, step: string | undefined, scene: Scene): ShownState {
  const shown = viewSchemasOf({ scene }).at(-1);
  const view = (shown === undefined ? {} : neutralValue(shown)) as Record<string, unknown>;
  const list = scene.calls.find(({ role }) => role === "list")?.contract?.answer;
  return {
    query: {},
    returnUrl: "/",
    view: step === undefined ? view : { ...view, step },
    list: list === undefined ? null : (neutralValue(list) as Record<string, unknown>),
    user: userOf(screen.access === "authenticated"),
    values: {},
    problems: {},
    busy: false,
    failed: false,
  };
}
