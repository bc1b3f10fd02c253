import type { Edit } from "../edit-json.ts";
import type { Workspace } from "../resolve/workspace.ts";

/** What a new thing is made of, before its texts. */
export interface Plan {
  /** Changes of JSON files; one that does not exist yet begins empty. */
  changes: readonly { file: string; does: string; edits: readonly Edit[] }[];
  /** Path → text of new files that are no JSON. */
  drawings?: ReadonlyMap<string, string>;
  /** The next three things to do, a sentence each. */
  next: readonly [string, string, string];
}

/** Plans a thing of one kind: its name, what else was given, and everything that is there already. Throws `Refusal`. */
export type Planner = (name: string, rest: readonly string[], workspace: Workspace) => Plan;

/** Nothing is made; the message says why, and what was most likely meant. */
export class Refusal extends Error {}

/** Throws where a name has not the form that its kind needs; `fitting` is the nearest one that has. */
export function expectName(kind: string, name: string, form: RegExp, rule: string, fitting: string): void {
  if (form.test(name)) return;
  const hint = form.test(fitting) ? ` Try: npm run new ${kind} ${fitting}` : "";
  throw new Refusal(`"${name}" is no name for a ${kind}: ${rule}.${hint}`);
}

/** Throws where something is there already: nothing is ever overwritten. */
export function expectFree(what: string, taken: boolean, place: string): void {
  if (taken) throw new Refusal(`There is ${what} already: ${place}`);
}
