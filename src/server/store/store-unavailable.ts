/** The database cannot be reached, is too slow or cannot write just now (security, F3, F4, F7): 503, try again. */
export class StoreUnavailable extends Error {
  /** Seconds after which a caller may try again. */
  readonly retryAfterSeconds = 2;

  constructor(cause: unknown) {
    super("The database is not available", { cause });
    this.name = "StoreUnavailable";
  }
}
