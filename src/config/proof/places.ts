import type { CallContract } from "../../shared/contract.ts";
import type { Facts, When } from "../../shared/matches.ts";
import { resolveScreens, type Screen, type Screens, type Step } from "../../shared/screens.ts";
import type { JsonPath } from "../json-path.ts";
import { valuesAt } from "../resolve/facts.ts";
import type { Checked, Scene } from "../resolve/scenes.ts";
import { combinationsOf, possibleIn, readTogether, situationFacts } from "./answers.ts";
import { effectOf } from "./effects.ts";
import { type Offer, offersOf, type Press } from "./presses.ts";
import type { Standing, World } from "./situation.ts";

/** A screen or a step, where a person can stand. */
export interface Place {
  /** `screen` or `screen#step`. */
  id: string;
  /** The place that says what is here: that of the screen which this one merely extends, else itself. */
  original: string;
  screen: Screen;
  part: Screen | Step;
  step: string | undefined;
  /** Steps at which the server's view can put somebody, in its order; none: the view knows no steps. */
  steps: readonly string[];
  /** Where the original stands in screens.config.json. */
  path: JsonPath;
  /** What its view can say in a situation, as far as the place reads it; none: nobody stands here then. */
  aspectsIn(world: World, standing: Standing): readonly Aspect[];
}

/**
 * Facts of a place that are read together, with every answer that the view can give of them. Those of different aspects
 * are read by different presses and say nothing of each other, so that their answers need not be multiplied.
 */
export type Aspect = readonly View[];

/** One answer of a view, as far as an aspect of its place reads it, and what the person can press by it. */
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
export function groundOf(checked: Checked): Ground {
  const { screens: config, contracts, scenes } = checked;
  const screens = resolveScreens(config.value);
  const steps = new Map(Object.values(screens).map((screen) => [screen.id, stepsOf(contracts, screen)]));
  const places = scenes.flatMap((scene) => {
    const place = placeOf(checked, scene, screens, steps.get(scene.screen) ?? []);
    return place === undefined ? [] : [[place.id, place] as const];
  });
  const doors = scenes.flatMap(({ screen: id, nexts }) =>
    nexts
      .filter(({ isDoor }) => isDoor)
      .map(({ rows, facts }) => {
        const whens = conditionsOf(rows.map(({ row }) => row));
        return [id, combinationsOf(namesIn(whens), facts, whens)] as const;
      }),
  );
  const { journey } = config.value;
  return { screens, contracts, journey, places: new Map(places), steps, doors: new Map(doors) };
}

/** Id of the place where a screen's step stands; without a step the screen itself. */
export function placeId(screen: string, step?: string): string {
  return step === undefined ? screen : `${screen}#${step}`;
}

/** Something there proves who somebody is. */
export function asksWho({ part: { submit, actions } }: Place): boolean {
  return [...(submit === undefined ? [] : [submit]), ...actions].some(
    ({ call }) => effectOf(call, {}).proves !== undefined,
  );
}

function stepsOf(contracts: Ground["contracts"], { load }: Screen): string[] {
  const { answer = {} } = contracts.get(load?.call ?? "") ?? {};
  return (valuesAt(answer, "step") ?? []).filter((step) => typeof step === "string");
}

function placeOf(
  checked: Checked,
  scene: Scene,
  screens: Screens,
  steps: readonly string[],
): Place | undefined {
  const screen = screens[scene.screen];
  const step = scene.entries.id;
  const part = step === undefined ? screen : screen?.steps.find(({ id }) => id === step);
  if (screen === undefined || part === undefined || screen.redirect !== undefined) return undefined;
  let all: readonly Aspect[] | undefined;
  const bySituation = new Map<string, readonly Aspect[]>();
  const aspectsIn = (world: World, standing: Standing) => {
    const situation = situationFacts(world, standing);
    const key = Object.values(situation).join();
    const known = bySituation.get(key);
    if (known !== undefined) return known;
    all ??= aspectsOf(checked, scene, screen, part);
    const aspects = narrowed(all, possibleIn(screen.load?.call, situation));
    bySituation.set(key, aspects);
    return aspects;
  };
  const { path: _, extends: base, ...own } = checked.screens.value.screens[screen.id] ?? {};
  const id = placeId(screen.id, step);
  const isCopy = base !== undefined && Object.keys(own).length === 0;
  const original = isCopy ? placeId(base, step) : id;
  const path = isCopy && step === undefined ? ["screens", base] : scene.pathOf("id");
  return { id, original, screen, part, step, steps, path, aspectsIn };
}

/** What is left of a place's aspects where only some answers are possible; none where one of them has no answer. */
export function narrowed(
  aspects: readonly Aspect[],
  isPossible: (facts: Facts) => boolean,
): readonly Aspect[] {
  const left = aspects.map((views) => views.filter(({ facts }) => isPossible(facts)));
  return left.some((views) => views.length === 0) ? [] : left;
}

/** The facts that presses of a place read, and whether a code is on its way, in groups that nothing reads together. */
function aspectsOf(checked: Checked, scene: Scene, screen: Screen, part: Screen | Step): Aspect[] {
  const offers = offersOf(checked, scene, screen, part);
  const isOfView = (name: string) => !/^(outcome$|form\.|view\.step$)/.test(name);
  const reads = offers.map((offer) => offer.reads.filter(isOfView));
  const named = new Set([...reads.flat(), ...Object.keys(part.auto ?? {}), "view.delivery"]);
  const singles = [...named].map((name) => [name]);
  const related = readTogether(screen.load?.call).filter((names) => names.every((name) => named.has(name)));
  // What is pressed whatever the view says is an aspect of its own.
  const groups = [new Set<string>(), ...joined([...reads, ...singles, ...related])];
  const whens = [...offers.flatMap((offer) => offer.whens), ...conditionsOf([{ when: part.auto }])];
  const step = part === screen ? {} : { "view.step": scene.entries.id };
  return groups.map((names, group) => {
    const own = offers.filter(
      (_, at) => names.has(reads[at]?.[0] ?? "") || (group === 0 && !reads[at]?.length),
    );
    return combinationsOf(names, scene.facts, whens).map((combination, index): View => {
      const facts = { ...combination, ...step };
      return {
        key: `${group}.${index}`,
        facts,
        presses: own.flatMap(({ pressesIn }: Offer) => pressesIn(facts)),
      };
    });
  });
}

/** The smallest sets that no two of the lists share a name of. */
function joined(lists: readonly (readonly string[])[]): Set<string>[] {
  let sets: Set<string>[] = [];
  for (const list of lists.filter(({ length }) => length > 0)) {
    const [touched, others] = [true, false].map((touches) =>
      sets.filter((set) => list.some((name) => set.has(name)) === touches),
    );
    sets = [...(others ?? []), new Set([...(touched ?? []).flatMap((set) => [...set]), ...list])];
  }
  return sets;
}

function conditionsOf(entries: readonly { when?: When }[]): When[] {
  return entries.flatMap(({ when }) => (when === undefined ? [] : [when]));
}

function namesIn(whens: readonly When[]): string[] {
  return whens.flatMap((when) => Object.keys(when));
}
