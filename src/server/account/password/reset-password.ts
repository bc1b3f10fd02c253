import { type CallContext, type Handlers, Leave } from "../../call.ts";
import { tooMany } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import { redeemLinkTicket } from "../../store/tickets.ts";
import { setPassword, type User } from "../../store/users.ts";
import { guess } from "../guess.ts";
import { userOfLink, userOfSpentLink } from "../mailed-link.ts";
import { forgiveSends } from "../messages/send-limits.ts";
import { leaveForError } from "../named-error.ts";
import { expectUsername } from "../remembered-username.ts";
import { ticketHolder } from "../ticket-holder.ts";
import { assertNewPassword, replacePassword } from "./new-password.ts";
import { resetAddressElsewhere } from "./reset-link.ts";

type ResetBody = Parameters<Handlers["ResetPassword"]>[1]["body"];

/** Whose password a mailed link is for. Opening it spends nothing (security, RR-2). */
export const redeemState: Handlers["RedeemState"] = async (context, { query: { state } }) => {
  const rules = context.partner.passwordRules;
  // The script takes the state out of the address; whoever reloads the page is without it.
  if (state === undefined) return { step: "openAgain", username: null, rules };
  const user = await userOfLink(context, "passwordReset", state);
  if (user === undefined) return leaveForError(context, "passwordLinkExpired");
  const elsewhere = await resetAddressElsewhere(context, state);
  if (elsewhere !== undefined) return new Leave(elsewhere);
  return { step: "choose", username: user.username, rules };
};

/**
 * Sets a new password by a mailed link and spends it, once. Signs nobody in, so no second factor is left out (RR-3); a
 * lock by wrong passwords ends, because whoever reads the account's mail is not who guessed.
 */
export const resetPassword: Handlers["ResetPassword"] = async (context, { body }) => {
  const guessed = await guess(
    context,
    [],
    async () => (await reset(context, body)) ?? tellAgain(context, body),
  );
  if (guessed.kind === "spent") throw tooMany(guessed.retryAfterSeconds);
  if (guessed.kind === "right") return { outcome: "reset" };
  await recordEvent(context, { event: "password.resetFailed" });
  return leaveForError(context, "passwordLinkExpired");
};

/** Whose password this browser has just set to this one, and may not know; null: nobody's. */
async function tellAgain(context: CallContext, { state, newPassword }: ResetBody): Promise<User | null> {
  const user = await userOfSpentLink(context, "passwordReset", state);
  if (user === undefined || user.passwordPhc === null) return null;
  return (await context.services.hasher.verify(user.passwordPhc, newPassword)) ? user : null;
}

/** Null: the link is late, spent or made up. What is wrong with the password spends nothing. */
async function reset(
  context: CallContext,
  { state, newPassword, confirmPassword }: ResetBody,
): Promise<User | null> {
  const user = await userOfLink(context, "passwordReset", state);
  if (user === undefined) return null;
  assertNewPassword(context, { username: user.username, newPassword, confirmPassword });
  const done = await replacePassword(
    context,
    user,
    { newPassword, event: "password.reset" },
    async (transaction, phc) =>
      (await redeemLinkTicket(transaction, "passwordReset", state, ticketHolder(context))) &&
      setPassword(transaction, user.id, phc, context.services.now()),
  );
  if (!done) return null;
  expectUsername(context, user.username);
  const { username, email } = user;
  if (email !== null)
    await forgiveSends(context, { purpose: "passwordReset", channel: "mail", username, to: email });
  return user;
}
