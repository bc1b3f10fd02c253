/** Somebody else has the file locked. */
export const sqliteBusy = 5;

/** The primary result code of an error of SQLite (sqlite.org/rescode.html), whatever extends it; 0 where it is none of SQLite's. */
export function sqliteCodeOf(error: unknown): number {
  return Number(Object(error).errcode ?? 0) & 0xff;
}
