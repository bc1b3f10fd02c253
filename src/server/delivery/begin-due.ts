import { second } from "../../shared/durations.ts";
import type { Channel } from "../../shared/message-values.ts";
import { waitBeforeTry, waitForRecipient } from "../domain/wait-before-try.ts";
import { inBatches } from "../in-batches.ts";
import { partnerNamed } from "../partner-named.ts";
import type { Services } from "../services.ts";
import {
  type ClaimedMessage,
  claimMessages,
  giveUpMessages,
  markSent,
  openMessage,
  postponeMessage,
} from "../store/messages.ts";
import { inSpan } from "../tracing/in-span.ts";
import { type Gateway, GatewayError, handOverLimit, type NotTaken } from "./gateway.ts";
import { mailImages } from "./mail-logo.ts";

/** How many are handed over at once where the gateway takes as many. */
const batch = 20;
/** Milliseconds that a message is this process's beyond the time that its gateway may take. */
const reserve = 10 * second;

/** The messages that a process is handing over by one gateway. */
export interface InHand {
  /** Each until it is handed over, or is a slow one, for which no other waits. */
  taken: Set<Promise<void>>;
  /** Each until its outcome is noted, also a slow one. */
  underWay: Set<Promise<void>>;
}

export function nothingInHand(): InHand {
  return { taken: new Set(), underWay: new Set() };
}

/**
 * Begins to hand over every message of a channel that is due, once over any number of processes; ends when none is left, and waits for
 * none that is `inHand` then.
 */
export async function beginDue(
  services: Services,
  channel: Channel,
  gateway: Gateway,
  { taken, underWay }: InHand,
  stopping?: AbortSignal,
): Promise<void> {
  const { store, now } = services;
  const limit = gateway.atOnce ?? batch;
  const claim = (gateway.longest ?? handOverLimit) + reserve;
  const begin = (message: ClaimedMessage) => {
    const place = new Promise<void>((leave) => {
      const handedOver = handOver(services, gateway, message, leave).then(() => {
        underWay.delete(handedOver);
        leave();
      });
      underWay.add(handedOver);
    }).finally(() => taken.delete(place));
    taken.add(place);
  };
  const round = async () => {
    const room = limit - taken.size;
    if (room === 0) {
      await Promise.race(taken);
      return limit;
    }
    const claimed = await claimMessages(store.db, { channel, limit: room, claim }, now());
    for (const message of claimed) begin(message);
    return claimed.length < room ? 0 : limit;
  };
  await giveUp(services, now());
  await inBatches(limit, round, stopping);
}

/** One hand-over. Should the store fail now, the claim runs out and the message is handed over again with the same id. */
async function handOver(services: Services, gateway: Gateway, message: ClaimedMessage, onSlow: () => void) {
  const { store, settings, now, log, metrics } = services;
  const { id, channel, tries, expiresAt } = message;
  try {
    const { logoOf = "", brings, ...content } = openMessage(settings.secretKeys, message.content);
    const images = await mailImages(partnerNamed(services.config(), logoOf));
    const problem = await inSpan("hand over", { channel }, async () =>
      gateway.send({ id, ...content, images }, onSlow),
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
