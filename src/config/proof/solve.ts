import type { Obligation } from "./obligations.ts";
import type { Node, Walk } from "./walk.ts";

/** Numbers of the nodes that come before each node, and how many nodes a choice still waits for. */
interface Backwards {
  before: number[][];
  among: Uint16Array;
}

/**
 * Finds the nodes from which an obligation's goal is reached whatever the server chooses: a view by one of its ways, a
 * choice by all that it chooses from, a state by one of its aspects. That is as good as by the product of the aspects,
 * because what one of them answers says nothing of the others. By least fixed point, so that going round and round is no way on. States of the
 * places in `assumed` and circles, which are found by themselves, count as if they led on. Gives 1 for each node that does.
 */
export function solve(
  { nodes }: Walk,
  { isGoal, counts }: Obligation,
  assumed: ReadonlySet<string>,
): Uint8Array {
  const { before, among } = backwards(nodes, counts);
  const wins = new Uint8Array(nodes.length);
  const won: number[] = [];
  const win = (index: number) => {
    if (wins[index] === 1) return;
    wins[index] = 1;
    won.push(index);
  };
  for (const node of nodes) {
    const isAssumed = node.kind === "state" ? assumed.has(node.state.place.id) : node.kind === "circle";
    if (isAssumed || isGoal(node)) win(node.index);
  }
  for (let index = won.pop(); index !== undefined; index = won.pop()) {
    for (const earlier of before[index] ?? []) {
      const left = among[earlier] ?? 0;
      if (left > 1) among[earlier] = left - 1;
      else win(earlier);
    }
  }
  return wins;
}

function backwards(nodes: readonly Node[], counts: Obligation["counts"]): Backwards {
  const before: number[][] = nodes.map(() => []);
  const among = new Uint16Array(nodes.length);
  for (const node of nodes) {
    if (node.kind === "choice") {
      const chosen = new Set(node.among);
      among[node.index] = chosen.size;
      for (const { index } of chosen) before[index]?.push(node.index);
    } else if (node.kind === "state") {
      for (const { index } of node.aspects) before[index]?.push(node.index);
    } else if (node.kind === "view") {
      for (const { press, to } of node.edges) if (counts(press)) before[to.index]?.push(node.index);
    }
  }
  return { before, among };
}
