import { open, randomToken, seal } from "../crypto.ts";
import { fromJson, toJson } from "./json.ts";
import type { Db } from "./tables.ts";

const purpose = "message";

/** A mail or text message as it is handed to a gateway. Holds codes: never logged. */
export interface Message {
  channel: "mail" | "sms";
  /** One address or number. */
  to: string;
  subject?: string;
  text: string;
  html?: string;
  /** Tag of the language that it is written in. */
  language: string;
}

/** Puts a message in line; `life` in milliseconds: later than that it is of no use any more. */
export async function addMessage(
  db: Db,
  secretKey: Buffer,
  message: Message,
  life: number,
  now: number,
): Promise<string> {
  const id = randomToken(16);
  await db
    .insertInto("messages")
    .values({
      id,
      channel: message.channel,
      content: seal(secretKey, purpose, toJson(message)),
      created_at: now,
      due_at: now,
      tries: 0,
      sent_at: null,
      expires_at: now + life,
    })
    .execute();
  return id;
}

/** The message of a row. */
export function openMessage(secretKey: Buffer, content: string): Message {
  return fromJson<Message>(open(secretKey, purpose, content));
}
