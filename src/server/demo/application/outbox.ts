/** A mail or text message, as the message gateway hands it in. */
export interface OutboxMessage {
  /** Milliseconds since 1970. */
  at: number;
  channel: "mail" | "sms";
  to: string;
  subject?: string;
  text: string;
}

const limits = { messages: 500, characters: 20_000 };

/** The virtual inbox: what was sent, newest first, in memory and bounded. */
export class Outbox {
  #messages: OutboxMessage[] = [];

  list(): readonly OutboxMessage[] {
    return this.#messages;
  }

  /** Takes a message; false where it is none. */
  add(value: unknown, at: number): boolean {
    const message = toMessage(value, at);
    if (message === undefined) return false;
    this.#messages = [message, ...this.#messages].slice(0, limits.messages);
    return true;
  }
}

function toMessage(value: unknown, at: number): OutboxMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { channel, to, subject, text } = value as Record<string, unknown>;
  if ((channel !== "mail" && channel !== "sms") || !isText(to) || !isText(text)) return undefined;
  if (subject !== undefined && !isText(subject)) return undefined;
  return { at, channel, to, text, ...(subject === undefined ? {} : { subject }) };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= limits.characters;
}
