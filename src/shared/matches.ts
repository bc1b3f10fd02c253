import { isObject } from "./is-object.ts";

/** What a `when` can ask about: dotted fact → value (`outcome`, `form.method`, `view.prompt`, `partner.behaviour.…`). */
export type Facts = Record<string, unknown>;

/** A condition of the configuration: fact → value or list of values. */
export type When = Record<string, unknown>;

/**
 * Says whether all of a condition holds. It means the JSON Schema that it looks like (value → const, list → enum,
 * every fact required), so a missing fact never matches and no value is converted.
 */
export function matches(when: When | undefined, facts: Facts): boolean {
  return Object.entries(when ?? {}).every(([fact, wanted]) =>
    Array.isArray(wanted) ? wanted.includes(facts[fact]) : facts[fact] === wanted,
  );
}

/** What rows of `next` may read of an answer: its outcome, and all of it below `answer`. */
export function answerFacts(answer: Record<string, unknown>): Facts {
  return toFacts({ outcome: answer.outcome, answer });
}

/** Flattens named objects to facts: `{ view: { a: { b: 1 } } }` → `{ "view.a": {…}, "view.a.b": 1 }`. */
export function toFacts(sources: Record<string, unknown>): Facts {
  const facts: Facts = {};
  const add = (name: string, value: unknown): void => {
    if (value === undefined) return;
    facts[name] = value;
    if (!isObject(value)) return;
    for (const [key, inner] of Object.entries(value)) add(`${name}.${key}`, inner);
  };
  for (const [name, value] of Object.entries(sources)) add(name, value);
  return facts;
}
