import { startWorker, together, type Worker } from "../process/worker.ts";
import type { Services } from "../services.ts";
import type { Gateways } from "./gateway.ts";
import { sendDue } from "./send-due.ts";

/**
 * Begins to send the messages that are due, of each channel by themselves: a gateway that hangs holds up its own alone. The end waits
 * for what a gateway may still take within `handOverLimit`, and closes the gateways.
 */
export function startDelivery(services: Services, gateways: Gateways): Worker {
  const underWay = new Set<Promise<void>>();
  const workers = Object.entries(gateways).map(([channel, gateway]) =>
    startWorker(services.log, `messages by ${channel}`, (stopping) =>
      sendDue(services, { [channel]: gateway }, stopping, underWay),
    ),
  );
  const { wake, stop } = together(workers);
  return {
    wake,
    stop: async () => {
      await stop();
      // What is slow was perhaps taken, and comes again all the same: a double is better than a code that never arrives.
      for (const gateway of Object.values(gateways)) gateway.close?.();
      await Promise.all(underWay);
    },
  };
}
