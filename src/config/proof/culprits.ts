import type { Facts } from "../../shared/matches.ts";
import type { Obligation } from "./obligations.ts";
import type { Ground, Place } from "./places.ts";
import { solve } from "./solve.ts";
import type { StateNode, Walk } from "./walk.ts";

/** A place that breaks an obligation, by the nearest of its states that does. */
export interface Culprit {
  node: StateNode;
  /** What of its view makes the difference; empty: it is the same whatever the view says. */
  facts: Facts;
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
    return walk.nodes.filter((node) => node.kind === "state").filter(isStranded);
  };
  const culprits: Culprit[] = [];
  for (let stranded = strandedWith(assumed); stranded.length > 0; stranded = strandedWith(assumed)) {
    const candidates = [...Map.groupBy(stranded, ({ state }) => state.place.id)].map(([id, nodes]) => {
      const owing = nodes.find(
        ({ state }) => (journey[state.standing.stage] ?? "login") === state.place.screen.id,
      );
      const left = strandedWith(new Set([...assumed, id])).length;
      return { id, node: owing ?? nodes[0], left, rank: owing === undefined ? 1 : 0 };
    });
    const [best] = candidates.reverse().sort((a, b) => a.left - b.left || a.rank - b.rank);
    if (best?.node === undefined) break;
    const { id, node } = best;
    culprits.push({ node, facts: decisiveFacts(walk, node, new Set(stranded)) });
    assumed.add(id);
  }
  return culprits;
}

/** The fewest facts of a wrong state's view that no right state of the same place and standing has; names before flags. */
export function decisiveFacts({ nodes }: Walk, { state }: StateNode, wrong: ReadonlySet<StateNode>): Facts {
  const right = nodes
    .filter((node) => node.kind === "state")
    .filter((node) => node.state.place === state.place && node.state.standing === state.standing)
    .filter((node) => !wrong.has(node));
  const facts: Facts = { ...state.view.facts };
  const entries = Object.entries(facts);
  const flagsFirst = entries.toSorted(
    ([, a], [, b]) => Number(typeof a === "string") - Number(typeof b === "string"),
  );
  for (const [name, value] of flagsFirst) {
    delete facts[name];
    const rest = Object.entries(facts);
    if (right.some(({ state: { view } }) => rest.every(([other, said]) => view.facts[other] === said)))
      facts[name] = value;
  }
  return facts;
}
