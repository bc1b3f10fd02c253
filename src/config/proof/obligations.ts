import type { Press } from "./presses.ts";
import type { World } from "./situation.ts";
import type { Node } from "./walk.ts";

/** What must be true of every state. */
export interface Obligation {
  /** Id of the rule. */
  rule: string;
  message: string;
  /** The entry of the place that lacks a way, where it is always the same. */
  entry?: "links" | "actions";
  /** Whom it is about. */
  concerns(world: World): boolean;
  /** The person is where they must be able to come to. */
  isGoal(node: Node): boolean;
  /** It may be counted on as a way. */
  counts(press: Press): boolean;
}

/** Whoever can give what pages ask for is signed in in the end, though no ceremony may ever succeed. */
const end: Obligation = {
  rule: "journey-end",
  message: "Nobody who stands here can finish the sign-in",
  concerns: () => true,
  isGoal: (node) => (node.kind === "end" ? node.end === "signedIn" : isHome(node)),
  counts: ({ ceremony }) => !ceremony,
};

/** Whoever cannot give what a page asks for gets away from it by what anybody can do. */
const exit: Obligation = {
  rule: "journey-exit",
  message: "Whoever cannot do what is asked here has no other way",
  concerns: () => true,
  isGoal: (node) =>
    isOver(node) || isHome(node) || (node.kind === "state" && node.state.place.original === "login"),
  counts: ({ sure }) => sure,
};

/** Whoever has forgotten their password gets to where they ask for a new one, unless they need none. */
const recovery: Obligation = {
  rule: "journey-recovery",
  message: "Whoever has forgotten their password cannot ask for a new one from here",
  entry: "links",
  concerns: ({ waiting }) => waiting !== "vendorOnly",
  isGoal: (node) =>
    isSignedIn(node) || (node.kind === "state" && node.state.place.part.submit?.call === "Recover"),
  counts: isOfHere,
};

/** Whoever does not want to sign in after all gets back to the application that waits. */
const cancel: Obligation = {
  rule: "journey-cancel",
  message: "Whoever gives up the sign-in here cannot get back to the application",
  entry: "actions",
  concerns: ({ waiting }) => waiting !== "nobody",
  isGoal: (node) => isOver(node) || isSignedIn(node),
  counts: isOfHere,
};

export const obligations: readonly Obligation[] = [end, exit, recovery, cancel];

/** Signed in or given up. Who leaves for another site is where nothing is known of them, if there is an address at all. */
function isOver(node: Node): boolean {
  return node.kind === "end" && node.end !== "elsewhere";
}

function isSignedIn(node: Node): boolean {
  return node.kind === "end"
    ? node.end === "signedIn"
    : node.kind === "state" && node.state.standing.hasSession;
}

/** Anybody can do it, and whoever has no account at a provider too. */
function isOfHere({ sure, does }: Press): boolean {
  return sure && !("effect" in does && does.effect.asksProvider);
}

function isHome(node: Node): boolean {
  return node.kind === "state" && node.state.place.id === "home" && node.state.standing.stage === "done";
}
