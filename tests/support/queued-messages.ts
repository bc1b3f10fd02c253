import type { Services } from "../../src/server/services.ts";
import { type Message, openMessage } from "../../src/server/store/messages.ts";

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
    .map(({ content }) => openMessage(settings.secretKey, content))
    .filter((message) => message.to === to);
}
