import type { Db } from "./tables.ts";

/** Deletes what has expired, in small batches; gives the number of rows deleted. */
export async function sweep(_db: Db, _now: number): Promise<number> {
  throw new Error("not written yet");
}
