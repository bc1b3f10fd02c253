import type { Services } from "../services.ts";
import {
  type ClaimedMessage,
  claimMessages,
  giveUpMessages,
  markSent,
  openMessage,
  postponeMessage,
} from "../store/messages.ts";
import type { Gateway } from "./gateway.ts";

const second = 1000;
const minute = 60 * second;

/** Milliseconds after which a message is tried again, by how often it was tried; the last one stays. */
const waits = [2 * second, 8 * second, 30 * second, 2 * minute] as const;

/** How many are handed over at once; and for how long they are this process's, well over a gateway's time limit. */
const batch = 20;
const claim = 15 * second;

/** Hands every message that is due to the gateway, once over any number of processes; ends when none is left. */
export async function sendDue(services: Services, gateway: Gateway): Promise<void> {
  const { store, now } = services;
  await giveUp(services, now());
  let claimed: ClaimedMessage[];
  do {
    claimed = await claimMessages(store.db, { limit: batch, claim }, now());
    await Promise.all(claimed.map((message) => handOver(services, gateway, message)));
  } while (claimed.length === batch);
}

/** One hand-over. Should the store fail now, the claim runs out and the message is handed over again with the same id. */
async function handOver(services: Services, gateway: Gateway, message: ClaimedMessage): Promise<void> {
  const { store, settings, now, log } = services;
  const { id, channel, tries } = message;
  try {
    if (await isTaken(services, gateway, message, openMessage(settings.secretKey, message.content))) {
      await markSent(store.db, id, now());
      log.info({ id, channel, tries }, "message sent");
      return;
    }
    const dueAt = now() + (waits[Math.min(tries, waits.length) - 1] ?? waits[0]);
    if (dueAt < message.expiresAt) await postponeMessage(store.db, id, dueAt);
    else await giveUp(services, dueAt, id);
  } catch (error) {
    log.error({ err: error, id, channel, tries }, "a message could not be handled");
  }
}

async function isTaken(
  { log }: Services,
  gateway: Gateway,
  { id, channel, tries }: ClaimedMessage,
  message: ReturnType<typeof openMessage>,
): Promise<boolean> {
  try {
    await gateway.send(id, message);
    return true;
  } catch (error) {
    log.warn({ err: error, id, channel, tries }, "message not taken");
    return false;
  }
}

/** Says in the log, for whoever watches it, what nobody will receive. */
async function giveUp({ store, log }: Services, dueAt: number, id?: string): Promise<void> {
  for (const lost of await giveUpMessages(store.db, dueAt, id)) log.error(lost, "message given up");
}
