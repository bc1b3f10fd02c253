import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { AnswerOf } from "../../../shared/contract.ts";
import type { ProblemCode } from "../../../shared/problem-codes.ts";
import type { CallFailure } from "../../api/call-failure.ts";
import type { RunUse } from "../run-use.ts";

/** The check did not work, whatever the reason. */
export const failed: ProblemCode[] = [{ code: "captcha.failed" }];

/** What the server asks a browser to solve. */
export type Asked = AnswerOf<"CaptchaChallenge">;

/** Fetches the challenge of a version, or of one below where the partner has none of it. */
export async function fetchChallenge(
  run: RunUse,
  version: number,
  signal: AbortSignal,
): Promise<Asked | { problems: ProblemCode[] }> {
  const asked = await run({ call: "CaptchaChallenge" }, {}, { form: { version }, signal });
  return "failure" in asked ? { problems: problemOf(asked.failure) } : (asked.data as unknown as Asked);
}

/** Has a solution verified: undefined when it was right, else what to say. */
export async function verify(
  run: RunUse,
  solution: { version: number; token: string },
  signal: AbortSignal,
): Promise<ProblemCode[] | undefined> {
  const verified = await run({ call: "VerifyCaptcha" }, {}, { form: solution, signal });
  if ("failure" in verified) return problemOf(verified.failure);
  const answer: unknown = verified.data;
  return answer === true ? undefined : failed;
}

/**
 * Fetches a challenge of our own, solves it and has the solution verified: undefined when it was right, else what to
 * say. The work is done by the browser's own cryptography beside the page, which answers to keys and taps meanwhile. A
 * worker would need an address of a script, which the policy of trusted types gives to nobody.
 */
export async function solveOwnChallenge(
  run: RunUse,
  controller: AbortController,
): Promise<ProblemCode[] | undefined> {
  const { signal } = controller;
  const asked = await fetchChallenge(run, 1, signal);
  if ("problems" in asked) return asked.problems;
  const challenge = asked.challenge as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  if (solution === null) return failed;
  const token = btoa(JSON.stringify({ challenge, solution }));
  return verify(run, { version: 1, token }, signal);
}

function problemOf(failure: CallFailure): ProblemCode[] {
  return failure.kind === "refused" ? Object.values(failure.problems).flat() : failed;
}
