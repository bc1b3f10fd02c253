import { cpus } from "node:os";

const look = 250;
const idleShare = 0.9;
const patience = 20;

/**
 * Waits until the machine has nothing to do, for at most five seconds: a server that was loaded goes on with what it was asked
 * last, up to 64 hashes, at the cost of what is measured next.
 */
export async function quiet(): Promise<void> {
  let before = spent();
  for (let turn = 0; turn < patience; turn += 1) {
    await new Promise((resolve) => setTimeout(resolve, look));
    const after = spent();
    if ((after.idle - before.idle) / (after.all - before.all) >= idleShare) return;
    before = after;
  }
}

/** Milliseconds of all cores so far. */
function spent(): { idle: number; all: number } {
  let idle = 0;
  let all = 0;
  for (const { times } of cpus()) {
    idle += times.idle;
    all += Object.values(times).reduce((sum, time) => sum + time, 0);
  }
  return { idle, all };
}
