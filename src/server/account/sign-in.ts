import type { CallContext, Handlers } from "../call.ts";
import { sha256 } from "../crypto.ts";
import { addressKey } from "../domain/address-key.ts";
import { foldUsername } from "../domain/fold.ts";
import { accountLockout, addressLockout } from "../domain/lockout.ts";
import { fieldProblem, Problem, tooMany } from "../problem.ts";
import { signInRequirement } from "../sign-in-requirement.ts";
import { returnKeyOf } from "../standing.ts";
import { upsertAttempt } from "../store/attempts.ts";
import { clearTries, giveBackTry, takeTry } from "../store/throttle.ts";
import { findUserByName, type User, upgradeHash } from "../store/users.ts";
import { advance } from "./journey.ts";
import { recordEvent } from "./record-event.ts";
import { forgetUsername, rememberUsername } from "./remembered-username.ts";

/**
 * Checks user name and password. An unknown name, a wrong password and a disabled account are told apart by nothing
 * that can be seen from outside, time included (security, EN-1, EN-2).
 */
export const login: Handlers["Login"] = async (context, { body }) => {
  const { services, visitor, target } = context;
  if (signInRequirement(services, target).requires === "vendor")
    throw new Problem(403, "this request wants a provider, not the local form");
  const user = await withTry(context, body.username, () => provenUser(context, body.username, body.password));
  if (user === null) throw fieldProblem("", { code: "problems.signInFailed" });
  if (body.rememberLogin) rememberUsername(context, user.username);
  else forgetUsername(context);
  const now = services.now();
  const attempt = await upsertAttempt(
    services.store.db,
    {
      browserHash: visitor.browserHash,
      returnKey: returnKeyOf(target),
      userId: user.id,
      passwordAt: now,
    },
    now,
  );
  return advance(context, attempt);
};

/**
 * Lets one guess of a name's secret happen, if the name and the caller's address have one left. The guess is counted
 * before the secret is looked at, so that any number at once cannot be more than the budget (security, TH-1, TH-2).
 */
async function withTry(
  context: CallContext,
  username: string,
  guess: () => Promise<User | null>,
): Promise<User | null> {
  const { services, address } = context;
  const { db } = services.store;
  const usernameFold = foldUsername(username);
  const nameKey = `name:${sha256(usernameFold)}`;
  const callerKey = `address:${addressKey(address)}`;
  const ofCaller = await takeTry(db, callerKey, addressLockout, services.now());
  if (!ofCaller.allowed) throw tooMany(ofCaller.retryAfterSeconds);
  const ofName = await takeTry(db, nameKey, accountLockout, services.now());
  if (!ofName.allowed) {
    await recordEvent(context, { event: "signIn.locked", usernameFold });
    throw tooMany(ofName.retryAfterSeconds);
  }
  const user = await guess().catch(async (error: unknown) => {
    await Promise.all([giveBackTry(db, nameKey), giveBackTry(db, callerKey)]);
    throw error;
  });
  if (user !== null) await Promise.all([clearTries(db, nameKey), giveBackTry(db, callerKey)]);
  await recordEvent(
    context,
    user === null
      ? { event: "signIn.failed", usernameFold }
      : { event: "signIn.passwordProven", usernameFold, userId: user.id },
  );
  return user;
}

async function provenUser(context: CallContext, username: string, password: string): Promise<User | null> {
  const { hasher, store } = context.services;
  const user = await findUserByName(store.db, username);
  const phc = user?.passwordPhc ?? null;
  const right = phc === null ? await hasher.verifyDummy(password) : await hasher.verify(phc, password);
  if (!right || user === undefined || user.disabled || phc === null) return null;
  if (hasher.needsRehash(phc)) await upgradeHash(store.db, user.id, phc, await hasher.hash(password));
  return user;
}
