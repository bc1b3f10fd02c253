import type { CallContext } from "../call.ts";
import { tooMany } from "../problem.ts";
import { type AccountEvent, recordEvent } from "../record-event.ts";
import { NobodyWaits } from "../slots.ts";
import { findUserByName, type User, upgradeHash } from "../store/users.ts";
import { requireCaptcha, requireCaptchaUnlessLocked } from "./captcha.ts";
import { addressBudget, guessAndLead, nameBudgetHere, noteLocked } from "./guess.ts";
import type { Settlement } from "./settlement.ts";

/** What somebody typed. */
export interface Typed {
  username: string;
  password: string;
  /** Asks for more than the password: what it refuses is a wrong guess like any other. */
  also?: (user: User) => boolean;
  /** What a wrong one is, where it is no refused sign-in. Too many of them are a lock like any other. */
  refusedAs?: AccountEvent["event"];
}

/**
 * The user of a name and password; null: not right. An unknown name, a wrong password and a disabled account are told
 * apart by nothing that can be seen from outside, time included (security, EN-1, EN-2). Throws `Problem` 429 where
 * the tries are spent and 403 where a challenge has to be solved first, and `NobodyWaits` where the caller has left.
 */
export async function userByPassword(context: CallContext, typed: Typed): Promise<User | null> {
  return leadByPassword(context, typed, async (user) => user);
}

/** The same, where the user is led somewhere: `lead` may settle the guess together with what it writes there. */
export async function leadByPassword<Led>(
  context: CallContext,
  typed: Typed,
  lead: (user: User, settlement: Settlement) => Promise<Led>,
): Promise<Led | null> {
  await context.services.hasher.assertRoom();
  if (!context.isWaitedFor()) throw new NobodyWaits();
  const { username, refusedAs = "signIn.failed" } = typed;
  const name = nameBudgetHere(context, username);
  // Should a lock end this moment, the challenge is asked for in time.
  const isLocked = await requireCaptchaUnlessLocked(context, username, [
    addressBudget(context.address),
    name,
  ]);
  const look = async () => {
    if (isLocked) await requireCaptcha(context, username);
    return provenUser(context, typed);
  };
  const guessed = await guessAndLead(context, [name], look, async (user, settlement) => {
    settlement.record({ event: "signIn.passwordProven", userId: user.id });
    return lead(user, settlement);
  });
  if (guessed.kind === "spent") {
    await noteLocked(context, guessed.budget, await refusal(context, "signIn.locked", username));
    // It ends no wait of the address, which others share.
    const wayOut = guessed.budget === name ? [{ code: "problems.newPasswordEndsWait" }] : [];
    throw tooMany(guessed.retryAfterSeconds, wayOut);
  }
  if (guessed.kind === "right") return guessed.result;
  await recordEvent(context, await refusal(context, refusedAs, username));
  return null;
}

/** Of the account that has this name, with why no password could let it in; of nobody's where none has. */
async function refusal(
  { services }: CallContext,
  event: AccountEvent["event"],
  username: string,
): Promise<AccountEvent> {
  const user = await findUserByName(services.store.db, username);
  return { event, userId: user?.id, detail: closed(user) };
}

function closed(user: User | undefined): AccountEvent["detail"] {
  if (user?.disabled) return { reason: "disabled" };
  return user?.passwordPhc === null ? { reason: "noPassword" } : undefined;
}

async function provenUser(
  { services, isWaitedFor }: CallContext,
  { username, password, also = () => true }: Typed,
): Promise<User | null> {
  const { hasher, store } = services;
  const user = await findUserByName(store.db, username);
  const phc = user?.passwordPhc ?? null;
  // Whoever has left, perhaps to ask again, keeps nobody waiting who has not.
  const kept =
    phc === null
      ? await hasher.verifyDummy(password, isWaitedFor)
      : await hasher.verify(phc, password, isWaitedFor);
  if (kept === null || user === undefined || user.disabled || phc === null || !also(user)) return null;
  if (kept === phc) return user;
  await upgradeHash(store.db, user.id, phc, kept);
  return { ...user, passwordPhc: kept };
}
