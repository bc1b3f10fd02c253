import type { CallContext } from "../call.ts";
import { addMessage } from "../store/messages.ts";
import { isOneRecipient } from "./recipient.ts";

/** Which message: the keys below `mails.` (subject, text) or `texts.` (text) of the catalogue. */
export interface MessageOrder {
  channel: "mail" | "sms";
  /**
   * One address or number. Null: to nobody, for an account that does not exist. The same is written as for any other,
   * so that the time of the answer does not tell (security, EN-3).
   */
  to: string | null;
  /** `mails.<template>.subject` and `.text`, `texts.<template>`. */
  template: string;
  params: Record<string, string | number>;
  /** Milliseconds after which it is of no use any more. */
  life: number;
}

/**
 * Writes a message in the person's language, puts it in line and wakes the sender, which begins after the answer.
 * Whether it can be delivered changes nothing for the caller: gateways that are down or slow, and accounts whose address
 * is none, are the queue's business (security, F5, EN-3).
 */
export async function queueMessage(
  { services, t, language, partner }: Pick<CallContext, "services" | "t" | "language" | "partner">,
  { channel, to, template, params, life }: MessageOrder,
): Promise<void> {
  const values = { partner: partner.partnerName, ...params };
  const texts =
    channel === "mail"
      ? { subject: t(`mails.${template}.subject`, values), text: t(`mails.${template}.text`, values) }
      : { text: t(`texts.${template}`, values) };
  const { store, settings, now, log } = services;
  const refused = to !== null && !isOneRecipient(channel, to);
  const message = { channel, to: refused ? null : to, language, ...texts };
  const id = await addMessage(store.db, settings.secretKey, message, life, now());
  if (refused) log.error({ id, channel, template }, "the recipient is not one address; nothing is sent");
  services.wakeDelivery();
}
