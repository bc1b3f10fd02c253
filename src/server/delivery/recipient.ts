import type { Channel } from "../../shared/message-values.ts";
import { phoneNumber } from "../domain/phone-number.ts";

// What separates, quotes or names recipients in a mail's header or a gateway's command, and what is no character.
const mailbox = /^[^\s,;:<>"()[\]\\@\p{C}]+@[^\s,;:<>"()[\]\\@\p{C}]+$/u;
const longest = 254;

/** Says whether this is exactly one mail address, or one number in the form of E.164 (security, RR-5). */
export function isOneRecipient(channel: Channel, to: string): boolean {
  return channel === "mail" ? to.length <= longest && mailbox.test(to) : phoneNumber(to) === to;
}
