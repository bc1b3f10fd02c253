import type { Facts } from "../../shared/matches.ts";
import type { Obligation } from "./obligations.ts";
import type { Ground, Place } from "./places.ts";
import { solve } from "./solve.ts";
import { type Edge, type StateNode, type ViewNode, viewsOf, type Walk } from "./walk.ts";

/** A place that breaks an obligation, by the nearest of its states that does. */
export interface Culprit {
  node: StateNode;
  /** What of its view makes the difference; empty: it is the same whatever the view says. */
  facts: Facts;
  /** What leads on from there then, which is not far enough. */
  edges: readonly Edge[];
}

/**
 * The places that keep an obligation from holding: each time the one whose mending frees the most states, so that what
 * merely leads to a broken place is not blamed for it; of several in one ring the screen of the stage that is owed, and
 * what a walk comes to last. `assumed` takes them in.
 */
export function culpritsOf(
  { journey }: Ground,
  walk: Walk,
  obligation: Obligation,
  isJudged: (place: Place) => boolean,
  assumed: Set<string>,
): Culprit[] {
  const strandedWith = (mended: ReadonlySet<string>): StateNode[] => {
    const wins = solve(walk, obligation, mended);
    const isStranded = (node: StateNode) => wins[node.index] === 0 && isJudged(node.state.place);
    return walk.states.filter(isStranded);
  };
  const culprits: Culprit[] = [];
  for (let stranded = strandedWith(assumed); stranded.length > 0; stranded = strandedWith(assumed)) {
    const candidates = [...Map.groupBy(stranded, ({ state }) => state.place.original)].map(([id, nodes]) => {
      const owing = nodes.find(
        ({ state }) => (journey[state.standing.stage] ?? "login") === state.place.screen.id,
      );
      const left = strandedWith(new Set([...assumed, id])).length;
      return { id, node: owing ?? nodes[0], left, rank: owing === undefined ? 1 : 0 };
    });
    const [best] = candidates.reverse().sort((a, b) => a.left - b.left || a.rank - b.rank);
    if (best?.node === undefined) break;
    const { id, node } = best;
    const wins = solve(walk, obligation, assumed);
    const losing = new Set(viewsOf(node).flatMap((views) => views.filter(({ index }) => wins[index] === 0)));
    const edges = viewsOf(node).flatMap((views) => worstOf(views, losing)?.edges ?? []);
    culprits.push({ node, facts: decisiveFacts(node, losing), edges });
    assumed.add(id);
  }
  return culprits;
}

/** The fewest facts of wrong views of a state, one of each aspect, that no right one has; names before flags. */
export function decisiveFacts(node: StateNode, wrong: ReadonlySet<ViewNode>): Facts {
  const ofAspects = viewsOf(node).map((views) => {
    const right = views.filter((each) => !wrong.has(each));
    const facts: Facts = { ...worstOf(views, wrong)?.view.facts };
    const entries = Object.entries(facts);
    const flagsFirst = entries.toSorted(
      ([, a], [, b]) => Number(typeof a === "string") - Number(typeof b === "string"),
    );
    for (const [name, value] of flagsFirst) {
      delete facts[name];
      const rest = Object.entries(facts);
      if (right.some(({ view }) => rest.every(([other, said]) => view.facts[other] === said)))
        facts[name] = value;
    }
    return facts;
  });
  return Object.assign({}, ...ofAspects);
}

function worstOf(views: readonly ViewNode[], wrong: ReadonlySet<ViewNode>): ViewNode | undefined {
  return views.find((each) => wrong.has(each));
}
