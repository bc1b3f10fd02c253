import { type JourneyStage, journeyStages } from "../../shared/journey.ts";
import type { Facts } from "../../shared/matches.ts";
import type { Way as NextWay } from "../../shared/screens.ts";
import { type Effect, stageViewOf } from "./effects.ts";
import { type Ground, type Place, placeId, type View } from "./places.ts";
import type { Press, Send } from "./presses.ts";
import { nothingProven, proven, type Standing, settle, unwritten, type World, written } from "./situation.ts";

/** Where one person stands at a moment of their walk. */
export interface State {
  place: Place;
  view: View;
  standing: Standing;
}

/** Where a way leads: an address to arrive at, the same screen with a fresh view, or an end. */
export type Target =
  | { to: "screen"; screen: string; standing: Standing }
  | { to: "places"; places: readonly Place[]; standing: Standing; given: Facts }
  | { to: "end"; end: End };

/** Signed in where the person wanted to be; told to the application that they gave up; somewhere that is not ours. */
export type End = "signedIn" | "gaveUp" | "elsewhere";

/** A way that a press can take, by its outcome. */
export interface Way {
  outcome: string | undefined;
  target: Target;
}

/**
 * Every way that a press can take in this situation. What leads nowhere is none: a refused call, a ceremony that was
 * cancelled and a captcha that is due leave the person where they are, and a time-out leads to the sign-in.
 */
export function waysOf(ground: Ground, world: World, state: State, { does }: Press): Way[] {
  const { standing } = state;
  if ("link" in does) return [{ outcome: undefined, target: linkTarget(does.link, standing) }];
  const { effect, outcomes } = does;
  if (!mayCall(does, world, standing)) return [];
  if (effect.givesUp) return [{ outcome: "given up", target: { to: "end", end: "gaveUp" } }];
  if (effect.goesBack) return [{ outcome: undefined, target: stepBack(ground, state) }];
  const after = standingAfter(effect, world, standing);
  if (effect.asksProvider) return providerWays(ground, world, after, standing);
  if (outcomes.some(isStage)) return journeyWays(ground, world, state, does, after);
  if (outcomes.length === 0) return rowWays(ground, state, does, undefined, after);
  // A call that tells of what it settled leaves the session to the button of its page.
  const { id } = state.place.screen;
  const told = after === standing || after === nothingProven ? after : unwritten(after, id);
  return outcomes.flatMap((outcome) =>
    rowWays(ground, state, does, outcome, endedOr(told, outcome, does, standing)),
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

function standingAfter(effect: Effect, { account }: World, standing: Standing): Standing {
  const { proves, ends = [], signsOut } = effect;
  if (signsOut) return nothingProven;
  return ends.reduce(settle, proves && !isSecondStep(effect, standing) ? proven(account) : standing);
}

function isStage(outcome: string): outcome is JourneyStage {
  return journeyStages.some((stage) => stage === outcome);
}

function linkTarget(to: string, standing: Standing): Target {
  return to.startsWith("view.") ? { to: "end", end: "elsewhere" } : screenTarget(to, standing);
}

function screenTarget(screen: string, standing: Standing): Target {
  if (screen !== "$returnUrl") return { to: "screen", screen, standing };
  return { to: "end", end: standing.stage === "done" ? "signedIn" : "elsewhere" };
}

/** What is owed after the call, as journey.ts says; the outcomes that are no stage change nothing. */
function journeyWays(ground: Ground, world: World, state: State, send: Send, after: Standing): Way[] {
  const { standing, place } = state;
  const settledNow = written(after);
  const { stage } = settledNow;
  const others = send.outcomes
    .filter((outcome) => !isStage(outcome))
    .flatMap((outcome) => rowWays(ground, state, send, outcome, endedOr(standing, outcome, send, standing)));
  if (stage === "done") return [{ outcome: stage, target: onwards(ground, world, settledNow) }, ...others];
  const targets = send
    .follow(stage)
    .map((found) => screenTarget(found?.screen ?? place.screen.id, settledNow));
  return [...targets.map((target) => ({ outcome: stage, target })), ...others];
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
  { place }: State,
  { follow, given }: Send,
  outcome: string | undefined,
  standing: Standing,
): Way[] {
  return follow(outcome).map((found) => {
    if (found !== undefined && found.screen !== place.screen.id)
      return { outcome, target: screenTarget(found.screen, standing) };
    return { outcome, target: { to: "places", places: freshPlaces(ground, place, found), standing, given } };
  });
}

/** The same screen again: at the step that a row names, else at any that comes after this one. */
function freshPlaces(ground: Ground, place: Place, way: NextWay | undefined): readonly Place[] {
  const { steps } = place;
  const named = way?.step;
  if (named !== undefined && (way?.show || steps.includes(named))) return placesOf(ground, place, [named]);
  if (steps.length === 0) return [place];
  return placesOf(ground, place, steps.slice(steps.indexOf(place.step ?? "") + 1));
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
