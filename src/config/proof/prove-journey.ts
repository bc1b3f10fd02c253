import { type JourneyStage, journeyStages } from "../../shared/journey.ts";
import { type Fault, type Finding, foundBy } from "../finding.ts";
import { entrances } from "../resolve/entrances.ts";
import { placedMenu } from "../resolve/placed-menu.ts";
import type { Checked } from "../resolve/scenes.ts";
import { arrivalsAt } from "./arrivals.ts";
import { type Culprit, culpritsOf, decisiveFacts } from "./culprits.ts";
import { futileCalls } from "./futile-calls.ts";
import { wrongEntries } from "./menu-ways.ts";
import { type Obligation, obligations } from "./obligations.ts";
import { type Ground, groundOf, type Place, type View } from "./places.ts";
import { pathTo, sayFacts } from "./say.ts";
import { proven, stagesOf, type World, worldOwing, worlds } from "./situation.ts";
import { type Node, type StateNode, type ViewNode, viewsOf, type Walk, walk } from "./walk.ts";
import { wrongWays } from "./wrong-ways.ts";

/** What was proven, and what was not. */
export interface Proof {
  findings: Finding[];
  /** States that somebody can come to. */
  states: number;
  /** Ways that lead on from them. */
  ways: number;
}

/**
 * The journey proof: walks every state of screens × answers of their views × situations of a person, by the functions
 * that the product uses itself, and proves that everybody comes on from each of them (design, "Checked before it runs").
 * The README of `src/config/` says what a state is and what bounds their number.
 */
export function proveJourney(checked: Checked): Proof {
  const ground = groundOf(checked);
  const broken = brokenStages(ground);
  const findings = new Map<string, Finding>();
  const report = ({ path, ...finding }: Finding) => {
    const key = JSON.stringify([finding.rule, finding.line, finding.column]);
    if (!findings.has(key)) findings.set(key, { ...finding, path });
  };
  for (const { stage, path } of broken)
    report({ ...stageFault(checked, ground, stage, path), rule: "journey-stage" });
  for (const finding of foundBy("journey-way", wrongEntries(checked, ground))) report(finding);
  // Who owes a stage that cannot be settled comes nowhere, which is said once.
  const able = worlds().filter(
    ({ account }) => !broken.some(({ stage }) => stagesOf(account).includes(stage)),
  );
  // Said once of each place, by whatever is found first.
  const assumed = new Set<string>();
  const isJudged = judgeOf(ground, checked);
  let states = 0;
  let ways = 0;
  for (const world of able) {
    const walked = walk(ground, world);
    for (const finding of findingsAlong(checked, ground, walked)) report(finding);
    for (const obligation of obligations.filter(({ concerns }) => concerns(world))) {
      for (const culprit of culpritsOf(ground, walked, obligation, isJudged, assumed)) {
        const { node, facts, edges } = culprit;
        const why = edges.some(({ press }) => obligation.counts(press))
          ? "every way leads back here"
          : "nothing leads on";
        const path = `${pathTo(node)}${sayFacts(facts)} → ${why}`;
        const fault = faultAt(checked, world, culprit, `${obligation.message}: ${why}.`, obligation);
        report({ ...fault, rule: obligation.rule, path });
      }
    }
    for (const node of walked.states) {
      const aspects = viewsOf(node);
      const all = aspects.reduce((product, views) => product * views.length, 1);
      states += all;
      for (const views of aspects)
        ways += (all / views.length) * views.reduce((sum, { edges }) => sum + edges.length, 0);
    }
  }
  return { findings: [...findings.values()], states, ways };
}

/**
 * Where it is told that a place leads nowhere: at the entry that lacks the way, at the row by which its own form leads
 * back, at the door that lets in whom only a provider helps, else at the place.
 */
function faultAt(
  { screens }: Checked,
  { waiting }: World,
  { node, edges }: Culprit,
  message: string,
  { entry, counts }: Obligation,
): Fault {
  const { path, screen, step } = node.state.place;
  const holder = step === undefined ? path : path.slice(0, -1);
  if (entry !== undefined) return screens.atKey([...holder, entry], message);
  const counted = edges.filter(({ press }) => counts(press));
  const row = counted.find((edge) => edge.path !== undefined && edge.press.label === "submit")?.path;
  if (row !== undefined) return screens.at(row, message);
  const isLetIn = screen.enter !== undefined && step === undefined && waiting === "vendorOnly";
  return isLetIn ? screens.at([...path, "enter", "next", 0], message) : screens.atKey(path, message);
}

