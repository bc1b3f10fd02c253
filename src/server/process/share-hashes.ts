import type { Worker } from "node:cluster";
import type { PasswordHasher } from "../passwords/password-hash.ts";
import type { Settings } from "../settings/settings.ts";
import { hashesGranted } from "./process-shares.ts";

/** What a process says to the primary: how many passwords it would hash now; beyond its own number one more says it all. */
const wants = "hashesWanted";
/** What the primary says to a process: how many it may hash at once. */
const grants = "hashesGranted";

/** In one of several processes: hashes at once what the primary grants, and tells it what there is to do. */
export function shareHashes(hasher: PasswordHasher, { concurrency }: Settings["hash"]): void {
  let told = 0;
  hasher.watch((busy) => {
    const wanted = Math.min(busy, concurrency + 1);
    if (wanted === told || !process.connected) return;
    told = wanted;
    process.send?.({ [wants]: wanted });
  });
  process.on("message", (message) => {
    const granted = numberIn(message, grants);
    if (granted !== undefined) hasher.resize(granted);
  });
}

/** In the primary: what each of the processes wants, and what was granted to it. */
export class HashShares {
  readonly #limits: Pick<Settings["hash"], "concurrency" | "most">;
  readonly #wanted = new Map<Worker, number>();
  readonly #granted = new Map<Worker, number>();

  constructor(limits: Pick<Settings["hash"], "concurrency" | "most">) {
    this.#limits = limits;
  }

  /** What a process says, which has nothing to do at first. */
  hear(worker: Worker, message?: unknown): void {
    this.#wanted.set(worker, numberIn(message, wants) ?? this.#wanted.get(worker) ?? 0);
    this.#grant();
  }

  forget(worker: Worker): void {
    this.#wanted.delete(worker);
    this.#granted.delete(worker);
    this.#grant();
  }

  #grant(): void {
    const { concurrency, most } = this.#limits;
    const granted = hashesGranted([...this.#wanted.values()], concurrency);
    for (const [index, worker] of [...this.#wanted.keys()].entries()) {
      const now = Math.min(granted[index] ?? concurrency, most);
      if (now === (this.#granted.get(worker) ?? concurrency) || !worker.isConnected()) continue;
      this.#granted.set(worker, now);
      worker.send({ [grants]: now });
    }
  }
}

function numberIn(message: unknown, name: string): number | undefined {
  const value = typeof message === "object" && message !== null ? Reflect.get(message, name) : undefined;
  return typeof value === "number" ? value : undefined;
}
