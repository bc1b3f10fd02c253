import type { Channel } from "../../../shared/message-values.ts";
import type { CallContext } from "../../call.ts";
import { sha256 } from "../../crypto.ts";
import { addressKey } from "../../domain/address-key.ts";
import { foldUsername } from "../../domain/fold.ts";
import { addressSendLockout, resendLockout, sendLockout } from "../../domain/lockout.ts";
import { fieldProblem, tooMany } from "../../problem.ts";
import type { CodePurpose } from "../../store/sent-codes.ts";
import {
  clearTries,
  giveBackTries,
  giveBackTry,
  readTries,
  takeTries,
  takeTry,
} from "../../store/throttle.ts";

/** A mail or text message that somebody asks for. */
export interface SendRequest {
  purpose: CodePurpose | "passwordReset";
  /** Owner of what is sent. */
  owner: string;
  channel: Channel;
  /** Name of the account, whether there is such an account or not: both count alike. */
  username: string;
  /** Where it goes; left out where a refusal would tell whose address it is, see `mayReach`. */
  to?: string;
}

/** Where a message goes, and what for. */
export type Target = Pick<SendRequest, "purpose" | "channel"> & { to: string };

/**
 * Counts a message that is to be sent, before it is: 30 seconds after the one before of the same purpose and owner,
 * then per account and channel, per target and per caller's address (security, TH-8). Each purpose is counted apart but for the address:
 * what a stranger can ask for, a one-time token, keeps nobody from the code of their second step. The first is taken
 * in one statement and the others in another, so parallel requests all count. Throws `Problem`: 400 `problems.resendTooSoon`, or 429.
 */
export async function assertMaySend(context: CallContext, request: SendRequest): Promise<void> {
  const { services } = context;
  const { db } = services.store;
  // First, so that pressing too early costs nothing else.
  const again = await takeTry(db, resendKey(request), resendLockout, services.now());
  if (!again.allowed)
    throw fieldProblem("", { code: "problems.resendTooSoon", params: { count: again.retryAfterSeconds } });
  const caller = { key: callerKey(context), policy: addressSendLockout };
  const others = receiverKeys(request).map((key) => ({ key, policy: sendLockout }));
  const tries = await takeTries(db, caller, others, services.now());
  if (tries.allowed) return;
  // Nothing is sent, so nothing of it counts.
  await giveBackTries(db, [again, ...tries.taken]);
  throw tooMany(tries.retryAfterSeconds);
}

/** Seconds until `assertMaySend` lets another such message go. Counts nothing. */
export async function waitToSend(context: CallContext, request: SendRequest): Promise<number> {
  const { store, now } = context.services;
  const keys = [resendKey(request), ...receiverKeys(request), callerKey(context)];
  const tries = await readTries(store.db, keys, now());
  const until = Math.max(...tries.map((counted) => counted?.lockedUntil ?? 0));
  return Math.ceil(Math.max(0, until - now()) / 1000);
}

/**
 * Counts a message to a mail address or number, and says whether it may go there. For calls that answer the same
 * whether there is an account or not: they send nothing where it may not (security, EN-3).
 */
export async function mayReach(context: Pick<CallContext, "services">, target: Target): Promise<boolean> {
  const { store, now } = context.services;
  return (await takeTry(store.db, targetKey(target), sendLockout, now())).allowed;
}

/**
 * Forgets what was sent to somebody who has just proven to have received it, so that nobody who signs in often has to
 * wait. The caller's address gets back this message alone, and waits as long as it has to.
 */
export async function forgiveSends(
  context: CallContext,
  received: Target & Pick<SendRequest, "username">,
): Promise<void> {
  const { db } = context.services.store;
  await clearTries(db, accountKey(received));
  await clearTries(db, targetKey(received));
  await giveBackTry(db, callerKey(context), 0);
}

function resendKey({ purpose, owner }: SendRequest): string {
  return `resend:${sha256(`${purpose} ${owner}`)}`;
}

function receiverKeys(request: SendRequest): string[] {
  const { purpose, channel, to } = request;
  return [accountKey(request), ...(to === undefined ? [] : [targetKey({ purpose, channel, to })])];
}

function accountKey({ purpose, channel, username }: Omit<SendRequest, "owner" | "to">): string {
  return `send-account:${sha256(`${purpose} ${channel} ${foldUsername(username)}`)}`;
}

function targetKey({ purpose, channel, to }: Target): string {
  return `send-target:${sha256(`${purpose} ${channel} ${to.toLowerCase()}`)}`;
}

function callerKey({ address }: CallContext): string {
  return `send-address:${addressKey(address)}`;
}
