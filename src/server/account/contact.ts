import type { CallContext, Handlers } from "../call.ts";
import { sha256 } from "../crypto.ts";
import { isOneRecipient } from "../delivery/recipient.ts";
import { codeLength } from "../domain/typed-code.ts";
import { fieldProblem, tooMany } from "../problem.ts";
import { type Happened, recordEvent } from "../record-event.ts";
import { forgetRememberedDevices } from "../store/remembered-devices.ts";
import { movePin } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { confirmEmail, findUser, setNewEmail, type User } from "../store/users.ts";
import { changeAndEndOthers } from "./account-change.ts";
import { digitsOf } from "./digits-of.ts";
import { challengeBudget, factorBudget, guess } from "./guess.ts";
import { endMailedLinks } from "./mailed-link.ts";
import { noticeTo } from "./messages/notice-to.ts";
import { forgiveSends } from "./messages/send-limits.ts";
import {
  type CodeOrder,
  forgetCode,
  liveDelivery,
  maskedMail,
  redeemCode,
  sendCode,
  wasSent,
} from "./messages/sent-code.ts";
import { freshlySignedIn, isFresh, signedIn } from "./signed-in.ts";

/** Where mails to the signed-in person go. The step is the server's, so reload, back and a second tab agree. */
export const contactView: Handlers["ContactView"] = async (context) => {
  const { user } = signedIn(context);
  const { email } = user;
  const unchanged = { email, newEmail: null, delivery: null, canKeep: false };
  if (!isFresh(context)) return { step: "signInAgain", ...unchanged };
  const change = await waitingChange(context, user);
  if (change === null) return { step: "change", ...unchanged };
  return { step: "code", email, ...change, canKeep: email !== null };
};

/**
 * Sends a code to a new address; nothing changes before it is typed back. Needs a fresh sign-in, because whoever has
 * the mails has one of the ways in (security, SE-8).
 */
export const updateContact: Handlers["UpdateContact"] = async (context, { body }) => {
  const { user } = freshlySignedIn(context);
  const { db } = context.services.store;
  const { email } = body;
  if (!isOneRecipient("mail", email)) throw fieldProblem("email", { code: "validation.email" });
  if (email === user.email) {
    await setNewEmail(db, user.id, null);
    return { outcome: "unchanged" };
  }
  await sendCode(context, orderOf(user, email));
  await setNewEmail(db, user.id, email);
  return { outcome: "sent" };
};

/** Takes the new address, ends one's sessions elsewhere, and tells the address of before. */
export const confirmContact: Handlers["ConfirmContact"] = async (context, { body }) => {
  const { user } = freshlySignedIn(context);
  const change = await waitingChange(context, user);
  if (change === null) {
    // The answer to the press that took the address may have been lost, or another press took it a moment ago.
    if ((await provenAddress(context, user, body.code)) !== null) return { outcome: "updated" };
    throw fieldProblem("code", { code: "problems.codeGone" });
  }
  const { newEmail } = change;
  const owner = ownerOf(user, newEmail);
  const challenge = challengeBudget(`contact ${owner} ${change.delivery.reference}`);
  const budgets = [factorBudget(user.id), challenge];
  const look = async () =>
    (await takeAddress(context, user, newEmail, body.code)) ||
    (await provenAddress(context, user, body.code)) === newEmail ||
    null;
  const guessed = await guess(context, budgets, look);
  if (guessed.kind === "right") return { outcome: "updated" };
  if (guessed.kind === "spent" && guessed.budget.key !== challenge.key)
    throw tooMany(guessed.retryAfterSeconds);
  await recordEvent(context, { event: "contact.failed", userId: user.id });
  if (guessed.kind === "wrong" && guessed.triesLeft > 0)
    throw fieldProblem("code", { code: "problems.codeWrong", params: { count: guessed.triesLeft } });
  await forgetCode(context, "contact", owner);
  return { outcome: "challengeEnded" };
};

/** Spends the code and takes the address that it proves, at once; false where it is not the code. */
async function takeAddress(
  context: CallContext,
  user: User,
  newEmail: string,
  typed: string,
): Promise<boolean> {
  const code = digitsOf("code", typed, codeLength);
  const confirm = async (db: Db) => {
    if (!(await redeemCode(context, "contact", ownerOf(user, newEmail), code, db))) return undefined;
    // Another tab asked for another address while this code was on its way here.
    if (!(await confirmEmail(db, user.id, newEmail)))
      throw fieldProblem("code", { code: "problems.codeGone" });
    await leaveAddress(db, user.id, newEmail);
    return true as const;
  };
  const happened = (): Happened => ({
    events: [{ event: "contact.changed", userId: user.id }],
    notice: noticeTo(context, user, {
      template: "contactChanged",
      params: { destination: maskedMail(newEmail) },
    }),
  });
  if ((await changeAndEndOthers(context, user.id, confirm, happened)) === undefined) return false;
  await forgiveSends(context, { purpose: "contact", channel: "mail", to: newEmail, username: user.username });
  return true;
}

/** Ends what went to a person's address of before, and lets what goes there go to the one now; null: there is none any more. */
export async function leaveAddress(transaction: Db, userId: string, email: string | null): Promise<void> {
  await endMailedLinks(transaction, userId, "passwordReset", "recoveryCodes");
  if (email !== null) await movePin(transaction, userId, email);
  await forgetRememberedDevices(transaction, userId);
}

/** The change whose code is still good; null: there is none, and one begins anew. */
async function waitingChange(context: CallContext, user: User) {
  const { newEmail } = user;
  if (newEmail === null) return null;
  const delivery = await liveDelivery(context, orderOf(user, newEmail));
  return delivery === null ? null : { newEmail, delivery };
}

/** The address of now, where this code has proven it; null: it has not. */
async function provenAddress(context: CallContext, user: User, typed: string): Promise<string | null> {
  const { email = null } = (await findUser(context.services.store.db, user.id)) ?? {};
  if (email === null) return null;
  const code = digitsOf("code", typed, codeLength);
  return (await wasSent(context, "contact", ownerOf(user, email), code)) ? email : null;
}

function orderOf(user: User, newEmail: string): CodeOrder {
  return {
    purpose: "contact",
    owner: ownerOf(user, newEmail),
    channel: "mail",
    to: newEmail,
    username: user.username,
    template: "contactCode",
  };
}

/** Whose code it is: of this person and the very address that it is to prove. */
function ownerOf({ id }: User, newEmail: string): string {
  return `${id} ${sha256(newEmail)}`;
}
