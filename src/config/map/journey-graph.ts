import type { ScreenConfig } from "../../generated/config.ts";
import type { When } from "../../shared/matches.ts";
import { propertiesOf } from "../resolve/facts.ts";
import { askedOfPartner, fitsPartner, partnersOf } from "../resolve/partners.ts";
import { isForShowing, type PlacedNext, type Scene } from "../resolve/scenes.ts";
import { flattenTexts, sourceLocale } from "../resolve/texts.ts";
import type { Workspace } from "../resolve/workspace.ts";

/** What stands on the map beside the screens: the question that the journey answers, and everything beyond this site. */
export const hub = "journey";
export const beyond = "beyond";

/** A screen with the addresses that show it, among them those of screens that only extend it or lead here at once. */
export interface MapScreen {
  id: string;
  title: string;
  paths: string[];
  steps: string[];
  /** Only for somebody signed in. */
  authenticated: boolean;
  /** Ways that are told in the box, because as lines they would hide all others. */
  folded: MapArrow[];
}

interface AskedPartner {
  when: string;
  ids: string[];
}

/** A way from a screen to another one. */
export interface MapArrow {
  from: string;
  to: string;
  /** `outcome`: where an answer leads; `door`: who is turned away before anything is shown; `link`: a choice of the visitor. */
  kind: "outcome" | "door" | "link";
  labels: string[];
  /** What it asks of the partner, and the partners that have it. */
  partner?: AskedPartner;
  /** The way back is the same way. */
  both?: true;
}

export interface MapArea {
  title: string;
  screens: MapScreen[];
}

/** The journey as a graph: screens by area, and the ways between them. */
export interface JourneyGraph {
  areas: MapArea[];
  arrows: MapArrow[];
}

/** So many sources make a target a common one, whose arrows are folded into them. */
const common = 5;

/** Draws nothing: gives what the map shows, in the order of the configuration. */
export function journeyGraph(workspace: Workspace, scenes: readonly Scene[]): JourneyGraph {
  const { screens } = workspace.screens.value;
  const drawn = Object.entries(screens).filter(([, screen]) => standIn(screen) === undefined);
  const ids = new Map(Object.entries(screens).map(([id, screen]) => [id, standIn(screen) ?? id]));
  const areaOf = new Map(
    drawn.map(([id, screen]) => [id, areas.find(({ has }) => has(workspace, id, screen))?.title]),
  );
  const ways = scenes
    .filter(({ screen }) => ids.get(screen) === screen)
    .flatMap((scene) => waysOf(workspace, scene))
    .map((way) => ({ ...way, to: ids.get(way.to) ?? way.to }))
    .filter(({ from, to }) => from !== to);
  const arrows = withReturns([...merged(ways), ...journeyWays(workspace)]);
  const sources = Map.groupBy(arrows, ({ to }) => to);
  const isFolded = ({ from, to, kind }: MapArrow) => {
    if (from === hub) return false;
    const isFar = areaOf.get(from) !== areaOf.get(to);
    if (to === hub) return areaOf.get(from) === underWay;
    return to === beyond || (kind === "link" && isFar) || (sources.get(to)?.length ?? 0) >= common;
  };
  const texts = flattenTexts(sourceLocale(workspace).value);
  const mapScreen = ([id, screen]: [string, ScreenConfig]): MapScreen => {
    const others = Object.entries(screens).filter(([other]) => other !== id && ids.get(other) === id);
    return {
      id,
      title: texts[`screens.${id}.title`] ?? id,
      paths: [screen.path, ...others.map(([, { path }]) => path)],
      steps: (screen.steps ?? []).map((step) => step.id),
      authenticated: screen.access === "authenticated",
      folded: arrows.filter((arrow) => arrow.from === id && isFolded(arrow)),
    };
  };
  return {
    areas: areas.map(({ title }) => ({
      title,
      screens: drawn.filter(([id]) => areaOf.get(id) === title).map(mapScreen),
    })),
    arrows: arrows.filter((arrow) => !isFolded(arrow)),
  };
}

/** The screen that an address really shows: one that it extends, or leads to at once. */
function standIn({ extends: base, redirect }: ScreenConfig): string | undefined {
  return base ?? (redirect === "$returnUrl" ? undefined : redirect);
}

const underWay = "After the password";

/** The first that has a screen is its area. */
const areas: { title: string; has(workspace: Workspace, id: string, screen: ScreenConfig): boolean }[] = [
  { title: "Ways in", has: (...given) => !isStage(...given) && isWayIn(given[2]) },
  { title: underWay, has: isStage },
  { title: "Ways out", has: (_, __, { path }) => /^\/account\/log(ged)?out/.test(path) },
  { title: "Signed in", has: (_, __, { path, access }) => path === "/" || access === "authenticated" },
  { title: "Ways back", has: (_, __, { path }) => path.startsWith("/account/") },
  { title: "When something is wrong", has: (_, __, { path }) => path.startsWith("/error") },
  { title: "Beside the journey", has: () => true },
];

