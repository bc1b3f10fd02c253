import { sql } from "kysely";
import type { SearchDialect } from "./search-customers.ts";

/** Search by the FTS5 index of character triples. */
export const sqliteSearch: SearchDialect = {
  contains: (word) => sql`instr(search, ${word}) > 0`,
  indexed: (trigrams) => {
    const phrases = trigrams.map((trigram) => `"${trigram.replaceAll('"', '""')}"`).join(" ");
    return sql`
      select customers.id, customers.search from customers_trigrams
      join customers on customers.seq = customers_trigrams.rowid
      where customers_trigrams match ${phrases}`;
  },
  gathersHits: false,
};
