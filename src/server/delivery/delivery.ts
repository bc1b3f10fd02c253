import { startWorker, type Worker } from "../process/worker.ts";
import type { Services } from "../services.ts";
import type { Gateways } from "./gateway.ts";
import { sendDue } from "./send-due.ts";

/** Begins to send the messages that are due. */
export function startDelivery(services: Services, gateways: Gateways): Worker {
  const worker = startWorker(services.log, "messages", () => sendDue(services, gateways));
  return {
    ...worker,
    stop: async () => {
      await worker.stop();
      for (const gateway of Object.values(gateways)) gateway.close?.();
    },
  };
}
