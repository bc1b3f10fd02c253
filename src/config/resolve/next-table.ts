import type { NextRow } from "../../generated/config.ts";
import type { JsonSchema } from "../../shared/contract.ts";
import { type Facts, matches } from "../../shared/matches.ts";
import { factAt, valuesOfFact } from "./facts.ts";
import type { PlacedNext } from "./scenes.ts";

/** Combinations that are tried at most; a table beyond it is left to the journey's own tests. */
const mostCombinations = 20_000;

/** What following every combination of facts through the rows of a `next` shows. */
export interface Followed {
  /** The first combination that no row takes. */
  uncovered: Facts | undefined;
  /** Rows that no combination reaches first. */
  unreached: NextRow[];
}

/**
 * Follows every combination of the facts that some rows read, and the outcome. A fact without a list of values
 * counts with the values that the rows name and, as `undefined`, with any other or none.
 */
export function followRows(rows: readonly NextRow[], facts: JsonSchema): Followed {
  const names = new Set(["outcome", ...rows.flatMap(({ when }) => Object.keys(when ?? {}))]);
  const known = [...names].filter((name) => factAt(facts, name) !== undefined);
  const choices = known.map((name) => [name, possibleValues(name, rows, facts)] as const);
  if (choices.reduce((product, [, values]) => product * values.length, 1) > mostCombinations) {
    return { uncovered: undefined, unreached: [] };
  }
  const unreached = new Set(rows);
  let uncovered: Facts | undefined;
  for (const combination of combinations(choices)) {
    const first = rows.find(({ when }) => matches(when, combination));
    if (first === undefined) uncovered ??= combination;
    else unreached.delete(first);
  }
  return { uncovered, unreached: [...unreached] };
}

/** The same of a `next` with the place of each row. */
export function followNext({ rows, facts }: Pick<PlacedNext, "rows" | "facts">): Followed {
  return followRows(
    rows.map(({ row }) => row),
    facts,
  );
}

function possibleValues(name: string, rows: readonly NextRow[], facts: JsonSchema): unknown[] {
  const fact = factAt(facts, name);
  const listed = fact && valuesOfFact(fact);
  if (listed !== undefined) return fact?.optional ? [...listed, undefined] : listed;
  return [...new Set(rows.flatMap(({ when }) => when?.[name] ?? [])), undefined];
}

function* combinations(choices: readonly (readonly [string, unknown[]])[]): Generator<Facts> {
  const [head, ...rest] = choices;
  if (head === undefined) {
    yield {};
    return;
  }
  const [name, values] = head;
  for (const inner of combinations(rest)) for (const value of values) yield { [name]: value, ...inner };
}
