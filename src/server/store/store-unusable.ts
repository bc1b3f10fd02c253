/** The database is there but cannot be this server's: waiting does not help, the operator must choose. */
export class StoreUnusable extends Error {
  constructor(message: string, cause?: unknown) {
    super(message, { cause });
    this.name = "StoreUnusable";
  }
}
