import { sql } from "kysely";
import { sha256 } from "../crypto.ts";

const planMark = "/* planned each time */";

/**
 * Begins a statement whose best plan depends on its values: what is searched, how much has expired, whose list it is.
 * PostgreSQL plans it each time; a plan for any values would be kept for as long as its connection lives.
 */
export const plannedEachTime = sql.raw(`${planMark} `);

/** The names under which PostgreSQL keeps statements, with what it planned for them, in each connection. */
export interface KeptPlans {
  /** Of a statement; undefined: it is not kept. */
  nameOf(text: string, values: readonly unknown[]): string | undefined;
  /** Has everything planned anew, under other names; nothing where `outdated` is none of today's. */
  renew(outdated: string | undefined): void;
}

const keptAtMost = 500;
/** Statements with more, lists as a rule, have as many texts as there are lengths, and none of them is kept. */
export const valuesAtMost = 100;

export function createKeptPlans(): KeptPlans {
  const names = new Map<string, string>();
  let generation = 1;
  const isKept = (text: string, { length }: readonly unknown[]) =>
    length > 0 && length <= valuesAtMost && names.size < keptAtMost && !text.startsWith(planMark);
  return {
    nameOf: (text, values) => {
      const known = names.get(text);
      if (known !== undefined || !isKept(text, values)) return known;
      // The same text in every process: where a connection were shared all the same, none would run what another has named.
      const name = `kept_${generation}_${sha256(text)}`;
      names.set(text, name);
      return name;
    },
    renew: (outdated) => {
      if (!outdated?.startsWith(`kept_${generation}_`)) return;
      generation += 1;
      names.clear();
    },
  };
}
