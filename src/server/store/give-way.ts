import { setTimeout as pauseFor } from "node:timers/promises";
import { second } from "../../shared/durations.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

const tries = 5;
const pause = second;

/**
 * Does again for some seconds what begins with a change of the schema, where somebody else has locked what it changes: people go on
 * between the tries. Throws what the last one threw.
 */
export async function giveWay<Done>(change: () => Promise<Done>): Promise<Done> {
  for (let left = tries; ; left -= 1) {
    try {
      return await change();
    } catch (error) {
      if (left === 1 || !(error instanceof StoreUnavailable && error.isLocked)) throw error;
    }
    await pauseFor(pause);
  }
}
