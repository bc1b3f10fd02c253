import { type JourneyStage, journeyStages } from "../../shared/journey.ts";
import { entrances } from "../entrances.ts";
import type { Finding } from "../finding.ts";
import type { Checked } from "../rules/rule.ts";
import { arrivalsAt } from "./arrivals.ts";
import { culpritsOf, decisiveFacts } from "./culprits.ts";
import { obligations } from "./obligations.ts";
import { type Ground, groundOf, type Place } from "./places.ts";
import { pathTo, sayFacts } from "./say.ts";
import { proven, stagesOf, worldOwing, worlds } from "./situation.ts";
import { type StateNode, type Walk, walk } from "./walk.ts";

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
  for (const { stage, path } of broken) report(stageFinding(checked, ground, stage, path));
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
    for (const obligation of obligations) {
      const { rule, message, counts } = obligation;
      for (const { node, facts } of culpritsOf(ground, walked, obligation, isJudged, assumed)) {
        const why = node.edges.some(({ press }) => counts(press))
          ? "every way leads back here"
          : "nothing leads on";
        const path = `${pathTo(node)}${sayFacts(facts)} → ${why}`;
        report({ ...checked.screens.atKey(node.state.place.path, rule, `${message}: ${why}.`), path });
      }
    }
    const all = walked.nodes.filter((node) => node.kind === "state");
    states += all.length;
    ways += all.reduce((sum, { edges }) => sum + edges.length, 0);
  }
  return { findings: [...findings.values()], states, ways };
}

/** Stages whose screen has no call that ends them, or is not always shown to whoever owes them. */
function brokenStages(ground: Ground): { stage: JourneyStage; path: string }[] {
  return journeyStages.flatMap((stage) => {
    const world = worldOwing(stage);
    const screen = ground.journey[stage] ?? "";
    if (world === undefined) return [];
    const standing = proven(world.account);
    const here = [...ground.places.values()].filter((place) => place.screen.id === screen);
    const presses = here.flatMap((place) => place.viewsIn(world, standing)).flatMap((view) => view.presses);
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

function stageFinding({ screens }: Checked, { journey }: Ground, stage: JourneyStage, path: string): Finding {
  const message = `"${journey[stage]}" cannot settle "${stage}": it has no call that does, or is not shown to who owes it.`;
  return { ...screens.at(["journey", stage], "journey-stage", message), path };
}

/** What is wrong at a state by itself: screens that only lead to each other, a code that cannot be typed or sent again. */
function findingsAlong({ screens }: Checked, ground: Ground, walked: Walk): Finding[] {
  const lacking = new Set(walked.nodes.filter((node) => node.kind === "state").filter(lacksCode));
  return walked.nodes.flatMap((node) => {
    if (node.kind === "circle") {
      const ring = node.via.slice(node.via.indexOf(node.via.at(-1) ?? ""));
      const door = Object.values(ground.screens).find(
        ({ id, enter }) => enter !== undefined && ring.includes(id),
      );
      const path = door === undefined ? ["screens", ring[0] ?? ""] : ["screens", door.id, "enter"];
      const message = `These screens lead to each other and show nothing: ${ring.join(" → ")}.`;
      return [{ ...screens.atKey(path, "journey-circle", message), path: pathTo(node) }];
    }
    if (node.kind !== "state" || !lacking.has(node)) return [];
    const lack = takesCode(node) ? "nothing sends another one" : "nothing takes it";
    const path = `${pathTo(node)}${sayFacts(decisiveFacts(walked, node, lacking))} → ${lack}`;
    const message = `A code is on its way, and here ${lack}.`;
    return [{ ...screens.atKey(node.state.place.path, "journey-code", message), path }];
  });
}

function lacksCode(node: StateNode): boolean {
  const { facts, presses } = node.state.view;
  if ((facts["view.delivery"] ?? null) === null) return false;
  return (
    !takesCode(node) || !presses.some(({ does }) => "outcomes" in does && does.outcomes.includes("sent"))
  );
}

function takesCode({ state: { place } }: StateNode): boolean {
  return place.part.form !== undefined && place.part.submit !== undefined;
}

/** A screen that asks for nothing and that nothing leads to, or that is opened for its own sake, needs no way on. */
function judgeOf({ journey }: Ground, { scenes, screens }: Checked): (place: Place) => boolean {
  const targets = new Set([
    ...Object.keys(entrances).filter((id) => entrances[id]?.forItself !== true),
    ...Object.values(journey),
    ...Object.values(screens.value.screens).flatMap(({ redirect }) => redirect ?? []),
    ...scenes.flatMap(({ links }) => links.map(({ link }) => link.to)),
    ...scenes.flatMap(({ rows }) => rows.map(({ row }) => row.go)),
  ]);
  return ({ screen, part, step }) => {
    const asks = part.form !== undefined || part.submit !== undefined || part.actions.length > 0;
    return step !== undefined || asks || screen.steps.length > 0 || targets.has(screen.id);
  };
}
