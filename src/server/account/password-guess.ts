import type { CallContext } from "../call.ts";
import { tooMany } from "../problem.ts";
import { type AccountEvent, recordEvent } from "../record-event.ts";
import { findUserByName, type User, upgradeHash } from "../store/users.ts";
import { requireCaptcha, requireCaptchaUnlessLocked } from "./captcha.ts";
import { addressBudget, guess, nameBudgetHere } from "./guess.ts";

/**
 * The user of a name and password; null: not right. An unknown name, a wrong password and a disabled account are told
 * apart by nothing that can be seen from outside, time included (security, EN-1, EN-2). Throws `Problem` 429 where
 * the tries are spent, and 403 where a challenge has to be solved first. `also` asks for more than the password:
 * what it refuses is a wrong guess like any other.
 */
export async function userByPassword(
  context: CallContext,
  username: string,
  password: string,
  also: (user: User) => boolean = () => true,
): Promise<User | null> {
  context.services.hasher.assertRoom();
  const name = nameBudgetHere(context, username);
  // Should a lock end this moment, the challenge is asked for in time.
  const isLocked = await requireCaptchaUnlessLocked(context, username, [
    addressBudget(context.address),
    name,
  ]);
  const guessed = await guess(context, [name], async () => {
    if (isLocked) await requireCaptcha(context, username);
    return provenUser(context, username, password, also);
  });
  if (guessed.kind === "spent") {
    await recordRefusal(context, "signIn.locked", username);
    throw tooMany(guessed.retryAfterSeconds);
  }
  if (guessed.kind === "wrong") {
    await recordRefusal(context, "signIn.failed", username);
    return null;
  }
  await recordEvent(context, { event: "signIn.passwordProven", userId: guessed.result.id });
  return guessed.result;
}

/** Of the account that has this name; of nobody's where none has. */
async function recordRefusal(
  context: CallContext,
  event: AccountEvent["event"],
  username: string,
): Promise<void> {
  const user = await findUserByName(context.services.store.db, username);
  await recordEvent(context, { event, userId: user?.id });
}

async function provenUser(
  context: CallContext,
  username: string,
  password: string,
  also: (user: User) => boolean,
): Promise<User | null> {
  const { hasher, store } = context.services;
  const user = await findUserByName(store.db, username);
  const phc = user?.passwordPhc ?? null;
  const right = phc === null ? await hasher.verifyDummy(password) : await hasher.verify(phc, password);
  if (!right || user === undefined || user.disabled || phc === null || !also(user)) return null;
  if (!hasher.needsRehash(phc)) return user;
  const passwordPhc = await hasher.hash(password);
  await upgradeHash(store.db, user.id, phc, passwordPhc);
  return { ...user, passwordPhc };
}
