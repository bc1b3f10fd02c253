import { randomUUID } from "node:crypto";
import type { CodeMessage, CodeValues } from "../../src/server/account/messages/sent-code.ts";
import { queueMessage } from "../../src/server/delivery/queue-message.ts";
import type { Services } from "../../src/server/services.ts";
import { translatorOf } from "../../src/server/translator-of.ts";
import { minute } from "../../src/shared/durations.ts";

interface Sample {
  message?: CodeMessage;
  to?: string | null;
  params?: CodeValues;
  life?: number;
}

/** Puts a mail with a PIN in line as a call does, in German for people of Northwind; gives its recipient. */
export async function queueSample(services: Services, changes: Sample = {}): Promise<string> {
  const partner = services.config().partners.northwind;
  if (partner === undefined) throw new Error("there is no partner northwind");
  const t = translatorOf(services.config(), partner.partnerId, "de");
  const {
    message = { channel: "mail", template: "pin" },
    to = `${randomUUID()}@payroll.example`,
    params = { code: "271828", reference: "K7QF", minutes: 10 },
    life = 10 * minute,
  } = changes;
  await queueMessage({ services, t, language: "de", partner }, { ...message, to, params, life });
  return to ?? "";
}
