/** A mail or text message, as the message gateway hands it in. */
export interface OutboxMessage {
  /** Milliseconds since 1970. */
  at: number;
  channel: "mail" | "sms";
  to: string;
  subject?: string;
  text: string;
}

/** A message with what only the inbox itself needs. */
export interface KeptMessage extends OutboxMessage {
  /** The same for each hand-over of the same message. */
  id: string;
  /** Tag of the language that it is written in. */
  language: string | undefined;
}

const limits = { messages: 500, characters: 20_000 };

/** The virtual inbox: what was sent, newest first, in memory and bounded. */
export class Outbox {
  #messages: KeptMessage[] = [];

  list(): readonly KeptMessage[] {
    return this.#messages;
  }

  /** Takes a message, the same one once; false where it is none. */
  add(value: unknown, at: number): boolean {
    const message = toMessage(value, at);
    if (message === undefined) return false;
    if (!this.#messages.some(({ id }) => id === message.id))
      this.#messages = [message, ...this.#messages].slice(0, limits.messages);
    return true;
  }
}

/** What the list of messages tells programs. */
export function plainMessage({ at, channel, to, subject, text }: KeptMessage): OutboxMessage {
  return { at, channel, to, ...(subject === undefined ? {} : { subject }), text };
}

function toMessage(value: unknown, at: number): KeptMessage | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  const { id, channel, to, subject, text, language } = value as Record<string, unknown>;
  if (channel !== "mail" && channel !== "sms") return undefined;
  if (!isText(id) || !isText(to) || !isText(text)) return undefined;
  if (subject !== undefined && !isText(subject)) return undefined;
  return {
    id,
    at,
    channel,
    to,
    text,
    ...(subject === undefined ? {} : { subject }),
    language: isText(language) ? language : undefined,
  };
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= limits.characters;
}
