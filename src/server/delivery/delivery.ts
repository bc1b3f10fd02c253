import { startWorker, together, type Worker } from "../process/worker.ts";
import type { Services } from "../services.ts";
import type { Gateways } from "./gateway.ts";
import { sendDue } from "./send-due.ts";

/** Begins to send the messages that are due, of each channel by themselves: a gateway that hangs holds up its own alone. */
export function startDelivery(services: Services, gateways: Gateways): Worker {
  const workers = Object.entries(gateways).map(([channel, gateway]) =>
    startWorker(services.log, `messages by ${channel}`, (stopping) =>
      sendDue(services, { [channel]: gateway }, stopping),
    ),
  );
  const { wake, stop } = together(workers);
  return {
    wake,
    stop: async () => {
      await stop();
      for (const gateway of Object.values(gateways)) gateway.close?.();
    },
  };
}
