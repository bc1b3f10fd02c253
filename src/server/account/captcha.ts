import type { CallContext, Handlers } from "../call.ts";
import { newChallenge, solvedBy } from "../captcha-challenge.ts";
import { captchaFrom, captchaUntil } from "../domain/captcha-rule.ts";
import { captchaRequired } from "../problem.ts";
import { grantPass, hasPass, spendPass } from "../store/captcha-passes.ts";
import { spendValue } from "../store/spent-values.ts";
import { readTries } from "../store/throttle.ts";
import { addressBudget, type Budget, nameBudget } from "./guess.ts";

const minute = 60_000;
/** What a solved challenge is good for: this many calls, this long. */
const pass = { uses: 5, life: 10 * minute };

/** A challenge of our own, for this browser. */
export const captchaChallenge: Handlers["CaptchaChallenge"] = async ({ services, visitor }) => {
  const challenge = await newChallenge(services.settings.secretKey, visitor.browserHash, services.now());
  return { version: 1, siteKey: null, challenge };
};

/** Checks a solution, spends it, and gives this browser its pass. Versions 2 and 3 have no keys here. */
export const verifyCaptcha: Handlers["VerifyCaptcha"] = async ({ services, visitor }, { body }) => {
  if (body.version !== 1) return false;
  const { db } = services.store;
  const { browserHash } = visitor;
  const now = services.now();
  const solved = await solvedBy(services.settings.secretKey, body.token, browserHash, now);
  if (solved === null) return false;
  if (!(await spendValue(db, "captcha", solved.signature, solved.expiresAt))) return false;
  await grantPass(db, { browserHash, uses: pass.uses, expiresAt: now + pass.life });
  return true;
};

/**
 * Throws `Problem` 403 captcha-required where this name or this address has failed too often, unless the browser has
 * solved a challenge for it (security, CP-2). Every call whose contract says `captcha` asks it before it does
 * anything. It counts names that do not exist like others, so what it says tells nothing about them.
 */
export async function requireCaptcha(context: CallContext, username: string): Promise<void> {
  const { services, visitor, address } = context;
  const asked: Asked[] = [
    { budget: nameBudget(username), from: captchaFrom.name },
    { budget: addressBudget(address), from: captchaFrom.address },
  ];
  const until = await askedUntil(context, asked);
  const now = services.now();
  if (until === 0 || (await spendPass(services.store.db, visitor.browserHash, now))) return;
  throw captchaRequired(Math.ceil((until - now) / minute));
}

/** Says whether the next call will be asked for a challenge whatever the name, because of the caller's address. */
export async function isCaptchaDue(context: CallContext): Promise<boolean> {
  const { services, visitor, address } = context;
  const until = await askedUntil(context, [{ budget: addressBudget(address), from: captchaFrom.address }]);
  return until > 0 && !(await hasPass(services.store.db, visitor.browserHash, services.now()));
}

interface Asked {
  budget: Budget;
  /** Failures from which on a challenge is asked for. */
  from: number;
}

/** Until when any of the budgets asks for a challenge; 0: none does. */
async function askedUntil({ services }: CallContext, asked: readonly Asked[]): Promise<number> {
  const now = services.now();
  const keys = asked.map(({ budget }) => budget.key);
  const tries = await readTries(services.store.db, keys, now);
  const ends = asked.map(({ budget, from }, index) => captchaUntil(tries[index], budget.policy, from, now));
  return Math.max(...ends);
}
