import { beginDue, nothingInHand } from "../../src/server/delivery/begin-due.ts";
import type { Gateway, Gateways } from "../../src/server/delivery/gateway.ts";
import type { Services } from "../../src/server/services.ts";
import type { Message } from "../../src/server/store/messages.ts";

const taker = { send: async () => undefined };
const takers: Gateways = { mail: taker, sms: taker };

/**
 * Hands every message that is due to the gateway of its channel, which takes it at once unless told otherwise; ends when none is in
 * hand any more, but for those with which a gateway is slow.
 */
export async function handOver(services: Services, gateways = takers): Promise<void> {
  const channels = Object.entries(gateways) as [Message["channel"], Gateway][];
  const send = async ([channel, gateway]: (typeof channels)[number]) => {
    const inHand = nothingInHand();
    await beginDue(services, channel, gateway, inHand).finally(() => Promise.all(inHand.taken));
  };
  await Promise.all(channels.map(send));
}
