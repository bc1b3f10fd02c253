import type { Facts } from "../../shared/matches.ts";
import type { JsonPath } from "../json-path.ts";
import { type Arrival, arrivalsAt } from "./arrivals.ts";
import type { Ground, View } from "./places.ts";
import type { Press } from "./presses.ts";
import { nothingProven, type Standing, type World } from "./situation.ts";
import { type Backwards, backwardsOf } from "./solve.ts";
import { type End, type State, stateAt, type Target, waysOf } from "./ways.ts";

/** A way from a state: what was pressed, how it ended, where that leads, and the link or the row that says so. */
export interface Edge {
  press: Press;
  outcome: string | undefined;
  path: JsonPath | undefined;
  target: Target;
  to: Node;
}

/** How the walk first came to a node: by an edge, or by screens that only led on; `from` is missing where an address was opened. */
interface Origin {
  from?: Node;
  edge?: Pick<Edge, "press" | "outcome">;
  via?: readonly string[];
}

/**
 * A state, where the person goes by one of its aspects; an answer of the view with what can be pressed then; several
 * nodes that the server chooses from, all of them elsewhere than at the screen that `refused` the person; or an end.
 */
export type Node = { index: number; origin: Origin } & (
  | { kind: "state"; state: State; aspects: readonly ChoiceNode[] }
  | { kind: "view"; view: View; edges: Edge[] }
  | { kind: "choice"; among: readonly Node[]; refused?: string }
  | { kind: "circle"; via: readonly string[] }
  | { kind: "end"; end: End }
);

type ChoiceNode = Extract<Node, { kind: "choice" }>;
export type StateNode = Extract<Node, { kind: "state" }>;
export type ViewNode = Extract<Node, { kind: "view" }>;

/** The views of a state, by aspects. */
export function viewsOf({ aspects }: StateNode): ViewNode[][] {
  return aspects.map(({ among }) => among.filter((node) => node.kind === "view"));
}

/** Everything that one person can come to, the nearest first. */
export interface Walk {
  world: World;
  nodes: readonly Node[];
  /** Those of the nodes that are states. */
  states: readonly StateNode[];
  backwards: Backwards;
}

/**
 * Walks everything that can happen to one person: from the sign-in page first, then from every address, opened with
 * nothing proven and in each standing that was reached, as the back button and a second tab do.
 */
export function walk(ground: Ground, world: World): Walk {
  const walker = new Walker(ground, world);
  const screens = Object.keys(ground.screens);
  const opened = new Set<Standing>();
  walker.open("login", nothingProven);
  for (let at = 0; at < walker.states.length; at++) {
    const { standing } = (walker.states[at] as StateNode).state;
    if (opened.has(standing)) continue;
    opened.add(standing);
    for (const screen of screens) walker.open(screen, standing);
  }
  const { nodes, states } = walker;
  return { world, nodes, states, backwards: backwardsOf(nodes) };
}

class Walker {
  readonly nodes: Node[] = [];
  readonly states: StateNode[] = [];
  readonly #ground: Ground;
  readonly #world: World;
  readonly #known = new Map<string, Node>();
  #expanded = 0;

  constructor(ground: Ground, world: World) {
    this.#ground = ground;
    this.#world = world;
  }

  /** Opens a screen's address, and walks on from there. */
  open(screen: string, standing: Standing): void {
    const { path = "" } = this.#ground.screens[screen] ?? {};
    this.#arrive(screen, standing, screen === "login" ? {} : { via: [`${path} opened`] });
    for (; this.#expanded < this.states.length; this.#expanded++) {
      const node = this.states[this.#expanded];
      if (node !== undefined) this.#expand(node);
    }
  }

  #expand(node: StateNode): void {
    for (const { view, edges } of viewsOf(node).flat()) {
      for (const press of view.presses) {
        for (const { outcome, target, path } of waysOf(this.#ground, this.#world, node.state, press, view)) {
          const to = this.#reach(target, { from: node, edge: { press, outcome } });
          edges.push({ press, outcome, path, target, to });
        }
      }
    }
  }

  #reach(target: Target, origin: Origin): Node {
    if (target.to === "end") return this.#end(target.end, origin);
    if (target.to === "screen") return this.#arrive(target.screen, target.standing, origin, target.told);
    const { places, standing, given } = target;
    const key = `${places.map(({ id }) => id).join()} ${JSON.stringify(given)} ${standing.key}`;
    return this.#node(key, origin, (base) => {
      const states = places.flatMap((place) => stateAt(place, this.#world, standing, given) ?? []);
      return { kind: "choice", among: states.map((state) => this.#state(state, { from: base })) };
    });
  }

  #arrive(screen: string, standing: Standing, origin: Origin, told: Record<string, Facts> = {}): Node {
    return this.#node(`${screen} ${standing.key} ${JSON.stringify(told)}`, origin, (base) => {
      const arrivals = arrivalsAt(this.#ground, this.#world, screen, standing, told);
      const [{ refused = undefined } = {}] = arrivals;
      const among = arrivals.map((arrival) => this.#arrived(arrival, base));
      return { kind: "choice", among, refused: arrivals.every((each) => each.refused) ? refused : undefined };
    });
  }

  #arrived(arrival: Arrival, from: Node): Node {
    const { via } = arrival;
    if (arrival.kind === "shown") return this.#state(arrival.state, { from, via });
    if (arrival.kind === "end") return this.#end(arrival.end, { from, via });
    return this.#node(`circle ${via.join()}`, { from }, () => ({ kind: "circle", via }));
  }

  #state(state: State, origin: Origin): Node {
    return this.#node(state.key, origin, (from) => {
      const aspects = state.aspects.map((views) =>
        this.#fresh({ from }, () => ({
          kind: "choice",
          among: views.map((view) => this.#fresh({ from }, () => ({ kind: "view", view, edges: [] }))),
        })),
      );
      return { kind: "state", state, aspects };
    });
  }

  #end(end: End, origin: Origin): Node {
    return this.#node(end, origin, () => ({ kind: "end", end }));
  }

  #node(key: string, origin: Origin, fill: (base: Node) => object): Node {
    return this.#known.get(key) ?? this.#fresh(origin, fill, key);
  }

  // Known before it is filled, because what it leads to may lead back.
  #fresh(origin: Origin, fill: (base: Node) => object, key?: string): Node {
    const node = { index: this.nodes.length, origin } as Node;
    if (key !== undefined) this.#known.set(key, node);
    this.nodes.push(node);
    Object.assign(node, fill(node));
    if (node.kind === "state") this.states.push(node);
    return node;
  }
}
