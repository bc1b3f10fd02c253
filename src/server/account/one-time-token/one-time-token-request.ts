import type { CodeDelivery } from "../../../generated/calls.ts";
import type { Channel } from "../../../shared/message-values.ts";
import type { CallContext } from "../../call.ts";
import { openIfKnown, seal } from "../../crypto.ts";
import { labelKey } from "../../label-key.ts";
import { fieldProblem, type Problem } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import type { Attempt } from "../../store/attempts.ts";
import { findUserByName } from "../../store/users.ts";
import { attemptHere, ensureAttemptHere } from "../attempt-here.ts";
import { requireCaptcha } from "../captcha.ts";
import { changeAttempt } from "../change-attempt.ts";
import { mailboxOf } from "../messages/mailbox.ts";
import { assertMaySend, waitToSend } from "../messages/send-limits.ts";
import { sendCodeNow } from "../messages/sent-code.ts";
import { isTokenOffered, tokenOwner } from "./one-time-token-offer.ts";
import { issueLink } from "./sign-in-link.ts";

const purpose = "one-time-token-request";

/** A one-time token that was asked for, as its page shows it. */
export interface Asked {
  /** As it was typed. */
  username: string;
  reference: string;
  /** Whose code it is (`tokenOwner`). */
  owner: string;
  expiresAt: number;
}

/**
 * Mails a one-time token with its link (`SendOTP`). Without `username` it goes to whom the one before went. An unknown
 * name, a disabled account and one that no mail reaches get the same answer by the same work: the same rows are written,
 * and the message is one to nobody (security, EN-3). Throws the problems of `assertMaySend` and `requireCaptcha`.
 */
export async function sendOneTimeToken(
  context: CallContext,
  channel: Channel,
  typedName: string | undefined,
): Promise<CodeDelivery> {
  if (channel !== "mail" || !isTokenOffered(context))
    throw fieldProblem("", { code: "problems.methodNotAvailable" });
  const { db } = context.services.store;
  const here = await attemptHere(context);
  const username = (typedName ?? askedIn(context, here)?.username)?.trim();
  if (!username) throw nameRequired(context);
  await requireCaptcha(context, username);
  const attempt = here ?? (await ensureAttemptHere(context));
  const user = await findUserByName(db, username);
  const owner = tokenOwner(attempt, user, username);
  const order = { purpose: "oneTimeToken", owner, channel, username, template: "oneTimeToken" } as const;
  await assertMaySend(context, order);
  const { to, detail } = await mailboxOf(context, user, order);
  const { reference, expiresAt } = await sendCodeNow(context, {
    ...order,
    to,
    linkOf: (sent) => issueLink(context, sent, user),
  });
  const asked = { username, reference, owner, expiresAt };
  await keepRequest(context, attempt, asked);
  await recordEvent(context, { event: "signIn.tokenAsked", userId: user?.id, detail });
  return tokenDelivery(context, asked);
}

/** Where it went is not told: the masked address would tell that there is an account. */
export async function tokenDelivery(
  context: CallContext,
  { username, reference, owner, expiresAt }: Asked,
): Promise<CodeDelivery> {
  const request = { purpose: "oneTimeToken", owner, channel: "mail", username } as const;
  return { destination: null, reference, expiresAt, resendAfter: await waitToSend(context, request) };
}

/** What an attempt keeps of the token that was asked for in it; undefined: none was. */
export function askedIn({ services }: CallContext, attempt: Attempt | undefined): Asked | undefined {
  const sealed = attempt?.data.askedToken;
  const asked = sealed && openIfKnown(services.settings.secretKeys, purpose, sealed);
  return asked ? JSON.parse(asked) : undefined;
}

/** Keeps in the attempt what its page shows; undefined: there is nothing to type any more. What else stands there stays. */
export async function keepRequest(
  context: CallContext,
  attempt: Attempt,
  asked: Asked | undefined,
): Promise<void> {
  const askedToken = asked && seal(context.services.settings.secretKeys, purpose, JSON.stringify(asked));
  await changeAttempt(context, attempt, ({ data: { askedToken: _, ...data } }) => ({
    data: askedToken === undefined ? data : { ...data, askedToken },
  }));
}

function nameRequired({ services, t }: CallContext): Problem {
  const label = labelKey(services.config(), "SendOTP", "username");
  const field = label === undefined ? "username" : t(label);
  return fieldProblem("username", { code: "validation.required", params: { field } });
}
