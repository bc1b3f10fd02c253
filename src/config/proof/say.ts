import type { Facts } from "../../shared/matches.ts";
import type { Press } from "./presses.ts";
import type { Node } from "./walk.ts";

/** The way that the walk first took to a node: places, what was pressed and its outcome, and screens that only led on. */
export function pathTo(node: Node): string {
  const parts: string[] = [];
  for (let at: Node | undefined = node; at !== undefined; at = at.origin.from) {
    const { edge, via = [] } = at.origin;
    if (at.kind === "state") parts.unshift(at.state.place.id);
    if (at.kind === "circle") parts.unshift(...at.via);
    parts.unshift(...via);
    if (edge !== undefined) parts.unshift(sayPress(edge.press, edge.outcome));
  }
  return parts.join(" → ");
}

/** `submit (sent)`, or what was pressed alone. */
export function sayPress({ label }: Press, outcome: string | undefined): string {
  return outcome === undefined ? label : `${label} (${outcome})`;
}

/** ` (view.method = sms)`, or nothing. The step is said by the place. */
export function sayFacts(facts: Facts): string {
  const said = Object.entries(facts).filter(([name]) => name !== "view.step");
  return said.length === 0 ? "" : ` (${said.map(([name, value]) => sayFact(name, value)).join(", ")})`;
}

function sayFact(name: string, value: unknown): string {
  if (Array.isArray(value)) return `${name} ${value.length > 0 ? "has items" : "is empty"}`;
  if (typeof value === "object") return `${name} is ${value === null ? "missing" : "there"}`;
  return `${name} = ${String(value)}`;
}
