import { uptime } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";

/** What this process notices of itself, from its start on. */
export interface Pulse {
  /** By how many milliseconds the clock was set since the start, forwards or backwards. */
  clockStep(): number;
  /** By how many milliseconds the clock was set back since `passed` was last called for one; 0: it was not. */
  setBack(): { by: number; passed(): void };
  /** Milliseconds that one turn of the event loop in a hundred was late by, since the last time it was asked for. */
  loopDelay(): number;
}

export function createPulse(now: () => number): Pulse {
  // The time since the machine's start does not follow the clock, and goes on while it sleeps.
  const bootTime = () => now() - uptime() * 1000;
  const firstBootTime = bootTime();
  let knownBootTime = firstBootTime;
  const delays = monitorEventLoopDelay({ resolution: 20 });
  delays.enable();
  return {
    clockStep: () => Math.abs(bootTime() - firstBootTime),
    setBack: () => {
      const current = bootTime();
      // Also where it went ahead since, as long as this is asked often enough to see it.
      knownBootTime = Math.max(knownBootTime, current);
      const by = Math.max(0, Math.round(knownBootTime - current));
      const passed = () => {
        knownBootTime = current;
      };
      return { by, passed };
    },
    loopDelay: () => {
      const late = delays.percentile(99) / 1e6;
      delays.reset();
      return Math.round(late);
    },
  };
}