/** Stages whose screen has no call that ends them, or is not always shown to whoever owes them. */
function brokenStages(ground: Ground): { stage: JourneyStage; path: string }[] {
  return journeyStages.flatMap((stage) => {
    const world = worldOwing(stage);
    const screen = ground.journey[stage] ?? "";
    if (world === undefined) return [];
    const standing = proven(world.account);
    const here = [...ground.places.values()].filter((place) => place.screen.id === screen);
    const aspects = here.flatMap((place) => place.aspectsIn(world, standing));
    const presses = aspects.flat().flatMap((view) => view.presses);
    const ends = presses.some(({ does }) => "effect" in does && does.effect.ends?.includes(stage));
    const shown = arrivalsAt(ground, world, screen, standing)
      .filter((arrival) => arrival.kind === "shown")
      .map(({ state }) => state.place.screen.id);
    const other = shown.find((id) => id !== screen);
    if (ends && other === undefined && shown.length > 0) return [];
    const unsettled = `${other === undefined ? screen : `${screen} → ${other}`}, which does not settle it`;
    const end = shown.length === 0 ? `${screen} → nothing is shown` : unsettled;
    return [{ stage, path: `login → submit (${stage}) → ${end}` }];
  });
}

function stageFault({ screens }: Checked, { journey }: Ground, stage: JourneyStage, path: string): Fault {
  const message = `"${journey[stage]}" cannot settle "${stage}": it has no call that does, or is not shown to who owes it.`;
  return { ...screens.at(["journey", stage], message), path };
}

/** What is wrong at a node by itself. */
function findingsAlong(checked: Checked, ground: Ground, { world, nodes }: Walk): Finding[] {
  return nodes.flatMap((node) => {
    if (node.kind === "circle") return foundBy("journey-circle", [circleFault(checked, ground, node)]);
    if (node.kind !== "state") return [];
    return [
      ...foundBy("journey-code", codeFaults(checked, node)),
      ...foundBy("journey-call", futileCalls(checked, ground, world, node)),
      ...foundBy("journey-way", wrongWays(checked, ground, node)),
    ];
  });
}

/** Screens that only lead to each other. */
function circleFault({ screens }: Checked, ground: Ground, node: Extract<Node, { kind: "circle" }>): Fault {
  const ring = node.via.slice(node.via.indexOf(node.via.at(-1) ?? ""));
  const door = Object.values(ground.screens).find(
    ({ id, enter }) => enter !== undefined && ring.includes(id),
  );
  const path = door === undefined ? ["screens", ring[0] ?? ""] : ["screens", door.id, "enter"];
  const message = `These screens lead to each other and show nothing: ${ring.join(" → ")}.`;
  return { ...screens.atKey(path, message), path: pathTo(node) };
}

/** A code that cannot be typed or sent again. */
function codeFaults({ screens }: Checked, node: StateNode): Fault[] {
  const lacking = lackingCode(node);
  if (lacking === undefined) return [];
  const lack = takesCode(node) ? "nothing sends another one" : "nothing takes it";
  const path = `${pathTo(node)}${sayFacts(decisiveFacts(node, lacking))} → ${lack}`;
  const message = `A code is on its way, and here ${lack}.`;
  return [{ ...screens.atKey(node.state.place.path, message), path }];
}

/** Views by which a code is on its way that cannot be typed or sent again; undefined: none in some aspect. */
function lackingCode(node: StateNode): Set<ViewNode> | undefined {
  const takes = takesCode(node);
  const aspects = viewsOf(node).map((views) => views.filter(({ view }) => lacksCode(view, takes)));
  return aspects.some((views) => views.length === 0) ? undefined : new Set(aspects.flat());
}

function lacksCode({ facts, presses }: View, takes: boolean): boolean {
  if (Object.hasOwn(facts, "view.delivery") && facts["view.delivery"] === null) return false;
  return !takes || !presses.some(({ does }) => "outcomes" in does && does.outcomes.includes("sent"));
}

function takesCode({ state: { place } }: StateNode): boolean {
  return place.part.form !== undefined && place.part.submit !== undefined;
}

/** A screen that asks for nothing and that nothing leads to, or that is opened for its own sake, needs no way on. */
function judgeOf({ journey }: Ground, checked: Checked): (place: Place) => boolean {
  const { scenes, screens } = checked;
  const targets = new Set([
    ...Object.keys(entrances).filter((id) => entrances[id]?.forItself !== true),
    ...Object.values(journey),
    ...Object.values(screens.value.screens).flatMap(({ redirect }) => redirect ?? []),
    ...placedMenu(checked).map(({ entry }) => entry.to),
    ...scenes.flatMap(({ links }) => links.map(({ link }) => link.to)),
    ...scenes.flatMap(({ rows }) => rows.map(({ row }) => row.go)),
  ]);
  return ({ screen, part, step }) => {
    const asks = part.form !== undefined || part.submit !== undefined || part.actions.length > 0;
    return step !== undefined || asks || screen.steps.length > 0 || targets.has(screen.id);
  };
}
