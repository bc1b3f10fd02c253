import type { Press } from "./presses.ts";
import type { Node } from "./walk.ts";

/** What must be true of every state. */
export interface Obligation {
  /** Id of the rule. */
  rule: string;
  message: string;
  /** The person is where they must be able to come to. */
  isGoal(node: Node): boolean;
  /** It may be counted on as a way. */
  counts(press: Press): boolean;
}

/** Whoever can give what pages ask for is signed in in the end, though no ceremony may ever succeed. */
const end: Obligation = {
  rule: "journey-end",
  message: "Nobody who stands here can finish the sign-in",
  isGoal: (node) => (node.kind === "end" ? node.end === "signedIn" : isHome(node)),
  counts: ({ ceremony }) => !ceremony,
};

/** Whoever cannot give what a page asks for gets away from it by what anybody can do. */
const exit: Obligation = {
  rule: "journey-exit",
  message: "Whoever cannot do what is asked here has no other way",
  isGoal: (node) =>
    node.kind === "end" || isHome(node) || (node.kind === "state" && node.state.place.id === "login"),
  counts: ({ sure }) => sure,
};

export const obligations: readonly Obligation[] = [end, exit];

function isHome(node: Node): boolean {
  return node.kind === "state" && node.state.place.id === "home" && node.state.standing.stage === "done";
}
