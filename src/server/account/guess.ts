import type { CallContext } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { sealedName, sha256 } from "../crypto.ts";
import { addressKey } from "../domain/address-key.ts";
import { foldUsername } from "../domain/fold.ts";
import {
  accountLockout,
  addressLockout,
  challengeLockout,
  factorLockout,
  type LockoutPolicy,
} from "../domain/lockout.ts";
import { type AccountEvent, noteEvent, recordEvent } from "../record-event.ts";
import { NobodyWaits } from "../slots.ts";
import type { Db } from "../store/tables.ts";
import { clearTries, giveBackTries, giveBackTry, type Taken, takeTries } from "../store/throttle.ts";
import { rememberedUsername } from "./remembered-username.ts";
import { Settlement } from "./settlement.ts";

/** What a guess spends of. Its key holds no secret and no name that could be read. */
export interface Budget {
  key: string;
  policy: LockoutPolicy;
  /** What a right guess does to it: forgets all failures, or takes back its own only. */
  onRight: "clear" | "giveBack";
}

/** The budget of a user name, whether there is such an account or not; every path that guesses shares it (security, TH-3). */
export function nameBudget(username: string): Budget {
  return { key: `name:${sha256(foldUsername(username))}`, policy: accountLockout, onRight: "clear" };
}

/**
 * The budget of a user name in this browser. One that its owner has signed in with, and that keeps the name since, has a
 * budget of its own: so strangers who guess at a name shut nobody out (security, TH-5).
 */
export function nameBudgetHere(context: CallContext, username: string): Budget {
  const budget = nameBudget(username);
  const kept = rememberedUsername(context);
  if (kept === null || foldUsername(kept) !== foldUsername(username)) return budget;
  return { ...budget, key: `${budget.key} ${sealedName(context.cookies.get(cookieNames.username) ?? "")}` };
}

/** The budget of the caller's address. */
export function addressBudget(address: string): Budget {
  return { key: `address:${addressKey(address)}`, policy: addressLockout, onRight: "giveBack" };
}

/** The budget of an account's second factor, apart from its password's and over all challenges (security, TH-4). */
export function factorBudget(userId: string): Budget {
  return { key: `factor:${userId}`, policy: factorLockout, onRight: "clear" };
}

/** The five tries of one challenge (security, TF-3); `challenge` names it, a new proof makes a new one. */
export function challengeBudget(challenge: string): Budget {
  return { key: `challenge:${sha256(challenge)}`, policy: challengeLockout, onRight: "clear" };
}

/** What came of a guess. */
export type Guessed<Result> =
  | { kind: "right"; result: Result }
  /** `triesLeft`: how many free tries the last of the budgets still has, so name the challenge's last. */
  | { kind: "wrong"; triesLeft: number }
  /** Nothing was looked at, because a budget is spent. */
  | { kind: "spent"; budget: Budget; retryAfterSeconds: number };

/**
 * Lets one guess of a secret happen, if every budget has one left, the one of the caller's address above all. The guess is
 * counted before the secret is looked at, so that any number at once cannot be more than the budget (security, TH-1, TH-2);
 * a fault of ours counts nothing (TF-3), and of somebody who left before it was looked at only the address. `look` gives null for a
 * wrong guess.
 */
export async function guess<Result>(
  context: CallContext,
  budgets: readonly Budget[],
  look: () => Promise<Result | null>,
): Promise<Guessed<Result>> {
  return guessAndLead(context, budgets, look, async (result) => result);
}

/** The same, where a right guess leads somewhere: `lead` may settle it together with what it writes there. */
export async function guessAndLead<Result, Led>(
  context: CallContext,
  budgets: readonly Budget[],
  look: () => Promise<Result | null>,
  lead: (result: Result, settlement: Settlement) => Promise<Led>,
): Promise<Guessed<Led>> {
  const { services, address } = context;
  const { db } = services.store;
  const tries = await takeTries(db, addressBudget(address), budgets, services.now());
  if (!tries.allowed) {
    // Whoever knocks at a locked door pays for it.
    await giveBackTries(db, withoutPayer(tries.taken));
    return { kind: "spent", budget: tries.locked, retryAfterSeconds: tries.retryAfterSeconds };
  }
  const { taken } = tries;
  const result = await look().catch(async (error) => {
    await giveBackTries(db, error instanceof NobodyWaits ? withoutPayer(taken) : taken);
    throw error;
  });
  if (result === null) return { kind: "wrong", triesLeft: triesLeft(taken.at(-1) ?? taken[0]) };
  const [payer, ...others] = taken;
  // As they were taken, so that no two wait for each other.
  const settlement = new Settlement(context, (by) => forgive(by, [...others, payer]));
  try {
    return { kind: "right", result: await lead(result, settlement) };
  } finally {
    await settlement.settle();
  }
}

/**
 * Notes that a guess found a budget spent; without a row of the audit where that is the address's, because whoever knocks there pays
 * nothing more.
 */
export async function noteLocked(context: CallContext, spent: Budget, event: AccountEvent): Promise<void> {
  if (spent.key === addressBudget(context.address).key) noteEvent(context, event);
  else await recordEvent(context, event);
}

/** The tries of accounts, which pay for nothing that was not looked at; the address does. */
function withoutPayer(taken: readonly Taken<Budget>[]): readonly Taken<Budget>[] {
  return taken.filter(({ onRight }) => onRight === "clear");
}

async function forgive(db: Db, taken: readonly Taken<Budget>[]): Promise<void> {
  const changes = taken.map(({ key, lockedUntil, onRight }) =>
    onRight === "clear" ? clearTries(db, key) : giveBackTry(db, key, lockedUntil),
  );
  await Promise.all(changes);
}

function triesLeft({ policy, failures }: Taken): number {
  return Math.max(0, policy.steps[0].failures - failures);
}
