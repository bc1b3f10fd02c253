import { minute } from "../../../shared/durations.ts";
import { isObject } from "../../../shared/is-object.ts";
import type { ProblemCode, ProblemCodes } from "../../../shared/problem-codes.ts";
import { isSameText } from "../../../shared/same-text.ts";
import type { CallContext } from "../../call.ts";
import { checkNewPassword } from "../../domain/check-new-password.ts";
import { isWithin } from "../../domain/freshness.ts";
import { isPasswordExpired } from "../../domain/password-expiry.ts";
import { commonPasswords } from "../../passwords/common-passwords.ts";
import { fieldProblem, Problem } from "../../problem.ts";
import type { AccountEvent, Happened } from "../../record-event.ts";
import { screenUrl } from "../../screen-path.ts";
import { forgetRememberedDevices } from "../../store/remembered-devices.ts";
import type { Db } from "../../store/tables.ts";
import { clearAllTries } from "../../store/throttle.ts";
import { findUserByName, type User } from "../../store/users.ts";
import { changeAndEndOthers } from "../account-change.ts";
import { nameBudget } from "../guess.ts";
import { endMailedLinks } from "../mailed-link.ts";
import { inLanguageOf } from "../messages/in-language-of.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { type Typed, userByPassword } from "../password-guess.ts";

/** What a person chose. */
export interface NewPassword {
  username: string;
  newPassword: string;
  confirmPassword: string;
}

/** Throws everything that is wrong with a new password and its repetition at once (specification, section 5). */
export function assertNewPassword(
  context: CallContext,
  chosen: NewPassword,
  more: readonly ProblemCode[] = [],
): void {
  const codes = problemsOf(context, chosen, more);
  if (Object.keys(codes).length > 0) throw new Problem(400, "refused: a new password", { codes });
}

/**
 * What is wrong with a new password in a body whose contract has `refused` something else, as the current one that was left empty;
 * nothing where it is the new one itself.
 */
export function newPasswordProblems(
  context: CallContext,
  body: unknown,
  refused: ProblemCodes,
): ProblemCodes {
  if (!isObject(body) || refused.newPassword !== undefined) return {};
  const { username = context.visitor.user?.username ?? "", newPassword, confirmPassword } = body;
  const text = (value: unknown) => (typeof value === "string" ? value : "");
  return problemsOf(context, {
    username: text(username),
    newPassword: text(newPassword),
    confirmPassword: text(confirmPassword),
  });
}

function problemsOf(
  { partner }: CallContext,
  { username, newPassword, confirmPassword }: NewPassword,
  more: readonly ProblemCode[] = [],
): ProblemCodes {
  const wrong = [...checkNewPassword(newPassword, partner.passwordRules, username, commonPasswords), ...more];
  return {
    ...(wrong.length > 0 ? { newPassword: wrong } : {}),
    ...(isSameText(newPassword, confirmPassword) ? {} : { confirmPassword: [{ code: "validation.match" }] }),
  };
}

/** The same for a password that takes the place of a known one, from which it must differ. */
export function assertChangedPassword(
  context: CallContext,
  chosen: NewPassword & { currentPassword: string },
): void {
  const { currentPassword, newPassword } = chosen;
  const isSame = isSameText(currentPassword, newPassword);
  assertNewPassword(context, chosen, isSame ? [{ code: "validation.passwordSame" }] : []);
}

/** The current password is another one. */
export function wrongPassword(): Problem {
  return fieldProblem("currentPassword", { code: "problems.passwordWrong" });
}

/**
 * Who has changed the password to this one within the last minute, and gives it again because the answer was lost. Null: nobody.
 * Counts like any other password that is tried.
 */
export async function justChanged(context: CallContext, typed: Typed): Promise<User | null> {
  const { services, partner } = context;
  const now = services.now();
  const named = await findUserByName(services.store.db, typed.username);
  const isChanged = named !== undefined && !isPasswordExpired(named, partner.passwordMaxAgeDays, now);
  // At any other time it is no password that could be tried.
  if (!isChanged || !isWithin(minute, named.passwordChangedAt ?? 0, now)) return null;
  return userByPassword(context, typed);
}

/** What takes the place of a password. */
interface Replacement {
  newPassword: string;
  event: AccountEvent["event"];
  /** Id of the sign-in that goes on with the new password. */
  keptAttempt?: string;
}

/**
 * Gives a person a new password by `set`, and in the same transaction ends what the old one had led to: sessions
 * elsewhere, half-way sign-ins, remembered devices, links to a new password (security, SE-6, TF-8), and the count of
 * wrong tries, and puts the mail in line that tells it. Gives the version that the account has then; undefined where `set` gives
 * false and nothing has changed.
 */
export async function replacePassword(
  context: CallContext,
  user: User,
  { newPassword, event, keptAttempt }: Replacement,
  set: (transaction: Db, phc: string) => Promise<boolean>,
): Promise<number | undefined> {
  const { services } = context;
  const phc = await services.hasher.hash(newPassword);
  const replace = async (transaction: Db, version: number) => {
    if (!(await set(transaction, phc))) return undefined;
    await forgetRememberedDevices(transaction, user.id);
    await endMailedLinks(transaction, user.id, "passwordReset");
    // Also in browsers that keep the name, which wait by themselves.
    await clearAllTries(transaction, nameBudget(user.username).key);
    return version;
  };
  const speech = inLanguageOf(context, user);
  const link = screenUrl(speech, "recover");
  const happened = (): Happened => ({
    events: [{ event, userId: user.id }],
    notice: noticeTo(speech, user, { template: "passwordChanged", params: { link } }),
  });
  return changeAndEndOthers(context, user.id, replace, happened, keptAttempt);
}
