import { type Message, openMessage } from "../../src/server/store/messages.ts";
import type { TestServer } from "./server.ts";

/** Mails and text messages to somebody, as they were put in line, newest first. */
export async function messagesTo({ services }: TestServer, to: string): Promise<Message[]> {
  const messages = services.store.db.selectFrom("messages").selectAll();
  const rows = await messages.where("content", "!=", "").execute();
  return rows
    .sort((a, b) => b.created_at - a.created_at)
    .map(({ content }) => openMessage(services.settings.secretKeys, content))
    .filter((message) => message.to === to);
}
