export interface SlotLimits {
  /** How many run at once. */
  concurrency: number;
  /** How many more are begun, because what runs them has a queue of its own and goes on from it without a turn of this program. */
  ahead?(concurrency: number): number;
  /** So many are given back together while others wait, because each is then gone on with for less. */
  together?(concurrency: number): number;
  /** How many may wait for each of them. */
  waitingPerSlot: number;
  /** Milliseconds that one may wait, to a thirtieth; time in which the whole program stood still is none, for nobody could move up. */
  longestWait: number;
  /** After so many milliseconds one is told that there is no room, because those who ask again at once take the cores from what runs. */
  refusedAfter?: number;
  /** The error of those that cannot wait or waited too long. */
  overloaded(): Error;
}

/** How much runs and waits now, and how often something could not. */
export interface SlotLoad {
  running: number;
  waiting: number;
  refused: number;
}

/** Nobody waits any more for work that was about to begin. */
export class NobodyWaits extends Error {
  constructor() {
    super("nobody waits for it any more");
    this.name = "NobodyWaits";
  }
}

export interface Slots {
  /** Runs some work as soon as a slot is free; throws `NobodyWaits` where it is not wanted then, or others need its place in line. */
  run<Result>(work: () => Promise<Result>, isWanted?: () => boolean): Promise<Result>;
  /** Throws where `run` could not even wait now, as late as `run` would. */
  assertRoom(): Promise<void>;
  load(): SlotLoad;
  /** From now on so many run at once; what runs beyond that is finished. */
  resize(concurrency: number): void;
  /** Has somebody told how many run or wait, whenever that may have changed. */
  watch(onBusy: (busy: number) => void): void;
}

/** How often the line is looked at until somebody has waited for as long as one may. */
const looksAtMost = 30;

/** One who waits in line. */
interface Waiting {
  /** How often the line was looked at since. */
  looks: number;
  admit(): void;
  dismiss(why: Error): void;
  isWanted(): boolean;
}

/** Bounds how much runs at once, how much waits and how long; first come, first served. */
export function createSlots(limits: SlotLimits): Slots {
  let { concurrency } = limits;
  let begun = 0;
  let refused = 0;
  let onBusy: ((busy: number) => void) | undefined;
  let looking: NodeJS.Timeout | undefined;
  const queue = new Set<Waiting>();
  const finished: (() => void)[] = [];
  const tell = () => onBusy?.(begun + queue.size);
  const mayBegin = () => begun < concurrency + (limits.ahead?.(concurrency) ?? 0);

  const refusal = () => {
    refused += 1;
    return limits.overloaded();
  };

  const turnAway = async (): Promise<never> => {
    const error = refusal();
    await new Promise((resolve) => setTimeout(resolve, limits.refusedAfter ?? 0));
    throw error;
  };

  const isFull = () => {
    const room = concurrency * limits.waitingPerSlot;
    if (queue.size < room) return false;
    for (const waiting of queue) if (!waiting.isWanted()) waiting.dismiss(new NobodyWaits());
    return queue.size >= room;
  };

  const look = () => {
    for (const waiting of queue) {
      waiting.looks += 1;
      if (waiting.looks >= looksAtMost) waiting.dismiss(refusal());
    }
    if (queue.size > 0) return;
    clearInterval(looking);
    looking = undefined;
  };

  const enter = (isWanted: () => boolean): Promise<void> => {
    if (mayBegin()) {
      begun += 1;
      return Promise.resolve();
    }
    if (isFull()) return turnAway();
    return new Promise((resolve, reject) => {
      const admit = () => {
        queue.delete(waiting);
        resolve();
      };
      const dismiss = (why: Error) => {
        queue.delete(waiting);
        tell();
        reject(why);
      };
      const waiting = { looks: 0, admit, dismiss, isWanted };
      queue.add(waiting);
      looking ??= setInterval(look, limits.longestWait / looksAtMost);
    });
  };

  // A slot that becomes free goes straight to the next in line, so that nobody overtakes.
  const admitNext = () => {
    for (const { admit } of queue) {
      if (!mayBegin()) return;
      begun += 1;
      admit();
    }
  };

  const leave = (): Promise<void> => {
    begun -= 1;
    admitNext();
    tell();
    return new Promise((giveBack) => {
      finished.push(giveBack);
      const othersWait = queue.size > 0 && begun > 0;
      if (othersWait && finished.length < (limits.together?.(concurrency) ?? 1)) return;
      for (const give of finished.splice(0)) give();
    });
  };

  return {
    run: async (work, isWanted = () => true) => {
      const entered = enter(isWanted);
      tell();
      await entered;
      const begin = async () => {
        if (!isWanted()) throw new NobodyWaits();
        return work();
      };
      return begin().finally(leave);
    },
    assertRoom: async () => {
      if (isFull()) await turnAway();
    },
    load: () => {
      const running = Math.min(begun, concurrency);
      return { running, waiting: begun - running + queue.size, refused };
    },
    resize: (size) => {
      concurrency = size;
      admitNext();
    },
    watch: (listener) => {
      onBusy = listener;
    },
  };
}
