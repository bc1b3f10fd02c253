import type { Services } from "../services.ts";
import type { Gateway } from "./gateway.ts";
import { sendDue } from "./send-due.ts";

/** The sender of this process. */
export interface Delivery {
  /** A message was put in line. */
  wake(): void;
  /** Ends it; what is being handed over is finished first. What is in line stays there. */
  stop(): Promise<void>;
}

// For what other processes put in line, and for what is tried again.
const pollEvery = 1000;
// Lets the answer of the call that put the message in line go first, so that its time tells nothing (security, EN-3).
const pause = 30;

/** Begins to send what is due: at once when woken, and regularly. */
export function startDelivery(services: Services, gateway: Gateway): Delivery {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let woken = false;
  let failing = false;
  let stopped = false;

  const schedule = (delay: number) => {
    clearTimeout(timer);
    timer = stopped ? undefined : setTimeout(run, delay).unref();
  };
  const run = () => {
    woken = false;
    running = sendDue(services, gateway).then(
      () => {
        failing = false;
      },
      (error: unknown) => {
        // Once per outage: it is tried every second.
        if (!failing) services.log.warn({ err: error }, "messages cannot be looked up");
        failing = true;
      },
    );
    void running.finally(() => {
      running = undefined;
      schedule(woken ? 0 : pollEvery);
    });
  };

  schedule(0);
  return {
    wake: () => {
      // Not pushed back by every further message.
      if (running === undefined && !woken) schedule(pause);
      woken = true;
    },
    stop: async () => {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}
