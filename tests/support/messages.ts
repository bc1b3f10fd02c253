import { type Message, openMessage } from "../../src/server/store/messages.ts";
import type { TestServer } from "./server.ts";

/** The mails and text messages that wait to be sent to somebody, newest first: what a person would soon read. */
export async function messagesTo(
  { services }: Pick<TestServer, "services">,
  to: string | null,
): Promise<Message[]> {
  const messages = services.store.db.selectFrom("messages").select("content");
  const rows = await messages.where("content", "!=", "").orderBy("created_at").execute();
  return rows
    .map(({ content }) => openMessage(services.settings.secretKeys, content))
    .filter((message) => message.to === to)
    .reverse();
}

/** The newest of them, with the link and the code that it brings. */
export async function newestMessage(
  server: Pick<TestServer, "services">,
  to: string | null,
): Promise<{ message: Message; link: URL; code: string }> {
  const [message] = await messagesTo(server, to);
  if (message === undefined) throw new Error("There is no message");
  const link = new URL(/https?:\/\/\S+/.exec(message.text)?.[0] ?? "");
  return { message, link, code: /(?<!\d)\d{6}(?!\d)/.exec(message.text)?.[0] ?? "" };
}
