import type { Gateway, Gateways } from "../../src/server/delivery/gateway.ts";
import { beginDue, nothingInHand } from "../../src/server/delivery/send-due.ts";
import type { Services } from "../../src/server/services.ts";
import type { Message } from "../../src/server/store/messages.ts";

/** Hands everything that is in line to gateways that take it at once. */
export async function handOver(services: Services, gateways: Gateways = takers): Promise<void> {
  await sendDue(services, gateways);
}

const taker = { send: async () => undefined };
const takers: Gateways = { mail: taker, sms: taker };

/** Hands every message that is due to the gateway of its channel; ends when none is in hand any more, but for those with which a gateway is slow. */
export async function sendDue(services: Services, gateways: Gateways): Promise<void> {
  const channels = Object.entries(gateways) as [Message["channel"], Gateway][];
  const send = async ([channel, gateway]: (typeof channels)[number]) => {
    const inHand = nothingInHand();
    await beginDue(services, channel, gateway, inHand).finally(() => Promise.all(inHand.taken));
  };
  await Promise.all(channels.map(send));
}
