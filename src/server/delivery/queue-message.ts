import type { FilledMessage } from "../../shared/message-values.ts";
import type { Speech } from "../call.ts";
import type { Services } from "../services.ts";
import { addMessage, type Brought, type Message } from "../store/messages.ts";
import type { Db } from "../store/tables.ts";
import { isOneRecipient } from "./recipient.ts";
import { type MailOrder, writeMail } from "./write-mail.ts";

/** Which message: the keys below `mails.<template>` or `texts.<template>` of the catalogue, and to whom. */
export type MessageOrder = FilledMessage & {
  /**
   * One address or number. Null: to nobody, for an account that does not exist. The same is written as for any other,
   * so that the time of the answer does not tell (security, EN-3).
   */
  to: string | null;
  /** Milliseconds after which it is of no use any more; what it brings lives for as long, once it was taken. */
  life: number;
  /** Must have been given `longestLife`. */
  brings?: Brought;
};

/** Who sends a message, in whose name and language. */
export interface MessageSetting extends Speech {
  services: Services;
}

/** A message that tells of a change, and in whose name and language. */
export interface Notice {
  setting: MessageSetting;
  order: MessageOrder;
}

/**
 * How long what a message brings is good at most, from when it was asked for, by the life that it is told to have:
 * the gateway may take the message as late as at its end. Nobody holds it before (security, F5). Milliseconds.
 */
export function longestLife(life: number): number {
  return 2 * life;
}

/**
 * Writes a message in the person's language, puts it in line and wakes the sender, which begins after the answer.
 * Whether it can be delivered changes nothing for the caller: gateways that are down or slow, and accounts whose address
 * is none, are the queue's business (security, F5, EN-3).
 */
export async function queueMessage(setting: MessageSetting, order: MessageOrder): Promise<void> {
  const tell = await putInLine({ setting, order }, setting.services.store.db);
  tell();
}

/**
 * The part of `queueMessage` that belongs into the transaction of what the message tells of, so that neither is there alone
 * (F1). Gives the part that follows once it is certain, which wakes the sender.
 */
export async function putInLine({ setting, order }: Notice, db: Db): Promise<() => void> {
  const { services, t, language, partner } = setting;
  const { channel, to, template, params, life, brings } = order;
  const written =
    channel === "mail"
      ? mail({ template, params }, setting)
      : { text: t(`texts.${template}`, { partner: partner.partnerName, ...params }) };
  const { settings, store, now, log, metrics } = services;
  const refused = to !== null && !isOneRecipient(channel, to);
  const message = { channel, to: refused ? null : to, language, ...written, brings };
  const id = await addMessage(db, settings.secretKeys, message, life, now());
  return () =>
    store.onceLasting(() => {
      if (refused) log.error({ id, channel, template }, "the recipient is not one address; nothing is sent");
      if (message.to !== null) metrics.messages.inc({ channel, outcome: "queued" });
      services.wakeDelivery();
    });
}

function mail(order: MailOrder, setting: Speech): Omit<Message, "channel" | "to" | "language"> {
  const { partnerId, partnerName, mail } = setting.partner;
  return {
    ...writeMail(order, setting),
    sender: { name: partnerName, ...(mail.replyTo !== null && { replyTo: mail.replyTo }) },
    ...(mail.logo !== null && { logoOf: partnerId }),
  };
}
