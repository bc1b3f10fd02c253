import type { CallContext } from "../call.ts";
import { foldUsername } from "../domain/fold.ts";
import { tooMany } from "../problem.ts";
import { findUserByName, type User, upgradeHash } from "../store/users.ts";
import { requireCaptcha } from "./captcha.ts";
import { addressBudget, guess, isSpent, nameBudget } from "./guess.ts";
import { recordEvent } from "./record-event.ts";

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
  const usernameFold = foldUsername(username);
  const budgets = [addressBudget(context.address), nameBudget(username)];
  // Behind a lock a challenge would be solved for nothing; should the lock end this moment, it is asked for in time.
  const isLocked = await isSpent(context, budgets);
  if (!isLocked) await requireCaptcha(context, username);
  const guessed = await guess(context, budgets, async () => {
    if (isLocked) await requireCaptcha(context, username);
    return provenUser(context, username, password, also);
  });
  if (guessed.kind === "spent") {
    await recordEvent(context, { event: "signIn.locked", usernameFold });
    throw tooMany(guessed.retryAfterSeconds);
  }
  if (guessed.kind === "wrong") {
    await recordEvent(context, { event: "signIn.failed", usernameFold });
    return null;
  }
  await recordEvent(context, {
    event: "signIn.passwordProven",
    usernameFold,
    userId: guessed.result.id,
  });
  return guessed.result;
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
