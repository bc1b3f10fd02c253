import type { Services } from "../../src/server/services.ts";
import { type Message, openMessage } from "../../src/server/store/messages.ts";

/** The newest message that waits to be sent to somebody, with the link and the code that it brings. */
export async function newestMessage(
  services: Services,
  to: string | null,
): Promise<{ message: Message; link: URL; code: string }> {
  const message = (await queuedMessages(services, to ?? "")).at(-1);
  if (message === undefined) throw new Error("There is no message");
  const link = new URL(/https?:\/\/\S+/.exec(message.text)?.[0] ?? "");
  return { message, link, code: /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0] ?? "" };
}

/** The messages that wait to be sent to somebody, oldest first: what a person would soon read. */
export async function queuedMessages({ store, settings }: Services, to: string): Promise<Message[]> {
  const rows = await store.db
    .selectFrom("messages")
    .select("content")
    .where("content", "!=", "")
    .where("sent_at", "is", null)
    .orderBy("created_at")
    .execute();
  return rows
    .map(({ content }) => openMessage(settings.secretKeys, content))
    .filter((message) => message.to === to);
}
