import { day, hour, minute, second } from "../../shared/durations.ts";

/** From this many failures in a row on, each further one costs this wait in milliseconds. */
export interface LockoutStep {
  failures: number;
  wait: number;
}

export type LockoutSteps = readonly [LockoutStep, ...LockoutStep[]];

/** Waits that grow with failures in a row and end by themselves (security, TH-1, TH-5). */
export interface LockoutPolicy {
  /** By ascending failures; fewer than the first step's cost nothing. */
  steps: LockoutSteps;
  /** Milliseconds without a further try after which failures are forgotten; see `fixed`. */
  forgetAfter: number;
  /**
   * Failures are forgotten `forgetAfter` the first of them, or with the wait that the last one costs: for those who are
   * never quiet, such as a company behind one address, whose single failures would gather for days.
   */
  fixed?: true;
}

/** Five free failures of one user name, then 30 s doubling to 15 min, and a day after a hundred. */
export const accountLockout: LockoutPolicy = {
  steps: [...doublingSteps(5, 30 * second, 15 * minute), { failures: 100, wait: day }],
  forgetAfter: day,
};

/** The far higher budget of one address, behind which a whole company may sit. */
export const addressLockout: LockoutPolicy = {
  steps: doublingSteps(200, 30 * second, 15 * minute),
  forgetAfter: hour,
  fixed: true,
};

/**
 * Second factors of one account over all challenges: ten free failures, then the same growing waits (security, TH-4).
 * Lower than a million guesses of six digits could ever need.
 */
export const factorLockout: LockoutPolicy = {
  steps: [...doublingSteps(10, 30 * second, 15 * minute), { failures: 100, wait: day }],
  forgetAfter: day,
};

/** Five wrong codes end a challenge; it does not come back before its attempt is gone (security, TF-3). */
export const challengeLockout: LockoutPolicy = { steps: [{ failures: 5, wait: day }], forgetAfter: day };

/** Mails and text messages to one account or one target: five at once, then growing waits (security, TH-8). */
export const sendLockout: LockoutPolicy = {
  steps: doublingSteps(5, minute, hour),
  forgetAfter: hour,
};

/** The higher budget of one address, behind which a whole company may ask for its codes in the morning. */
export const addressSendLockout: LockoutPolicy = {
  steps: doublingSteps(200, minute, hour),
  forgetAfter: hour,
  fixed: true,
};

/** Errors, and what their policy kept out, that the pages behind one address may report: thirty a minute each. */
export const reportLockout: LockoutPolicy = {
  steps: [{ failures: 30, wait: minute }],
  forgetAfter: minute,
  fixed: true,
};

/** Requests of applications from one address that are kept for whoever comes back days later: two thousand an hour. */
export const keptRequestLockout: LockoutPolicy = {
  steps: [{ failures: 2000, wait: hour }],
  forgetAfter: hour,
  fixed: true,
};

/** One code, then the wait for another; nothing is remembered beyond it. */
export const resendLockout: LockoutPolicy = {
  steps: [{ failures: 1, wait: 30 * second }],
  forgetAfter: 0,
};

/** Milliseconds to wait after this many failures in a row. */
export function waitAfter(policy: LockoutPolicy, failures: number): number {
  return policy.steps.findLast((step) => failures >= step.failures)?.wait ?? 0;
}

function doublingSteps(failures: number, wait: number, longest: number): LockoutSteps {
  if (wait >= longest) return [{ failures, wait: longest }];
  return [{ failures, wait }, ...doublingSteps(failures + 1, wait * 2, longest)];
}
