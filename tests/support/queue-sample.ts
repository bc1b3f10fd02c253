import { randomUUID } from "node:crypto";
import { type MessageOrder, queueMessage } from "../../src/server/delivery/queue-message.ts";
import { translatorOf } from "../../src/server/plugins/translator-of.ts";
import type { Services } from "../../src/server/services.ts";

const minute = 60_000;

/** Puts a mail with a PIN in line as a call does, in German for people of Northwind; gives its recipient. */
export async function queueSample(
  services: Services,
  changes: Partial<Omit<MessageOrder, "to">> & { to?: string | null } = {},
): Promise<string> {
  const partner = services.config().partners.northwind;
  if (partner === undefined) throw new Error("there is no partner northwind");
  const t = translatorOf(services.config(), partner.partnerId, "de");
  const to = `${randomUUID()}@payroll.example`;
  const params = { code: "271828", reference: "K7QF", minutes: 10 };
  const order = { channel: "mail", to, template: "pin", params, life: 10 * minute, ...changes } as const;
  await queueMessage({ services, t, language: "de", partner }, order);
  return order.to ?? to;
}
