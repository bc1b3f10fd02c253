import type { CallContext } from "../call.ts";
import { addMessage } from "../store/messages.ts";

/** Which message: the keys below `mails.` (subject, text) or `texts.` (text) of the catalogue. */
export interface MessageOrder {
  channel: "mail" | "sms";
  to: string;
  /** `mails.<template>.subject` and `.text`, `texts.<template>`. */
  template: string;
  params: Record<string, string | number>;
  /** Milliseconds after which it is of no use any more. */
  life: number;
}

/**
 * Writes a message in the person's language and puts it in line. Whether it can be delivered changes nothing for the
 * caller: gateways that are down or slow are the queue's business (security, F5, EN-3).
 */
export async function queueMessage(
  { services, t, language, partner }: Pick<CallContext, "services" | "t" | "language" | "partner">,
  { channel, to, template, params, life }: MessageOrder,
): Promise<void> {
  const values = { partner: partner.partnerName, ...params };
  const message =
    channel === "mail"
      ? { subject: t(`mails.${template}.subject`, values), text: t(`mails.${template}.text`, values) }
      : { text: t(`texts.${template}`, values) };
  const { store, settings, now } = services;
  await addMessage(store.db, settings.secretKey, { channel, to, language, ...message }, life, now());
}
