import { second } from "../../shared/durations.ts";
import type { Channel } from "../../shared/message-values.ts";
import type { Message } from "../store/messages.ts";
import type { InlineImage } from "./mail-logo.ts";

/** A message on its way out. */
export interface OutgoingMessage extends Omit<Message, "logoOf" | "brings"> {
  /** The same each time that it is handed over. */
  id: string;
  /** Images that its HTML shows. */
  images: readonly InlineImage[];
}

/** What takes messages to people: a mail server, an HTTP service, a provider of text messages. */
export interface Gateway {
  /**
   * Hands a message over. Within `handOverLimit` it resolves, rejects, or calls `onSlow` once: the gateway has the message and needs
   * longer to say whether it takes it, for which no other should wait. Rejects where the gateway did not take it; it is then handed
   * over again with the same `id`, by which the gateway can drop a double. The error tells neither recipient nor content.
   */
  send(message: OutgoingMessage, onSlow: () => void): Promise<void>;
  /** Milliseconds that one hand-over may take in all, also a slow one. Undefined: `handOverLimit`. */
  longest?: number;
  /** How many it takes at once beside slow ones: a further one would wait while its time runs. Undefined: more than are ever handed over. */
  atOnce?: number;
  /** Breaks off what is being handed over, which rejects, and ends connections that are kept open for further messages. */
  close?(): void;
}

/** What takes the messages of each channel; without one they wait. */
export type Gateways = Partial<Record<Channel, Gateway>>;

/** Why a gateway did not take a message, as far as that decides when it is tried again. */
export interface NotTaken {
  /** It will not take this message another time either. */
  refused?: boolean;
  /** It is the recipient's address or mailbox alone, which says nothing of the gateway and takes a while to mend. */
  waitsForRecipient?: boolean;
}

/** The gateway did not take a message. */
export class GatewayError extends Error implements NotTaken {
  readonly refused: boolean;
  readonly waitsForRecipient: boolean;

  constructor(
    message: string,
    { refused = false, waitsForRecipient = false, ...options }: ErrorOptions & NotTaken = {},
  ) {
    super(message, options);
    this.name = "GatewayError";
    this.refused = refused;
    this.waitsForRecipient = waitsForRecipient;
  }
}

/** Milliseconds that a gateway has to take one message, or at least to have it. */
export const handOverLimit = 5 * second;
