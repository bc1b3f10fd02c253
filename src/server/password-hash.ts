/** Cost of new hashes and how many are computed at once. */
export interface HashCost {
  memoryKib: number;
  passes: number;
  concurrency: number;
}

/** Hashes and checks passwords, as many at once as the settings allow. */
export interface PasswordHasher {
  /** Argon2id in PHC form. */
  hash(password: string): Promise<string>;
  verify(phc: string, password: string): Promise<boolean>;
  /** Costs what `verify` costs and is never right: for user names that do not exist (security, EN-2). */
  verifyDummy(password: string): Promise<false>;
  /** Says whether a hash was made with other costs than those of today. */
  needsRehash(phc: string): boolean;
}

/** More passwords are waiting than can be checked in time: 503 with Retry-After. */
export class HashOverloaded extends Error {
  readonly retryAfterSeconds = 3;

  constructor() {
    super("Too many passwords are waiting to be checked");
    this.name = "HashOverloaded";
  }
}

/** Makes the password hasher of the process. */
export function createPasswordHasher(_cost: HashCost): PasswordHasher {
  throw new Error("not written yet");
}
