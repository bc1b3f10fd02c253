import type { Facts } from "../../shared/matches.ts";
import { resolveNext, type Screen } from "../../shared/screens.ts";
import { possibleIn, situationFacts } from "./answers.ts";
import { stageViewOf, turnedAwayBy } from "./effects.ts";
import { type Ground, placeId } from "./places.ts";
import { nothingProven, type Standing, type World } from "./situation.ts";
import { agree, comingBack, type End, onwards, type State, stateAt, type Target } from "./ways.ts";

/** What opening an address can come to; `via`: screens that only led on; `refused`: the one that sent the person away. */
export type Arrival = { via: readonly string[]; refused?: string } & (
  | { kind: "shown"; state: State }
  | { kind: "end"; end: End }
  | { kind: "circle" }
);

/** Somebody on the way to a screen. */
interface Trip {
  ground: Ground;
  world: World;
  standing: Standing;
  via: readonly string[];
  /** What was answered on the way; the same call answers the same until something is pressed. */
  told: Readonly<Record<string, Facts>>;
}

/** Everything that opening a screen's address can come to in this situation, with every answer that contracts allow. */
export function arrivalsAt(
  ground: Ground,
  world: World,
  screen: string,
  standing: Standing,
  told: Trip["told"] = {},
): Arrival[] {
  return arrive({ ground, world, standing, via: [], told }, screen);
}

/** In the order of the product: redirect, guard, `enter`, `load` (specification, section 2). */
function arrive(before: Trip, id: string): Arrival[] {
  const { ground, standing, via } = before;
  if (id === "$returnUrl") return follow(before, comingBack(ground, before.world, standing));
  const screen = ground.screens[id];
  if (screen === undefined) return [];
  const trip = { ...before, via: [...via, id] };
  if (via.includes(id)) return [{ kind: "circle", via: trip.via }];
  if (screen.redirect !== undefined) return arrive(trip, screen.redirect);
  if (screen.access === "authenticated" && !standing.hasSession)
    return refused(id, arrive(trip, "errorAccessDenied"));
  return enter(trip, screen);
}

function refused(screen: string, arrivals: readonly Arrival[]): Arrival[] {
  return arrivals.map((arrival) => ({ ...arrival, refused: screen }));
}

function enter(trip: Trip, screen: Screen): Arrival[] {
  const { ground, world, standing, told } = trip;
  const { enter: door } = screen;
  if (door === undefined) return load(trip, screen);
  const isPossible = possibleIn(door.call, situationFacts(world, standing));
  const known = told[door.call] ?? {};
  return (ground.doors.get(screen.id) ?? [{}])
    .filter((facts) => isPossible(facts) && agree(facts, known))
    .flatMap((facts) => {
      const way = resolveNext(screen.id, door.next, facts);
      const onTrip = { ...trip, told: { ...told, [door.call]: { ...known, ...facts } } };
      return way === undefined ? load(onTrip, screen) : arrive(onTrip, way.screen);
    });
}

function load(trip: Trip, screen: Screen): Arrival[] {
  const { ground, world, standing } = trip;
  const access = ground.contracts.get(screen.load?.call ?? "")?.access;
  if (access === "attempt" && standing === nothingProven) return refused(screen.id, arrive(trip, "login"));
  const stageView = stageViewOf(screen.load?.call);
  const isOwed = stageView?.stage === standing.stage && standing.unwritten === undefined;
  const isSeen = stageView?.signedIn && standing.hasSession;
  const isHere = isOwed || isSeen || standing.unwritten === screen.id;
  if (stageView !== undefined && !isHere)
    return refused(screen.id, follow(trip, onwards(ground, world, standing)));
  const elsewhere = turnedAwayBy(screen.load?.call).flatMap((id) => arrive(trip, id));
  return [...show(trip, screen), ...elsewhere];
}

function follow(trip: Trip, target: Target): Arrival[] {
  if (target.to === "screen") return arrive(trip, target.screen);
  return target.to === "end" ? [{ kind: "end", end: target.end, via: trip.via }] : [];
}

/** At each step that the view can name; one that the screen lacks shows the screen itself, as `partOf` does. */
function show({ ground, world, standing, via, told }: Trip, screen: Screen): Arrival[] {
  const steps = ground.steps.get(screen.id) ?? [];
  const ids = steps.length === 0 ? [screen.id] : steps.map((step) => placeId(screen.id, step));
  const known = told[screen.load?.call ?? ""] ?? {};
  return ids.flatMap((id) => {
    const place = ground.places.get(id) ?? ground.places.get(screen.id);
    if (place === undefined) return [];
    const state = stateAt(place, world, standing, known);
    return state === undefined ? [] : [{ kind: "shown", state, via: via.slice(0, -1) } satisfies Arrival];
  });
}
