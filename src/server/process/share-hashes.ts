import type { Worker } from "node:cluster";
import { isObject } from "../../shared/is-object.ts";
import type { PasswordHasher } from "../passwords/password-hash.ts";
import type { Settings } from "../settings/settings.ts";
import { hashesGranted } from "./process-shares.ts";

/** What a process says to the primary: how many passwords it would hash now; beyond its own number one more says it all. */
const wants = "hashesWanted";
/** What the primary says to a process: how many it may hash at once. */
const grants = "hashesGranted";

/** A process as far as it speaks with the primary. */
export type Channel = Pick<NodeJS.Process, "connected" | "send" | "on">;

/** In one of several processes: hashes at once what the primary grants, and tells it what there is to do. */
export function shareHashes(
  hasher: Pick<PasswordHasher, "resize" | "watch">,
  { concurrency }: Pick<Settings["hash"], "concurrency">,
  primary: Channel = process,
): void {
  let told = 0;
  hasher.watch((busy) => {
    const wanted = Math.min(busy, concurrency + 1);
    if (wanted === told || !primary.connected) return;
    told = wanted;
    primary.send?.({ [wants]: wanted });
  });
  primary.on("message", (message) => {
    const granted = numberIn(message, grants);
    if (granted !== undefined) hasher.resize(granted);
  });
}

/** In the primary: what each of the processes wants, and what was granted to it. */
export class HashShares {
  readonly #limits: { own: number; cores: number };
  readonly #processes = new Map<Worker, { wanted: number; granted: number }>();

  constructor({ concurrency, most }: Pick<Settings["hash"], "concurrency" | "most">) {
    this.#limits = { own: concurrency, cores: most };
  }

  /** What a process says, which has nothing to do at first. */
  hear(worker: Worker, message?: unknown): void {
    const known = this.#processes.get(worker) ?? { wanted: 0, granted: this.#limits.own };
    this.#processes.set(worker, { ...known, wanted: numberIn(message, wants) ?? known.wanted });
    this.#grant();
  }

  forget(worker: Worker): void {
    this.#processes.delete(worker);
    this.#grant();
  }

  #grant(): void {
    const all = [...this.#processes];
    const granted = hashesGranted(
      all.map(([, { wanted }]) => wanted),
      this.#limits,
    );
    for (const [index, [worker, known]] of all.entries()) {
      const now = granted[index] ?? this.#limits.own;
      if (now === known.granted || !worker.isConnected()) continue;
      known.granted = now;
      worker.send({ [grants]: now });
    }
  }
}

function numberIn(message: unknown, name: string): number | undefined {
  const value = isObject(message) ? message[name] : undefined;
  return typeof value === "number" ? value : undefined;
}
