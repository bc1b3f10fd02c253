import { type JourneyStage, journeyStages } from "../../shared/journey.ts";
import type { Facts } from "../../shared/matches.ts";
import type { Way as NextWay } from "../../shared/screens.ts";
import type { JsonPath } from "../json-path.ts";
import { something } from "./answers.ts";
import { type Effect, stageViewOf } from "./effects.ts";
import { type Aspect, type Ground, narrowed, type Place, placeId, type View } from "./places.ts";
import type { Press, Send } from "./presses.ts";
import { nothingProven, proven, type Standing, settle, unwritten, type World, written } from "./situation.ts";

/** Where one person stands at a moment of their walk. */
export interface State {
  place: Place;
  standing: Standing;
  /** What the place's view may say then. */
  aspects: readonly Aspect[];
  key: string;
}

/** Somebody who comes to a place, of whose view something may be known already; undefined: they cannot stand there. */
export function stateAt(place: Place, world: World, standing: Standing, known: Facts): State | undefined {
  const aspects = narrowed(place.aspectsIn(world, standing), (facts) => agree(facts, known));
  const views = aspects.flatMap((aspect) => aspect.map(({ key }) => key));
  const key = `${place.id} ${standing.key} ${views.join()}`;
  return aspects.length === 0 ? undefined : { place, standing, aspects, key };
}

/** Says whether two answers of one call do not contradict each other. */
export function agree(facts: Facts, known: Facts): boolean {
  return Object.entries(known).every(([name, value]) => !Object.hasOwn(facts, name) || facts[name] === value);
}

/** Where a way leads: an address to arrive at, the same screen with a fresh view, or an end. */
export type Target =
  | { to: "screen"; screen: string; standing: Standing; told?: Record<string, Facts> }
  | { to: "places"; places: readonly Place[]; standing: Standing; given: Facts }
  | { to: "end"; end: End };

/** Signed in where the person wanted to be; told to the application that they gave up; somewhere that is not ours. */
export type End = "signedIn" | "gaveUp" | "elsewhere";

/** A way that a press can take, by its outcome. */
export interface Way {
  outcome: string | undefined;
  target: Target;
  /** The link or the row that leads there, in screens.config.json. */
  path?: JsonPath;
}

/**
 * Every way that a press can take in this situation. What leads nowhere is none: a refused call, a ceremony that was
 * cancelled and a captcha that is due leave the person where they are, and a time-out leads to the sign-in.
 */
export function waysOf(ground: Ground, world: World, state: State, { does, path }: Press, view: View): Way[] {
  const { standing } = state;
  if ("link" in does)
    return [{ outcome: undefined, target: linkTarget(ground, does.link, state, view), path }];
  const { effect, outcomes } = does;
  if (!mayCall(does, world, standing)) return [];
  if (effect.givesUp) return [{ outcome: "given up", target: { to: "end", end: "gaveUp" } }];
  if (effect.goesBack) return [{ outcome: undefined, target: stepBack(ground, state) }];
  const after = standingAfter(effect, world, standing);
  if (effect.asksProvider) return providerWays(ground, world, after, standing);
  if (outcomes.some(isStage)) return journeyWays(ground, world, state, does, after);
  if (outcomes.length === 0) return rowWays(ground, world, state, does, undefined, after);
  // A call that tells of what it settled leaves the session to the button of its page.
  const { id } = state.place.screen;
  const told = after === standing || after === nothingProven ? after : unwritten(after, id);
  return outcomes.flatMap((outcome) =>
    rowWays(ground, world, state, does, outcome, endedOr(told, outcome, does, standing)),
  );
}

function mayCall({ access, effect }: Send, { waiting }: World, standing: Standing): boolean {
  if (access === "session") return standing.hasSession;
  return effect.proves !== "here" || waiting !== "vendorOnly" || isSecondStep(effect, standing);
}

function isSecondStep({ ends }: Effect, { stage }: Standing): boolean {
  return ends?.some((ended) => ended === stage) === true;
}

/** Too many wrong tries end what was proven by half. */
function endedOr(after: Standing, outcome: string, { effect }: Send, before: Standing): Standing {
  if (outcome !== "challengeEnded") return after;
  return effect.proves || effect.ends ? nothingProven : before;
}

/** Where the server leads: to what is owed, or to where the person wanted to be, which is home where nothing waits. */
export function onwards({ journey }: Ground, { waiting }: World, standing: Standing): Target {
  const { stage, unwritten: screen } = standing;
  if (screen !== undefined) return screenTarget(screen, standing);
  if (stage === "done" && waiting !== "nobody") return { to: "end", end: "signedIn" };
  if (stage === "done") return screenTarget("home", standing);
  return screenTarget(stage === "nothing" ? "login" : (journey[stage] ?? "login"), standing);
}

