import { isObject } from "../../../shared/is-object.ts";

/** A mail or text message, as the message gateway hands it in. */
export interface OutboxMessage {
  /** Milliseconds since 1970. */
  at: number;
  channel: "mail" | "sms";
  to: string;
  subject?: string;
  text: string;
  /** With its images in it. */
  html?: string;
}

/** A message with what only the inbox itself needs. */
export interface KeptMessage extends OutboxMessage {
  /** The same for each hand-over of the same message. */
  id: string;
  /** Tag of the language that it is written in. */
  language: string | undefined;
}

const limits = { messages: 500, characters: 60_000 };

/** The virtual inbox: what was sent, newest first, in memory and bounded. */
export class Outbox {
  #messages: KeptMessage[] = [];

  list(): readonly KeptMessage[] {
    return this.#messages;
  }

  find(id: string | null): KeptMessage | undefined {
    return this.#messages.find((message) => message.id === id);
  }

  /** Takes a message, the same one once; false where it is none. */
  add(value: unknown, at: number): boolean {
    const message = toMessage(value, at);
    if (message === undefined) return false;
    if (this.find(message.id) === undefined)
      this.#messages = [message, ...this.#messages].slice(0, limits.messages);
    return true;
  }
}

/** What the list of messages tells programs. */
export function plainMessage({ id, language, ...message }: KeptMessage): OutboxMessage {
  return message;
}

function toMessage(value: unknown, at: number): KeptMessage | undefined {
  if (!isObject(value)) return undefined;
  const { id, channel, to, subject, text, html, images, language } = value;
  if (channel !== "mail" && channel !== "sms") return undefined;
  if (!isText(id) || !isText(to) || !isText(text)) return undefined;
  if (![subject, html].every((part) => part === undefined || isText(part))) return undefined;
  return {
    id,
    at,
    channel,
    to,
    ...(isText(subject) && { subject }),
    text,
    ...(isText(html) && { html: withImages(html, images) }),
    language: isText(language) ? language : undefined,
  };
}

/** The HTML with its images in place of the names that it knows them by. */
function withImages(html: string, images: unknown): string {
  return (Array.isArray(images) ? images : []).reduce<string>(
    (filled, { cid, mediaType, base64 }) =>
      filled.replaceAll(`cid:${cid}`, () => `data:${mediaType};base64,${base64}`),
    html,
  );
}

function isText(value: unknown): value is string {
  return typeof value === "string" && value.length <= limits.characters;
}
