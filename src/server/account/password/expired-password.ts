import type { Journey } from "../../../generated/calls.ts";
import type { CallContext, Handlers, Leave } from "../../call.ts";
import { isPasswordExpired } from "../../domain/password-expiry.ts";
import { fieldProblem, Problem } from "../../problem.ts";
import { signInRequirement } from "../../request/sign-in-requirement.ts";
import { type ProvenAttempt, standingOf } from "../../request/standing.ts";
import type { Attempt } from "../../store/attempts.ts";
import { setPassword, type User } from "../../store/users.ts";
import { changeProvenAttempt } from "../change-attempt.ts";
import { advance, type Proof, prove } from "../journey.ts";
import { leadOn } from "../lead-on.ts";
import { userByPassword } from "../password-guess.ts";
import { assertChangedPassword, justChanged, replacePassword, wrongPassword } from "./new-password.ts";

const passwordProof: Proof = { methods: ["pwd"] };

/** Whose password has expired in this sign-in; where none has, the way to what is owed. */
export const changeExpiredPasswordView: Handlers["ChangeExpiredPasswordView"] = async (context) => {
  const { services, visitor, target, partner } = context;
  const standing = await standingOf(services, visitor, target);
  if (standing?.stage !== "passwordExpired") return leadOn(context, standing ?? undefined);
  return {
    username: standing.user.username,
    rules: partner.passwordRules,
    cancelAllowed: target.request !== null,
  };
};

/**
 * Replaces an expired password and goes on in the journey: no session and no token before (security, PW-7). One that
 * has not expired stays, because changing it would leave out the second step.
 */
export const changeExpiredPassword: Handlers["ChangeExpiredPassword"] = async (context, { body }) => {
  assertChangedPassword(context, body);
  const changedBefore = await justChanged(context, { username: body.username, password: body.newPassword });
  if (changedBefore !== null) return goOn(context, changedBefore, await attemptOf(context, changedBefore));
  const user = await userByPassword(context, { username: body.username, password: body.currentPassword });
  if (user === null) throw wrongPassword();
  const attempt = await attemptOf(context, user);
  const { services, partner } = context;
  const now = services.now();
  if (!isPasswordExpired(user, partner.passwordMaxAgeDays, now))
    throw fieldProblem("", { code: "problems.passwordNotExpired" });
  const replacement = {
    newPassword: body.newPassword,
    event: "password.changed",
    keptAttempt: attempt?.id,
  } as const;
  const accountVersion = await replacePassword(context, user, replacement, (transaction, phc) =>
    setPassword(transaction, user.id, phc, now, user.passwordPhc ?? ""),
  );
  if (accountVersion === undefined) {
    // A twin of this press was a little ahead, and has used up the attempt.
    const changedByTwin = await justChanged(context, { username: body.username, password: body.newPassword });
    if (changedByTwin === null) throw wrongPassword();
    const { version } = changedByTwin;
    return goOn(context, changedByTwin, attempt && { ...attempt, ...withVersion(attempt, version) });
  }
  if (attempt === undefined) return prove(context, { ...user, version: accountVersion }, passwordProof);
  const changed = await changeProvenAttempt(context, attempt, (newest) =>
    withVersion(newest, accountVersion),
  );
  return advance(context, changed);
};

/** Goes on in what was proven before, else by the password that was changed. */
function goOn(
  context: CallContext,
  user: User,
  attempt: ProvenAttempt | undefined,
): Promise<Journey | Leave> {
  return attempt === undefined ? prove(context, user, passwordProof) : advance(context, attempt);
}

function withVersion({ data }: Attempt, accountVersion: number): Pick<Attempt, "data"> {
  return { data: { ...data, accountVersion } };
}

/**
 * The sign-in in which this person has proven something already, by which way in so ever: it goes on. Throws where none has
 * and the request wants another way in than a password.
 */
async function attemptOf(
  { services, visitor, target }: CallContext,
  { id }: User,
): Promise<ProvenAttempt | undefined> {
  const standing = await standingOf(services, visitor, target);
  const attempt = standing?.user.id === id ? standing.unwritten : undefined;
  if (attempt === undefined && signInRequirement(services, target).requires === "vendor")
    throw new Problem(403, "this request wants a provider, not the local form");
  return attempt;
}
