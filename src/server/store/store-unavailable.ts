import { sqliteBusy, sqliteCodeOf } from "./sqlite-code.ts";

const lockNotAvailable = "55P03";
/** As SQLite, PostgreSQL and the system name a disk that is full. */
const sqliteFull = 13;
/** There is no room for the memory that its processes share beside the file (sqlite.org/rescode.html#ioerr_shmsize). */
const sqliteNoRoom = 4874;
const fullCodes = new Set(["53100", "ENOSPC", "EDQUOT"]);

/** The database cannot be reached, is too slow or cannot write just now (security, F3, F4, F7): 503, try again. */
export class StoreUnavailable extends Error {
  /** Seconds after which a caller may try again. */
  readonly retryAfterSeconds = 2;

  /** Waiting does not help then: somebody has to make room. */
  readonly isDiskFull: boolean;

  /** Another process has SQLite's file locked for now. */
  readonly isBusy: boolean;

  /** PostgreSQL has waited for what others have locked for as long as it was to. */
  readonly isLocked: boolean;

  constructor(cause: unknown) {
    super("The database is not available", { cause });
    this.name = "StoreUnavailable";
    const { code, errcode } = Object(cause);
    const sqliteCode = sqliteCodeOf(cause);
    this.isBusy = sqliteCode === sqliteBusy;
    this.isLocked = code === lockNotAvailable;
    this.isDiskFull = sqliteCode === sqliteFull || errcode === sqliteNoRoom || fullCodes.has(code);
  }
}
