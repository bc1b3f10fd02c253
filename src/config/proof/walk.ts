import { type Arrival, agree, arrivalsAt } from "./arrivals.ts";
import type { Ground } from "./places.ts";
import type { Press } from "./presses.ts";
import { nothingProven, type Standing, type World } from "./situation.ts";
import { type End, type State, type Target, waysOf } from "./ways.ts";

/** A way from a state: what was pressed, how it ended, and where that leads. */
export interface Edge {
  press: Press;
  outcome: string | undefined;
  to: Node;
}

/** How the walk first came to a node: by an edge, or by screens that only led on; `from` is missing where an address was opened. */
interface Origin {
  from?: Node;
  edge?: Omit<Edge, "to">;
  via?: readonly string[];
}

/** A state with what can be pressed there; several that the server chooses from; or an end. */
export type Node = { index: number; origin: Origin } & (
  | { kind: "state"; state: State; edges: Edge[] }
  | { kind: "choice"; among: readonly Node[] }
  | { kind: "circle"; via: readonly string[] }
  | { kind: "end"; end: End }
);

export type StateNode = Extract<Node, { kind: "state" }>;

/** Everything that one person can come to, the nearest first. */
export interface Walk {
  world: World;
  nodes: readonly Node[];
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
  return { world, nodes: walker.nodes };
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
    for (const press of node.state.view.presses) {
      for (const { outcome, target } of waysOf(this.#ground, this.#world, node.state, press)) {
        const edge = { press, outcome };
        node.edges.push({ ...edge, to: this.#reach(target, { from: node, edge }) });
      }
    }
  }

  #reach(target: Target, origin: Origin): Node {
    if (target.to === "end") return this.#end(target.end, origin);
    if (target.to === "screen") return this.#arrive(target.screen, target.standing, origin);
    const { places, standing, given } = target;
    const key = `${places.map(({ id }) => id).join()} ${JSON.stringify(given)} ${standing.key}`;
    return this.#node(key, origin, (base) => {
      const states = places.flatMap((place) =>
        place.viewsIn(this.#world, standing).map((view) => ({ place, view, standing })),
      );
      const fitting = states.filter(({ view }) => agree(view.facts, given));
      return { kind: "choice", among: fitting.map((state) => this.#state(state, { from: base })) };
    });
  }

  #arrive(screen: string, standing: Standing, origin: Origin): Node {
    return this.#node(`${screen} ${standing.key}`, origin, (base) => {
      const arrivals = arrivalsAt(this.#ground, this.#world, screen, standing);
      return { kind: "choice", among: arrivals.map((arrival) => this.#arrived(arrival, base)) };
    });
  }

  #arrived(arrival: Arrival, from: Node): Node {
    const { via } = arrival;
    if (arrival.kind === "shown") return this.#state(arrival.state, { from, via });
    if (arrival.kind === "end") return this.#end(arrival.end, { from, via });
    return this.#node(`circle ${via.join()}`, { from }, () => ({ kind: "circle", via }));
  }

  #state(state: State, origin: Origin): Node {
    const key = `${state.place.id} ${state.standing.key} ${state.view.key}`;
    return this.#node(key, origin, () => ({ kind: "state", state, edges: [] }));
  }

  #end(end: End, origin: Origin): Node {
    return this.#node(end, origin, () => ({ kind: "end", end }));
  }

  // Known before it is filled, because what it leads to may lead back.
  #node(key: string, origin: Origin, fill: (base: Node) => object): Node {
    const known = this.#known.get(key);
    if (known !== undefined) return known;
    const node = { index: this.nodes.length, origin } as Node;
    this.#known.set(key, node);
    this.nodes.push(node);
    Object.assign(node, fill(node));
    if (node.kind === "state") this.states.push(node);
    return node;
  }
}
