import type { Channel } from "../../shared/message-values.ts";
import { type BackgroundWork, runInBackground, together } from "../process/run-in-background.ts";
import type { Services } from "../services.ts";
import { beginDue, nothingInHand } from "./begin-due.ts";
import type { Gateway, Gateways } from "./gateway.ts";

/**
 * Begins to send the messages that are due, of each channel by themselves: a gateway that hangs holds up its own alone. The end waits
 * for what a gateway may still take within `handOverLimit`, and closes the gateways.
 */
export function startDelivery(services: Services, gateways: Gateways): BackgroundWork {
  const channels = Object.entries(gateways) as [Channel, Gateway][];
  return together(channels.map(([channel, gateway]) => startSender(services, channel, gateway)));
}

function startSender(services: Services, channel: Channel, gateway: Gateway): BackgroundWork {
  const inHand = nothingInHand();
  const { wake, stop } = runInBackground(services.log, `messages by ${channel}`, (stopping) =>
    beginDue(services, channel, gateway, inHand, stopping),
  );
  return {
    wake,
    stop: async () => {
      await stop();
      await Promise.all(inHand.taken);
      // What is slow was perhaps taken, and comes again all the same: a double is better than a code that never arrives.
      gateway.close?.();
      await Promise.all(inHand.underWay);
    },
  };
}
