import { waitBeforeTry, waitForRecipient } from "../domain/wait-before-try.ts";
import { partnerNamed } from "../plugins/partner-of.ts";
import { inBatches } from "../process/worker.ts";
import type { Services } from "../services.ts";
import {
  type ClaimedMessage,
  claimMessages,
  giveUpMessages,
  type Message,
  markSent,
  openMessage,
  postponeMessage,
} from "../store/messages.ts";
import { inSpan } from "../tracing/in-span.ts";
import { type Gateway, GatewayError, type Gateways, type NotTaken } from "./gateway.ts";
import { mailImages } from "./mail-logo.ts";

/** How many are handed over at once where the gateway takes as many; and for how long they are this process's, well over its time limit. */
const batch = 20;
const claim = 15_000;

/** Hands every message that is due to the gateway of its channel, once over any number of processes; ends when none is left. */
export async function sendDue(services: Services, gateways: Gateways, stopping?: AbortSignal): Promise<void> {
  await giveUp(services, services.now());
  const channels = Object.entries(gateways) as [Message["channel"], Gateway][];
  await Promise.all(channels.map(([channel, gateway]) => sendBy(services, channel, gateway, stopping)));
}

async function sendBy(
  services: Services,
  channel: Message["channel"],
  gateway: Gateway,
  stopping?: AbortSignal,
): Promise<void> {
  const { store, now } = services;
  const limit = gateway.atOnce ?? batch;
  const underWay = new Set<Promise<void>>();
  const round = async () => {
    const room = limit - underWay.size;
    const claimed = await claimMessages(store.db, { channel, limit: room, claim }, now());
    for (const message of claimed) {
      const handing = handOver(services, gateway, message).finally(() => underWay.delete(handing));
      underWay.add(handing);
    }
    if (claimed.length < room) return 0;
    // Those that are slow keep no other waiting.
    if (underWay.size === limit) await Promise.race(underWay);
    return limit;
  };
  await inBatches(limit, round, stopping).finally(() => Promise.all(underWay));
}

/** One hand-over. Should the store fail now, the claim runs out and the message is handed over again with the same id. */
async function handOver(services: Services, gateway: Gateway, message: ClaimedMessage) {
  const { store, settings, now, log, metrics } = services;
  const { id, channel, tries, expiresAt } = message;
  try {
    const { logoOf = "", brings, ...content } = openMessage(settings.secretKeys, message.content);
    const images = await mailImages(partnerNamed(services.config(), logoOf));
    const problem = await inSpan("hand over", { channel }, async () =>
      gateway.send({ id, ...content, images }),
    ).catch(toError);
    if (problem === undefined) {
      await markSent(store.db, message, brings, now());
      metrics.messages.inc({ channel, outcome: "sent" });
      log.info({ id, channel, tries }, "message sent");
      return;
    }
    metrics.messages.inc({ channel, outcome: "not_taken" });
    log.warn({ err: problem, id, channel, tries }, "message not taken");
    const { refused, waitsForRecipient = false }: NotTaken = problem instanceof GatewayError ? problem : {};
    // What would be of no use by then, such as a code, is tried as often as anything else.
    const isWorthIt = waitsForRecipient && now() + waitForRecipient < expiresAt;
    const wait = isWorthIt ? waitForRecipient : waitBeforeTry(tries);
    const dueAt = refused ? expiresAt : now() + wait;
    if (dueAt < expiresAt) await postponeMessage(store.db, id, dueAt, waitsForRecipient);
    else await giveUp(services, dueAt, id);
  } catch (error) {
    log.error({ err: error, id, channel, tries }, "a message could not be handled");
  }
}

function toError(error: unknown): Error {
  return error instanceof Error ? error : new Error("the gateway failed", { cause: error });
}

/** Says in the log, for whoever watches it, what nobody will receive. */
async function giveUp(
  { store, log, operations, metrics }: Services,
  dueAt: number,
  id?: string,
): Promise<void> {
  for (const lost of await giveUpMessages(store.db, dueAt, id)) {
    log.error(lost, "message given up");
    operations.counts.add("message.givenUp");
    metrics.messages.inc({ channel: lost.channel, outcome: "given_up" });
  }
}
