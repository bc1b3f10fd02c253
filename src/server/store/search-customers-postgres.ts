import { sql } from "kysely";
import type { SearchDialect } from "./search-customers.ts";

/** Search by the trigram index, where the extension is there. */
export const postgresSearch: SearchDialect = {
  // A function instead of LIKE: walks in sort order must not be turned into visits of the trigram index.
  contains: (word) => sql`strpos(search, ${word}) > 0`,
  indexed: (trigrams) => {
    const patterns = trigrams.map((trigram) => sql`search like ${`%${trigram.replace(/[\\%_]/g, "\\$&")}%`}`);
    return sql`select id, search from customers where ${sql.join(patterns, sql` and `)}`;
  },
  gathersHits: true,
};