/** Where the return address leads: to what waits, which asks for what is owed first, else home. */
export function comingBack(ground: Ground, world: World, standing: Standing): Target {
  return world.waiting === "nobody" ? screenTarget("home", standing) : onwards(ground, world, standing);
}

function standingAfter(effect: Effect, { account }: World, standing: Standing): Standing {
  const { proves, ends = [], signsOut } = effect;
  if (signsOut) return nothingProven;
  return ends.reduce(settle, proves && !isSecondStep(effect, standing) ? proven(account) : standing);
}

function isStage(outcome: string): outcome is JourneyStage {
  return journeyStages.some((stage) => stage === outcome);
}

/** A door that asks what the page knows already is answered alike. */
function linkTarget({ screens }: Ground, to: string, { place, standing }: State, { facts }: View): Target {
  if (to.startsWith("view.")) return { to: "end", end: "elsewhere" };
  const target = screenTarget(to, standing);
  const call = place.screen.load?.call;
  const isKnown = target.to === "screen" && call !== undefined && screens[to]?.enter?.call === call;
  return isKnown ? { ...target, told: { [call]: facts } } : target;
}

function screenTarget(screen: string, standing: Standing): Target {
  return { to: "screen", screen, standing };
}

/** Where a row leads that names no step. */
function rowTarget(ground: Ground, world: World, go: string, standing: Standing): Target {
  return go === "$returnUrl" ? comingBack(ground, world, standing) : screenTarget(go, standing);
}

/** What is owed after the call, as journey.ts says; the outcomes that are no stage change nothing. */
function journeyWays(ground: Ground, world: World, state: State, send: Send, after: Standing): Way[] {
  const { standing, place } = state;
  const settledNow = written(after);
  const { stage } = settledNow;
  const others = send.outcomes
    .filter((outcome) => !isStage(outcome))
    .flatMap((outcome) =>
      rowWays(ground, world, state, send, outcome, endedOr(standing, outcome, send, standing)),
    );
  if (stage === "done") return [{ outcome: stage, target: onwards(ground, world, settledNow) }, ...others];
  const ways = send.follow(stage).map((found) => {
    const target = rowTarget(ground, world, found?.screen ?? place.screen.id, settledNow);
    return { outcome: stage, target, path: found?.path };
  });
  return [...ways, ...others];
}

function providerWays(ground: Ground, world: World, after: Standing, before: Standing): Way[] {
  const pages = ["link", "errorSignIn"].filter((id) => Object.hasOwn(ground.screens, id));
  return [
    { outcome: "leaves", target: { to: "end", end: "elsewhere" } },
    { outcome: "known there", target: onwards(ground, world, after) },
    ...pages.map((screen) => ({ outcome: "unknown there", target: screenTarget(screen, before) })),
  ];
}

function rowWays(
  ground: Ground,
  world: World,
  { place }: State,
  { follow, given }: Send,
  outcome: string | undefined,
  standing: Standing,
): Way[] {
  const known = outcome === "sent" ? { ...given, "view.delivery": something } : given;
  return follow(outcome).map((found) => {
    if (found !== undefined && found.screen !== place.screen.id)
      return { outcome, target: rowTarget(ground, world, found.screen, standing), path: found.path };
    const places = freshPlaces(ground, place, outcome, found);
    const target: Target = { to: "places", places, standing, given: found?.show ? given : known };
    return { outcome, target, path: found?.path };
  });
}

/**
 * The same screen again: at the step that a row names, else at any that comes after this one, and after too many wrong
 * tries before it; where there is none such, at any.
 */
function freshPlaces(
  ground: Ground,
  place: Place,
  outcome: string | undefined,
  way: NextWay | undefined,
): readonly Place[] {
  const { steps } = place;
  const named = way?.step;
  if (named !== undefined && (way?.show || steps.includes(named))) return placesOf(ground, place, [named]);
  if (steps.length === 0) return [place];
  const here = steps.indexOf(place.step ?? "");
  const meant = outcome === "challengeEnded" ? steps.slice(0, Math.max(here, 0)) : steps.slice(here + 1);
  return placesOf(ground, place, meant.length > 0 ? meant : steps);
}

function placesOf({ places }: Ground, { screen }: Place, steps: readonly string[]): Place[] {
  return steps.flatMap((step) => places.get(placeId(screen.id, step)) ?? []);
}

/** Within a wizard to a step before this one, else the sign-in begins anew. */
function stepBack(ground: Ground, { place, standing }: State): Target {
  const isWizard = stageViewOf(place.screen.load?.call)?.signedIn === true;
  const { steps, step = "" } = place;
  const earlier = isWizard ? placesOf(ground, place, steps.slice(0, Math.max(steps.indexOf(step), 0))) : [];
  // The first step is that of who must sign in again.
  if (earlier.length < 2) return screenTarget("login", nothingProven);
  return { to: "places", places: earlier, standing, given: {} };
}
