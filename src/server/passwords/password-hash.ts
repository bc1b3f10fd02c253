import { argon2, randomBytes, timingSafeEqual } from "node:crypto";
import { promisify } from "node:util";
import { createSlots, type Slots } from "../slots.ts";
import { inSpan } from "../tracing/in-span.ts";
import { foreignCheck } from "./foreign-hash.ts";

/** Cost of new hashes and how many are computed at once. */
export interface HashCost {
  memoryKib: number;
  passes: number;
  concurrency: number;
}

/** Hashes and checks passwords, as many at once as the settings allow. Throws `HashOverloaded` beyond that. */
export interface PasswordHasher extends Pick<Slots, "load" | "resize" | "watch"> {
  /** Argon2id in PHC form. */
  hash(password: string): Promise<string>;
  /**
   * Of any hash that `isKnownHash`; never costs less than `verifyDummy`. Gives the hash to keep where the password is right:
   * the same, or a new one where another system made it, or other costs than those of today; null where it is wrong. Throws
   * `NobodyWaits` where it is not wanted once it may begin.
   */
  verify(phc: string, password: string, isWanted?: () => boolean): Promise<string | null>;
  /** Costs what `verify` costs and is never right: for user names that do not exist (security, EN-2). */
  verifyDummy(password: string, isWanted?: () => boolean): Promise<null>;
  /** Throws `HashOverloaded`, a second later, where nothing could be checked now: to be asked before anything else is done for it. */
  assertRoom(): Promise<void>;
}

/** More passwords are waiting than can be checked in time: 503 with Retry-After. */
export class HashOverloaded extends Error {
  readonly retryAfterSeconds = 3;

  constructor() {
    super("Too many passwords are waiting to be checked");
    this.name = "HashOverloaded";
  }
}

/** Parameters and salt of one hash. */
export interface HashParameters {
  memoryKib: number;
  passes: number;
  parallelism: number;
  salt: Buffer;
  /** Bytes. */
  length: number;
}

/** Computes argon2id, version 1.3. */
export type Derive = (password: string, parameters: HashParameters) => Promise<Buffer>;

const saltLength = 16;
const hashLength = 32;
const longestWait = 3000;
const refusedAfter = 1000;
const waitingPerSlot = 64;

// Imported hashes may ask for other costs, but not for the machine (security, PW-5).
const caps = { memoryKib: 262_144, passes: 10, parallelism: 8, bytes: 64 };
const leastBytes = 8;
/** Below it argon2id is not defined (RFC 9106, section 3.1). */
const leastMemoryKib = 8;

const phcPattern =
  /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=(\d{1,2})\$([A-Za-z0-9+/]+)\$([A-Za-z0-9+/]+)$/;

/** Node's own argon2id: the same hashes at twice the cost, for machines without a native binary. */
export const builtInDerive: Derive = async (password, { memoryKib, passes, parallelism, salt, length }) =>
  promisify(argon2)("argon2id", {
    message: password,
    nonce: salt,
    memory: memoryKib,
    passes,
    parallelism,
    tagLength: length,
  });

const fastestDerive: Derive = await import("@node-rs/argon2").then(
  ({ hashRaw }): Derive =>
    (password, { memoryKib, passes, parallelism, salt, length }) =>
      hashRaw(password, { memoryCost: memoryKib, timeCost: passes, parallelism, salt, outputLen: length }),
  () => builtInDerive,
);

// As libuv reads it when its first thread starts.
const threadsHere = Number(process.env.UV_THREADPOOL_SIZE) || 4;

/** How a password is checked against a hash, and what it costs then. */
interface Proof {
  /** `asTyped`: the same password before it was composed. */
  check(typed: string, asTyped: string): Promise<boolean>;
  /** The hash to keep where it is right. */
  kept(typed: string): Promise<string>;
  /** What a cheap hash, of another system or of earlier costs, leaves of the usual cost: paid where it is wrong, so that no answer is the faster for it (EN-2). */
  rest?: HashParameters;
}

