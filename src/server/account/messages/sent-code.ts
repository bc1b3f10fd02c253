import { randomInt } from "node:crypto";
import type { CodeDelivery } from "../../../generated/calls.ts";
import { minute } from "../../../shared/durations.ts";
import type { FilledMessage } from "../../../shared/message-values.ts";
import type { CallContext } from "../../call.ts";
import { digits } from "../../codes/recovery-codes.ts";
import { hmacs } from "../../crypto.ts";
import { longestLife, queueMessage } from "../../delivery/queue-message.ts";
import { codeLength } from "../../domain/typed-code.ts";
import {
  type CodePurpose,
  deleteSentCode,
  findSentCode,
  isSentCode,
  redeemSentCode,
  type SentCode,
  saveSentCode,
} from "../../store/sent-codes.ts";
import type { Db } from "../../store/tables.ts";
import { assertMaySend, waitToSend } from "./send-limits.ts";

/** How long a code lives from when it was sent; milliseconds (security, TF-2, F5). */
export const codeLife = 10 * minute;

// Consonants and digits that nobody confuses: no reference is a word.
const referenceLetters = "BCDFGHJKMNPQRSTVWXZ23456789";
const referenceLength = 4;

/** What every message with a code is given. */
export type CodeValues = Record<"code" | "reference" | "minutes", string | number>;

/** Which message, of those that need nothing but the code and what belongs to it. */
export type CodeMessage = OnlyCode<FilledMessage>;

type OnlyCode<Message extends FilledMessage> = Message extends unknown
  ? CodeValues extends Message["params"]
    ? "code" extends keyof Message["params"]
      ? Pick<Message, "channel" | "template">
      : never
    : never
  : never;

interface CodeRequest {
  purpose: CodePurpose;
  /** The attempt and person that it is for; codes of another owner are other codes. */
  owner: string;
  /** Null: to nobody, see `MessageOrder`. */
  to: string | null;
  /** Name of the account; what is sent to it is limited. */
  username: string;
}

/** A code that is to be sent. */
export type CodeOrder = CodeRequest & CodeMessage & { to: string };

/** Sends a new code in place of the one before, if limits allow: throws the problems of `assertMaySend`. */
export async function sendCode(context: CallContext, order: CodeOrder): Promise<SentCode> {
  await assertMaySend(context, order);
  return sendCodeNow(context, order);
}

/** Keeps the code on its way where it is still good, else sends a new one. */
export async function sendUnlessLive(context: CallContext, order: CodeOrder): Promise<SentCode> {
  return (await liveCode(context, order)) ?? sendCode(context, order);
}

/** Sends a new code, or keeps the one on its way unless another is `forced`, and gives where it went. */
export async function sendAndTell(
  context: CallContext,
  order: CodeOrder,
  { forced }: { forced: boolean },
): Promise<CodeDelivery> {
  const send = forced ? sendCode : sendUnlessLive;
  return deliveryOf(context, order, await send(context, order));
}

/** A code whose limits were asked about already; a one-time token comes with a link that brings the same. */
export type CheckedOrder = CodeRequest &
  (
    | (CodeMessage & { linkOf?: undefined })
    | { channel: "mail"; template: "oneTimeToken"; linkOf: (sent: SentCode) => Promise<string> }
  );

/** Sends a new code in place of the one before. The limits are the caller's to ask. */
export async function sendCodeNow(context: CallContext, order: CheckedOrder): Promise<SentCode> {
  const { services } = context;
  const now = services.now();
  const code = digits(codeLength);
  const sent: SentCode = {
    purpose: order.purpose,
    owner: order.owner,
    channel: order.channel,
    codeHash: codeHashes(context, order, code)[0] ?? "",
    reference: newReference(),
    destination: masked(order),
    createdAt: now,
    expiresAt: now + longestLife(codeLife),
  };
  await saveSentCode(services.store.db, sent);
  const values = { code, reference: sent.reference, minutes: codeLife / minute };
  const message =
    order.linkOf === undefined
      ? { ...order, params: values }
      : { ...order, params: { ...values, link: await order.linkOf(sent) } };
  await queueMessage(context, { ...message, life: codeLife, brings: sent });
  return sent;
}

/** Where the living code that was ordered so went; null: there is none. */
export async function liveDelivery(context: CallContext, order: CodeOrder): Promise<CodeDelivery | null> {
  const sent = await liveCode(context, order);
  return sent === undefined ? null : deliveryOf(context, order, sent);
}

/** Says whether a code of this purpose is still good. */
export async function isCodeLive(
  context: CallContext,
  purpose: CodePurpose,
  owner: string,
): Promise<boolean> {
  return (await liveCode(context, { purpose, owner })) !== undefined;
}

function liveCode(
  { services }: CallContext,
  { purpose, owner }: Pick<CodeRequest, "purpose" | "owner">,
): Promise<SentCode | undefined> {
  return findSentCode(services.store.db, purpose, owner, services.now());
}

/** Spends a typed code; false where it is wrong, late or spent. Counting tries is the caller's (`guess`). */
export async function redeemCode(
  context: CallContext,
  purpose: CodePurpose,
  owner: string,
  code: string,
  db: Db = context.services.store.db,
): Promise<boolean> {
  for (const codeHash of codeHashes(context, { purpose, owner }, code)) {
    const spent = { purpose, owner, codeHash };
    if (await redeemSentCode(db, spent, context.services.now())) return true;
  }
  return false;
}

/** Says whether a typed code is the one that was sent last, which may be late or spent. */
export async function wasSent(
  context: CallContext,
  purpose: CodePurpose,
  owner: string,
  code: string,
): Promise<boolean> {
  for (const codeHash of codeHashes(context, { purpose, owner }, code))
    if (await isSentCode(context.services.store.db, { purpose, owner, codeHash })) return true;
  return false;
}

/** Forgets the living code of a purpose. */
export async function forgetCode(
  { services }: CallContext,
  purpose: CodePurpose,
  owner: string,
): Promise<void> {
  await deleteSentCode(services.store.db, purpose, owner);
}

/** A short reference by which screen and message can be matched. */
function newReference(): string {
  return Array.from(
    { length: referenceLength },
    () => referenceLetters[randomInt(referenceLetters.length)],
  ).join("");
}

/** `paula@payroll.example` → `p•••@payroll.example`. */
export function maskedMail(address: string): string {
  const at = address.lastIndexOf("@");
  return `${[...address].slice(0, 1).join("")}•••${address.slice(at)}`;
}

/** `+15551234567` → `••• 67`. */
export function maskedPhone(number: string): string {
  return `•••\u00a0${number.slice(-2)}`;
}

function masked({ channel, to }: CheckedOrder): string {
  if (to === null) return "";
  return channel === "mail" ? maskedMail(to) : maskedPhone(to);
}

async function deliveryOf(
  context: CallContext,
  order: CodeOrder,
  { destination, reference, expiresAt }: SentCode,
): Promise<CodeDelivery> {
  return { destination, reference, expiresAt, resendAfter: await waitToSend(context, order) };
}

/** The one of today first, then those of other keys of the server. */
function codeHashes(
  { services }: CallContext,
  { purpose, owner }: Pick<SentCode, "purpose" | "owner">,
  code: string,
): string[] {
  return hmacs(services.settings.secretKeys, "sent-code", `${purpose} ${owner} ${code}`);
}