/** Says whether a screen belongs to a sign-in that is under way. */
function isStage({ contracts, screens }: Workspace, id: string, { load }: ScreenConfig): boolean {
  const view = load === undefined ? undefined : contracts.get(load.call);
  return view?.access === "attempt" || Object.values(screens.value.journey).includes(id);
}

function isWayIn({ path, next, steps = [] }: ScreenConfig): boolean {
  const begins = [next, ...steps.map((step) => step.next)].some((rows) => rows?.includes("$journey"));
  return begins || path.startsWith("/account/login");
}

function journeyWays({ screens }: Workspace): MapArrow[] {
  const stages = Object.entries(screens.value.journey).map(
    ([outcome, to]): MapArrow => ({ from: hub, to, kind: "outcome", labels: [outcome] }),
  );
  return [...stages, { from: hub, to: beyond, kind: "outcome", labels: ["nothing"] }];
}

function waysOf(workspace: Workspace, scene: Scene): MapArrow[] {
  const { screen: from, nexts, links, entries } = scene;
  const whens = new Map(scene.actions.map(({ action, path }) => [JSON.stringify(path), action.when]));
  const ownerOf = ({ path }: PlacedNext) => whens.get(JSON.stringify(path.slice(0, -1)));
  const rows = nexts.flatMap((next) => {
    const kind = next.isDoor ? ("door" as const) : ("outcome" as const);
    return next.rows.map(({ row, journey }): MapArrow => {
      const partner = partnerOf(workspace, { ...ownerOf(next), ...row.when });
      const to = journey ? hub : targetOf(row.go);
      return { from, to, kind, labels: journey ? [] : conditions(row.when), ...partner };
    });
  });
  const sent = scene.calls.filter((call) => !isForShowing(call));
  const away = sent.flatMap(({ use, contract }): MapArrow[] => {
    if (contract?.leaves !== true || propertiesOf(contract.answer).has("outcome")) return [];
    const { when } = use as { when?: When };
    return [{ from, to: beyond, kind: "outcome", labels: [use.call], ...partnerOf(workspace, when ?? {}) }];
  });
  const chosen = links.map(
    ({ link }): MapArrow => ({
      from,
      to: targetOf(link.to),
      kind: "link",
      labels: [],
      ...partnerOf(workspace, link.when ?? {}),
    }),
  );
  const redirected: MapArrow[] =
    entries.redirect === undefined
      ? []
      : [{ from, to: targetOf(entries.redirect), kind: "door", labels: [] }];
  return [...redirected, ...rows, ...away, ...chosen].filter(({ to }) => !to.startsWith("#"));
}

function targetOf(target: string): string {
  return target === "$returnUrl" || target.startsWith("view.") ? beyond : target;
}

/** Outcomes as they are; other facts with their value. */
function conditions(when: When | undefined): string[] {
  return Object.entries(when ?? {}).flatMap(([fact, value]) => {
    if (fact.startsWith("partner.")) return [];
    const values = [value].flat().join(" or ");
    return fact === "outcome" ? [value].flat().map(String) : [`${fact} = ${values}`];
  });
}

/** What a condition asks of the partner, and whose options fulfil it. */
function partnerOf(workspace: Workspace, when: When): Pick<MapArrow, "partner"> {
  const asked = Object.entries(askedOfPartner(when));
  if (asked.length === 0) return {};
  const has = Object.values(partnersOf(workspace)).filter((partner) => fitsPartner(when, partner));
  const words = asked.map(([fact, value]) => `${fact} = ${[value].flat().join(" or ")}`);
  return { partner: { when: words.join(", "), ids: has.map(({ partnerId }) => partnerId) } };
}

/** One arrow for each pair of screens; a link beside an outcome says nothing more. */
function merged(arrows: readonly MapArrow[]): MapArrow[] {
  const pairs = Map.groupBy(arrows, ({ from, to }) => `${from} ${to}`);
  return [...pairs.values()].map((all): MapArrow => {
    const strong = all.filter(({ kind }) => kind !== "link");
    const kept = strong.length === 0 ? all : strong;
    const [first] = kept as [MapArrow];
    const asked = kept.flatMap(({ partner }) => partner ?? []);
    return {
      from: first.from,
      to: first.to,
      kind: first.kind,
      labels: [...new Set(kept.flatMap(({ labels }) => labels))],
      // One that asks nothing is there for every partner.
      ...(asked.length === kept.length && { partner: eitherOf(asked) }),
    };
  });
}

/** What is asked of the partner where one of several ways is enough. */
function eitherOf(asked: readonly AskedPartner[]): AskedPartner {
  return {
    when: [...new Set(asked.map(({ when }) => when))].join(" or "),
    ids: [...new Set(asked.flatMap(({ ids }) => ids))],
  };
}

/** What the journey leads to leads back to it: one line for both. */
function withReturns(arrows: readonly MapArrow[]): MapArrow[] {
  const returns = (from: string, to: string) =>
    arrows.some((arrow) => arrow.from === to && arrow.to === from);
  return arrows
    .filter(({ from, to }) => to !== hub || !returns(from, to))
    .map((arrow) => (arrow.from === hub && returns(hub, arrow.to) ? { ...arrow, both: true } : arrow));
}
