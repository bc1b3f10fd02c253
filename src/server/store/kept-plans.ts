import { sql } from "kysely";

const planMark = "/* planned each time */";

/** Begins a statement whose best plan depends on its values, as that of a search does: PostgreSQL plans it each time. */
export const plannedEachTime = sql.raw(`${planMark} `);

/** The names under which PostgreSQL keeps statements, with what it planned for them, in each connection. */
export interface KeptPlans {
  /** Of a statement; undefined: it is not kept. */
  nameOf(text: string, values: readonly unknown[]): string | undefined;
  /** Has everything planned anew, under other names. */
  renew(): void;
}

const keptAtMost = 500;

export function createKeptPlans(): KeptPlans {
  const names = new Map<string, string>();
  let named = 0;
  return {
    nameOf: (text, values) => {
      const known = names.get(text);
      if (known !== undefined) return known;
      if (values.length === 0 || names.size >= keptAtMost || text.startsWith(planMark)) return undefined;
      named += 1;
      const name = `kept_${named}`;
      names.set(text, name);
      return name;
    },
    renew: () => names.clear(),
  };
}
