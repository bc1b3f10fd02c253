import { type Challenge, solveChallenge } from "altcha-lib";
import { deriveKey } from "altcha-lib/algorithms/web/pbkdf2";
import type { ProblemCode } from "../../shared/problem.ts";
import type { RunUse } from "./run-use.ts";

const failed: ProblemCode[] = [{ code: "captcha.failed" }];

/**
 * Fetches a challenge, solves it and has the solution verified: undefined when it was right, else what to say. The
 * work is done by the browser's own cryptography beside the page, which answers to keys and taps meanwhile. A worker
 * would need an address of a script, which the policy of trusted types gives to nobody.
 */
export async function solveOwnChallenge(
  run: RunUse,
  controller: AbortController,
): Promise<ProblemCode[] | undefined> {
  const { signal } = controller;
  const asked = await run({ call: "CaptchaChallenge" }, {}, { signal });
  if ("failure" in asked) return problemOf(asked);
  const challenge = asked.data.challenge as Challenge;
  const solution = await solveChallenge({ challenge, deriveKey, controller });
  if (solution === null) return failed;
  const token = btoa(JSON.stringify({ challenge, solution }));
  const verified = await run({ call: "VerifyCaptcha" }, {}, { form: { version: 1, token }, signal });
  if ("failure" in verified) return problemOf(verified);
  const answer: unknown = verified.data;
  return answer === true ? undefined : failed;
}

function problemOf({ failure }: Extract<Awaited<ReturnType<RunUse>>, { failure: unknown }>): ProblemCode[] {
  return failure.kind === "refused" ? Object.values(failure.problems).flat() : failed;
}
