import { hour } from "../../../shared/durations.ts";
import type { CallContext, Handlers } from "../../call.ts";
import { recoveryCodesOf } from "../../codes/recovery-codes.ts";
import { type MessageSetting, queueMessage } from "../../delivery/queue-message.ts";
import { fieldProblem, tooMany } from "../../problem.ts";
import { changeAndRecord, recordEvent } from "../../record-event.ts";
import { screenUrl } from "../../screen-path.ts";
import { wasRecoveryCode } from "../../store/recovery-codes.ts";
import type { Db } from "../../store/tables.ts";
import { redeemLinkTicket } from "../../store/tickets.ts";
import { holdAccount, type User } from "../../store/users.ts";
import { renewRecoveryCodes } from "../account-change.ts";
import { guess } from "../guess.ts";
import { issueMailedLink, userOfLink, userOfSpentLink } from "../mailed-link.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { leaveForError } from "../named-error.ts";
import { ticketHolder } from "../ticket-holder.ts";

const lifeHours = 24;
const life = lifeHours * hour;
const kind = "recoveryCodes";

/**
 * Mails a link at which a person collects new recovery codes, once, within a day of its mail; links before it end. For whoever
 * administers accounts. `user.email` must be known.
 */
export async function issueRecoveryCodeLink(setting: MessageSetting, user: User): Promise<void> {
  const { email, username } = user;
  if (email === null) throw new Error("the person has no mail address");
  const brings = await issueMailedLink(setting, kind, user, life);
  await queueMessage(setting, {
    channel: "mail",
    to: email,
    template: "recoveryCodes",
    params: {
      username,
      link: screenUrl(setting, "redeemRecoveryCodes", { id: brings.secret }),
      hours: lifeHours,
    },
    life,
    brings,
  });
}

/** Whose codes a mailed link brings. Opening it spends nothing (security, RR-2). */
export const redeemRecoveryCodeView: Handlers["RedeemRecoveryCodeView"] = async (
  context,
  { query: { id } },
) => {
  // The script takes the id out of the address; whoever reloads the page is without it.
  if (id === undefined) return { step: "openAgain", username: null };
  const owner = (await userOfLink(context, kind, id)) ?? (await userOfSpentLink(context, kind, id));
  if (owner === undefined) return leaveForError(context, "recoveryCodesLinkExpired");
  return { step: "collect", username: owner.username };
};

/**
 * Makes a new set of recovery codes for whoever presses the button behind the mailed link; it is told here alone, and for a minute
 * again to the same browser.
 */
export const redeemRecoveryCode: Handlers["RedeemRecoveryCode"] = async (context, { query }) => {
  const { id } = query;
  if (id === undefined) throw fieldProblem("", { code: "problems.openLinkAgain" });
  const guessed = await guess(
    context,
    [],
    async () => (await collect(context, id)) ?? tellAgain(context, id),
  );
  if (guessed.kind === "spent") throw tooMany(guessed.retryAfterSeconds);
  if (guessed.kind === "right") return { outcome: "redeemed", ...guessed.result };
  await recordEvent(context, { event: "recoveryCodes.refused" });
  return leaveForError(context, "recoveryCodesLinkExpired");
};

/** Link, codes and audit in one transaction: a fault leaves all as they were (security, F1). */
async function collect(context: CallContext, secret: string) {
  const { settings } = context.services;
  const holder = ticketHolder(context);
  const issuedAt = holder.now;
  const recoveryCodes = recoveryCodesOf(settings.secretKeys, secret);
  const renew = async (transaction: Db) => {
    const owner = await userOfLink(context, kind, secret, transaction);
    if (owner === undefined) return null;
    // The account before the ticket, as whatever else changes both: else two could wait for each other.
    await holdAccount(transaction, owner.id);
    if (!(await redeemLinkTicket(transaction, kind, secret, holder))) return null;
    await renewRecoveryCodes(transaction, settings.secretKeys, owner.id, recoveryCodes, issuedAt);
    return owner;
  };
  const user = await changeAndRecord(context, renew, (owner) => ({
    events: [{ event: "recoveryCodes.renewed", userId: owner.id }],
    notice: noticeTo(context, owner, { template: "recoveryCodesRenewed", params: {} }),
  }));
  return user && { recoveryCodes, issuedAt, username: user.username };
}

/** What this browser has just collected, as long as it is still the set of its person; null: nothing. */
async function tellAgain(context: CallContext, secret: string) {
  const { store, settings, now } = context.services;
  const owner = await userOfSpentLink(context, kind, secret);
  if (owner === undefined) return null;
  const recoveryCodes = recoveryCodesOf(settings.secretKeys, secret);
  const [code = ""] = recoveryCodes;
  const isSet = await wasRecoveryCode(store.db, settings.secretKeys, owner.id, code);
  return isSet ? { recoveryCodes, issuedAt: now(), username: owner.username } : null;
}
