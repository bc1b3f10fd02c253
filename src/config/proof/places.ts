import type { CallContract } from "../../shared/contract.ts";
import type { Facts, When } from "../../shared/matches.ts";
import { resolveScreens, type Screen, type Screens, type Step } from "../../shared/screens.ts";
import { factAt, valuesOfFact } from "../facts.ts";
import type { JsonPath } from "../located-json.ts";
import type { Checked } from "../rules/rule.ts";
import type { Scene } from "../scenes.ts";
import { combinationsOf, possibleIn, situationFacts } from "./answers.ts";
import { type Press, pressesOf } from "./presses.ts";
import type { Standing, World } from "./situation.ts";

/** A screen or a step, where a person can stand. */
export interface Place {
  /** `screen` or `screen#step`. */
  id: string;
  screen: Screen;
  part: Screen | Step;
  step: string | undefined;
  /** Steps at which the server's view can put somebody, in its order; none: the view knows no steps. */
  steps: readonly string[];
  /** Where it stands in screens.config.json. */
  path: JsonPath;
  /** What its view can say in a situation, as far as conditions of the place read it. */
  viewsIn(world: World, standing: Standing): readonly View[];
}

/** One answer of a place's view, and what the person can do then. */
export interface View {
  /** Tells it from the others of its place. */
  key: string;
  facts: Facts;
  presses: readonly Press[];
}

/** The configuration as the proof walks it. */
export interface Ground {
  screens: Screens;
  contracts: ReadonlyMap<string, CallContract>;
  /** Stage → screen. */
  journey: Readonly<Record<string, string>>;
  /** By id. */
  places: ReadonlyMap<string, Place>;
  /** Screen → steps that its view can name, in the order of its contract. */
  steps: ReadonlyMap<string, readonly string[]>;
  /** Screen → what its `enter` can answer, as far as its rows read it. */
  doors: ReadonlyMap<string, readonly Facts[]>;
}

/** Prepares everything that does not depend on who walks. */
export function groundOf({ screens: { value: config }, contracts, scenes }: Checked): Ground {
  const screens = resolveScreens(config);
  const steps = new Map(Object.values(screens).map((screen) => [screen.id, stepsOf(contracts, screen)]));
  const places = scenes.flatMap((scene) => {
    const place = placeOf(scene, screens, contracts, steps.get(scene.screen) ?? []);
    return place === undefined ? [] : [[place.id, place] as const];
  });
  const doors = scenes.flatMap(({ screen: id, nexts, entries }) => {
    const whens = conditionsOf(entries.enter === undefined ? [] : (screens[id]?.enter?.next ?? []));
    const facts = nexts.at(-1)?.facts ?? {};
    return whens.length === 0 ? [] : [[id, combinationsOf(namesIn(whens), facts, whens)] as const];
  });
  const { journey } = config;
  return { screens, contracts, journey, places: new Map(places), steps, doors: new Map(doors) };
}

/** Id of the place where a screen's step stands; without a step the screen itself. */
export function placeId(screen: string, step?: string): string {
  return step === undefined ? screen : `${screen}#${step}`;
}

function stepsOf(contracts: Ground["contracts"], { load }: Screen): string[] {
  const answer = contracts.get(load?.call ?? "")?.answer;
  const fact = answer === undefined ? undefined : factAt(answer, "step");
  const listed = (fact && valuesOfFact(fact)) ?? [];
  return listed.filter((step) => typeof step === "string");
}

function placeOf(
  scene: Scene,
  screens: Screens,
  contracts: Ground["contracts"],
  steps: readonly string[],
): Place | undefined {
  const screen = screens[scene.screen];
  const step = scene.entries.id;
  const part = step === undefined ? screen : screen?.steps.find(({ id }) => id === step);
  if (screen === undefined || part === undefined || screen.redirect !== undefined) return undefined;
  let all: View[] | undefined;
  const bySituation = new Map<string, readonly View[]>();
  const viewsIn = (world: World, standing: Standing) => {
    const situation = situationFacts(world, standing);
    const key = JSON.stringify(situation);
    const known = bySituation.get(key);
    if (known !== undefined) return known;
    all ??= viewsOf(scene, screen, part, contracts);
    const isPossible = possibleIn(screen.load?.call, situation);
    const views = all.filter(({ facts }) => isPossible(facts));
    bySituation.set(key, views);
    return views;
  };
  return { id: placeId(screen.id, step), screen, part, step, steps, path: scene.pathOf("id"), viewsIn };
}

/** Every combination of what the conditions of a place read, and whether a code is on its way. */
function viewsOf(scene: Scene, screen: Screen, part: Screen | Step, contracts: Ground["contracts"]): View[] {
  const rows = [...part.next, ...part.actions.flatMap(({ next }) => next)];
  const autofill = part === screen && screen.autofill !== undefined ? [screen.autofill] : [];
  const whens = conditionsOf([{ when: part.auto }, ...autofill, ...part.links, ...part.actions, ...rows]);
  const read = [...namesIn(whens), ...part.actions.flatMap(({ each }) => each ?? []), "view.delivery"];
  const names = new Set(read.filter((name) => !/^(outcome$|form\.|view\.step$)/.test(name)));
  const step = part === screen ? {} : { "view.step": scene.entries.id };
  return combinationsOf(names, scene.facts, whens).map((combination, index) => {
    const facts = { ...combination, ...step };
    return { key: String(index), facts, presses: pressesOf(screen, part, facts, contracts) };
  });
}

function conditionsOf(entries: readonly { when?: When | undefined }[]): When[] {
  return entries.flatMap(({ when }) => (when === undefined ? [] : [when]));
}

function namesIn(whens: readonly When[]): string[] {
  return whens.flatMap((when) => Object.keys(when));
}
