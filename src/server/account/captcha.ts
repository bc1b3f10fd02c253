import { minute } from "../../shared/durations.ts";
import type { CallContext, Handlers } from "../call.ts";
import { newChallenge, solvedBy } from "../captcha/challenge.ts";
import { recaptchaSources, solvedAtProvider } from "../captcha/recaptcha.ts";
import { captchaAsked, captchaFrom, captchaUntil } from "../domain/captcha-rule.ts";
import { captchaRequired } from "../problem.ts";
import { grantPass, hasPass, spendPass } from "../store/captcha-passes.ts";
import { spendValue } from "../store/spent-values.ts";
import { readTries, type Tries } from "../store/throttle.ts";
import { addressBudget, type Budget, nameBudget, nameBudgetHere } from "./guess.ts";

/** What a solved challenge is good for: this many calls, this long. */
const pass = { uses: 5, life: 10 * minute };

/**
 * The challenge to solve, of the highest version that the partner has a key of. The browser asks for one below where
 * that led nowhere: a blocked script or a dead provider locks nobody out, and who pretends it pays our proof of work.
 */
export const captchaChallenge: Handlers["CaptchaChallenge"] = async (context, { query }) => {
  const { services, visitor, partner, supportCode } = context;
  const { settings, log, now } = services;
  const asked = captchaAsked(partner, query.version);
  const { version: usual } = captchaAsked(partner);
  if (asked.version < usual)
    log.info({ supportCode, version: asked.version, usual }, "a lower captcha is asked");
  if (asked.version > 1) {
    const { scripts = [] } = recaptchaSources(settings, partner) ?? {};
    return { ...asked, scripts, challenge: null };
  }
  return {
    ...asked,
    scripts: [],
    challenge: await newChallenge(settings.secretKeys, visitor.browserHash, now()),
  };
};

/** Checks a solution, spends it, and gives this browser its pass. */
export const verifyCaptcha: Handlers["VerifyCaptcha"] = async (context, { body: { version, token } }) => {
  const { services, visitor } = context;
  const { db } = services.store;
  const { browserHash } = visitor;
  const now = services.now();
  const solved =
    version === 1
      ? await solvedBy(services.settings.secretKeys, token, browserHash, now)
      : await solvedAtProvider(context, version, token);
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
  await assertSolved(context, await triesOf(context, askedFor(context, username)));
}

/**
 * The same, but true, and nothing asked, where one of the budgets is locked that the guess spends of: behind a lock a challenge
 * would be solved for nothing.
 */
export async function requireCaptchaUnlessLocked(
  context: CallContext,
  username: string,
  budgets: readonly Budget[],
): Promise<boolean> {
  const counted = await triesOf(context, askedFor(context, username));
  const spent = budgets.map(({ key }) => key);
  const now = context.services.now();
  const isLocked = counted.some(
    ({ budget, tries }) => tries !== undefined && tries.lockedUntil > now && spent.includes(budget.key),
  );
  if (!isLocked) await assertSolved(context, counted);
  return isLocked;
}

function askedFor(context: CallContext, username: string): Asked[] {
  return [
    { budget: nameBudget(username), from: captchaFrom.name },
    { budget: nameBudgetHere(context, username), from: captchaFrom.name },
    { budget: addressBudget(context.address), from: captchaFrom.address },
  ];
}

async function assertSolved(context: CallContext, counted: readonly Counted[]): Promise<void> {
  const { services, visitor } = context;
  const now = services.now();
  const until = askedUntil(counted, now);
  if (until === 0 || (await spendPass(services.store.db, visitor.browserHash, now))) return;
  throw captchaRequired(captchaAsked(context.partner), Math.ceil((until - now) / minute));
}

/** Says whether the next call will be asked for a challenge whatever the name, because of the caller's address. */
export async function isCaptchaDue(context: CallContext): Promise<boolean> {
  const { services, visitor, address } = context;
  const counted = await triesOf(context, [{ budget: addressBudget(address), from: captchaFrom.address }]);
  const now = services.now();
  return askedUntil(counted, now) > 0 && !(await hasPass(services.store.db, visitor.browserHash, now));
}

interface Asked {
  budget: Budget;
  /** Failures from which on a challenge is asked for. */
  from: number;
}

type Counted = Asked & { tries: Tries | undefined };

async function triesOf({ services }: CallContext, asked: readonly Asked[]): Promise<Counted[]> {
  const keys = asked.map(({ budget }) => budget.key);
  const tries = await readTries(services.store.db, keys, services.now());
  return asked.map((one, index) => ({ ...one, tries: tries[index] }));
}

/** Until when any of the budgets asks for a challenge; 0: none does. */
function askedUntil(counted: readonly Counted[], now: number): number {
  const ends = counted.map(({ budget, from, tries }) => captchaUntil(tries, budget.policy, from, now));
  return Math.max(...ends);
}
