import type { Obligation } from "./obligations.ts";
import type { Press } from "./presses.ts";
import type { Node, Walk } from "./walk.ts";

/** What comes before each node, by which press where one leads there, and how many nodes a choice waits for. */
export interface Backwards {
  before: readonly (readonly { index: number; press?: Press }[])[];
  among: Uint32Array;
}

/**
 * Finds the nodes from which an obligation's goal is reached whatever the server chooses: a view by one of its ways, a
 * choice by all that it chooses from, a state by one of its aspects. That is as good as by the product of the aspects,
 * because what one of them answers says nothing of the others. By least fixed point, so that going round and round is no way on. States of the
 * places in `assumed` and circles, which are found by themselves, count as if they led on. Gives 1 for each node that does.
 */
export function solve(
  { nodes, backwards: { before, among } }: Walk,
  { isGoal, counts }: Obligation,
  assumed: ReadonlySet<string>,
): Uint8Array {
  const waits = among.slice();
  const wins = new Uint8Array(nodes.length);
  const won: number[] = [];
  const win = (index: number) => {
    if (wins[index] === 1) return;
    wins[index] = 1;
    won.push(index);
  };
  for (const node of nodes) {
    const isAssumed = node.kind === "state" ? assumed.has(node.state.place.original) : node.kind === "circle";
    if (isAssumed || isGoal(node)) win(node.index);
  }
  for (let index = won.pop(); index !== undefined; index = won.pop()) {
    for (const { index: earlier, press } of before[index] ?? []) {
      if (press !== undefined && !counts(press)) continue;
      const left = waits[earlier] ?? 0;
      if (left > 1) waits[earlier] = left - 1;
      else win(earlier);
    }
  }
  return wins;
}

/** The graph from its goals on, the same for every obligation. */
export function backwardsOf(nodes: readonly Node[]): Backwards {
  const before = nodes.map((): { index: number; press?: Press }[] => []);
  const among = new Uint32Array(nodes.length);
  for (const node of nodes) {
    if (node.kind === "choice") {
      const chosen = new Set(node.among);
      among[node.index] = chosen.size;
      for (const { index } of chosen) before[index]?.push(node);
    } else if (node.kind === "state") {
      for (const { index } of node.aspects) before[index]?.push(node);
    } else if (node.kind === "view") {
      for (const { press, to } of node.edges) before[to.index]?.push({ index: node.index, press });
    }
  }
  return { before, among };
}
