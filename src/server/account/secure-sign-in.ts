import type { Journey } from "../../generated/calls.ts";
import type { CallContext, Handlers, Leave } from "../call.ts";
import { fieldProblem, Problem } from "../problem.ts";
import { signInRequirement } from "../sign-in-requirement.ts";
import { standingOf } from "../standing.ts";
import { type Attempt, updateAttempt } from "../store/attempts.ts";
import { relyingPartyOf } from "../webauthn/relying-party.ts";
import { userByAssertion } from "./assertion.ts";
import { challengeLife, issueChallenge } from "./challenge.ts";
import { advance, prove } from "./journey.ts";
import { recordEvent } from "./record-event.ts";

/**
 * Begins a secure sign-in. The list of allowed credentials is empty for everybody and every name: our credentials are
 * all found by the device itself (registration requires it), so the list would serve nobody and tell strangers which
 * accounts have one (security, EN-4).
 */
export const assertionOptions: Handlers["AssertionOptions"] = async (context) => {
  const { services } = context;
  return {
    challenge: await issueChallenge(context, "assertion", null),
    relyingPartyId: relyingPartyOf(services.settings, services.config()).id,
    allowedCredentials: [],
    userVerification: "required",
    timeout: challengeLife,
  };
};

/**
 * Signs in with a secure credential. Where the same person has begun to sign in here and owes the second step, it is
 * that step; else it is a sign-in by itself, and more than one factor.
 */
export const secureLogin: Handlers["SecureLogin"] = async (context, { body }) => {
  const { services, target, partner } = context;
  if (!partner.signIn.secureCredential) throw new Problem(403, "this partner has no secure sign-in");
  const owing = await secondStepOwed(context);
  const wantsProvider = signInRequirement(services, target).requires === "vendor";
  if (wantsProvider && owing === null) throw wrongWay();
  const user = await userByAssertion(context, body);
  if (owing !== null && owing.userId === user.id) return proveSecondStep(context, owing);
  if (wantsProvider) throw wrongWay();
  return prove(context, user, { methods: ["hwk"], strong: true });
};

async function secondStepOwed({ services, visitor, target }: CallContext): Promise<Attempt | null> {
  const standing = await standingOf(services, visitor, target);
  return standing?.stage === "twoFactorRequired" ? (standing.unwritten ?? null) : null;
}

async function proveSecondStep(context: CallContext, attempt: Attempt): Promise<Journey | Leave> {
  const { services } = context;
  const now = services.now();
  const changes = { secondFactorAt: now, data: { ...attempt.data, secondMethods: ["hwk", "mfa"] } };
  const proven = await updateAttempt(services.store.db, attempt, changes, now);
  // Something else changed the attempt meanwhile; the challenge is spent, so the device has to be asked again.
  if (proven === undefined) throw fieldProblem("", { code: "problems.secureSignInFailed" });
  const detail = { method: "secure" };
  await recordEvent(context, {
    event: "signIn.secondFactorProven",
    detail,
    ...(attempt.userId === null ? {} : { userId: attempt.userId }),
  });
  return advance(context, proven);
}

function wrongWay(): Problem {
  return new Problem(403, "this request wants a provider, not a secure credential");
}