/** Makes the password hasher of the process. `threads`: on how many the hashes are computed, one after the other on each. */
export function createPasswordHasher(
  cost: HashCost,
  derive: Derive = fastestDerive,
  threads = threadsHere,
): PasswordHasher {
  const today = { memoryKib: cost.memoryKib, passes: cost.passes, parallelism: 1, length: hashLength };
  const dummy = { parameters: { ...today, salt: randomBytes(saltLength) }, hash: randomBytes(hashLength) };
  const slots = createSlots({
    concurrency: cost.concurrency,
    // What waits there is computed at once where a thread is left for it.
    ahead: (concurrency) => (concurrency < threads ? 0 : Math.ceil(threads / 2)),
    // What follows a hash finds nothing in the processor's cache any more but what the one before left there; and on SQLite what is
    // written for all of them is one transaction.
    together: (concurrency) => Math.min(4 * concurrency, 8),
    waitingPerSlot,
    longestWait,
    refusedAfter,
    overloaded: () => new HashOverloaded(),
  });
  // The same password typed on another system may arrive in another composition (security, PW-2).
  const inSlot = <Result>(
    password: string,
    work: (typed: string) => Promise<Result>,
    isWanted?: () => boolean,
  ) => {
    const hash = () => inSpan("hash", {}, () => work(password.normalize("NFC")));
    return inSpan("password", {}, () => slots.run(hash, isWanted));
  };
  const checkOf =
    ({ parameters, hash }: ParsedHash) =>
    async (typed: string) =>
      timingSafeEqual(await derive(typed, parameters), hash);
  const restBeside = ({ memoryKib, passes }: HashParameters): HashParameters | undefined => {
    const left = Math.floor((today.memoryKib * today.passes - memoryKib * passes) / today.passes);
    return left < leastMemoryKib ? undefined : { ...dummy.parameters, memoryKib: left };
  };
  const make = async (typed: string): Promise<string> => {
    const parameters = { ...today, salt: randomBytes(saltLength) };
    return toPhc(parameters, await derive(typed, parameters));
  };
  const proofOf = (phc: string): Proof | undefined => {
    const check = foreignCheck(phc);
    // Nobody knows what another system's costs here, so all of the usual cost is paid beside it: for a new hash where it is right.
    if (check !== undefined) {
      // Most other systems hash what is typed: what some keyboards give for Vietnamese would be right in no composition.
      const checkBoth: Proof["check"] = async (typed, asTyped) =>
        (await check(typed)) || (asTyped !== typed && check(asTyped));
      return { check: checkBoth, kept: make, rest: dummy.parameters };
    }
    const known = parsePhc(phc);
    if (known === undefined) return undefined;
    const kept = isOfToday(known.parameters) ? async () => phc : make;
    return { check: checkOf(known), kept, rest: restBeside(known.parameters) };
  };
  const isOfToday = ({ memoryKib, passes, parallelism, length }: HashParameters): boolean =>
    memoryKib === today.memoryKib &&
    passes === today.passes &&
    parallelism === today.parallelism &&
    length === today.length;
  const verifyDummy: PasswordHasher["verifyDummy"] = async (password, isWanted) => {
    await inSlot(password, checkOf(dummy), isWanted);
    return null;
  };
  return {
    hash: (password) => inSlot(password, make),
    verify: async (phc, password, isWanted) => {
      const proof = proofOf(phc);
      if (proof === undefined) return verifyDummy(password, isWanted);
      const work = async (typed: string) => {
        if (await proof.check(typed, password)) return proof.kept(typed);
        if (proof.rest !== undefined) await derive(typed, proof.rest);
        return null;
      };
      return inSlot(password, work, isWanted);
    },
    verifyDummy,
    assertRoom: slots.assertRoom,
    load: slots.load,
    resize: slots.resize,
    watch: slots.watch,
  };
}

/** Says whether a password can be checked against a hash: argon2id or of another system, within the caps. */
export function isKnownHash(phc: string): boolean {
  return parsePhc(phc) !== undefined || foreignCheck(phc) !== undefined;
}

interface ParsedHash {
  parameters: HashParameters;
  hash: Buffer;
}

/** The parts of a PHC string; undefined where it is none of ours or asks for more than the caps. */
function parsePhc(phc: string): ParsedHash | undefined {
  const [, memory, passes, parallelism, salt = "", hash = ""] = phcPattern.exec(phc) ?? [];
  const bytes = { salt: Buffer.from(salt, "base64"), hash: Buffer.from(hash, "base64") };
  const parameters: HashParameters = {
    memoryKib: Number(memory),
    passes: Number(passes),
    parallelism: Number(parallelism),
    salt: bytes.salt,
    length: bytes.hash.length,
  };
  return isComputable(parameters) ? { parameters, hash: bytes.hash } : undefined;
}

function isComputable({ memoryKib, passes, parallelism, salt, length }: HashParameters): boolean {
  return (
    isWithin(parallelism, 1, caps.parallelism) &&
    isWithin(memoryKib, leastMemoryKib * parallelism, caps.memoryKib) &&
    isWithin(passes, 1, caps.passes) &&
    isWithin(salt.length, leastBytes, caps.bytes) &&
    isWithin(length, 2 * leastBytes, caps.bytes)
  );
}

function isWithin(value: number, least: number, most: number): boolean {
  return value >= least && value <= most;
}

function toPhc({ memoryKib, passes, parallelism, salt }: HashParameters, hash: Buffer): string {
  const [saltText, hashText] = [salt, hash].map((bytes) => bytes.toString("base64").replaceAll("=", ""));
  return `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${saltText}$${hashText}`;
}
