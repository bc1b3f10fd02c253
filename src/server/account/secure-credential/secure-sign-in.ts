import type { Journey } from "../../../generated/calls.ts";
import type { CallContext, Handlers, Leave } from "../../call.ts";
import { challengeLife } from "../../domain/challenge-life.ts";
import { Problem } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import { signInRequirement } from "../../request/sign-in-requirement.ts";
import { relyingPartyOf } from "../../webauthn/relying-party.ts";
import { isSecureSignInOffered } from "../../webauthn/secure-sign-in-offer.ts";
import { advance, prove } from "../journey.ts";
import { type SecondStep, secondStepOf } from "../second-factor/second-factor.ts";
import { keepProof } from "../second-factor/second-factor-guess.ts";
import { userByAssertion } from "./assertion.ts";
import { issueChallenge } from "./challenge.ts";

/**
 * Begins a secure sign-in. The list of allowed credentials is empty for everybody and every name: our credentials are
 * all found by the device itself (registration requires it), so the list would serve nobody and tell strangers which
 * accounts have one (security, EN-4).
 */
export const assertionOptions: Handlers["AssertionOptions"] = async (context) => {
  const { services } = context;
  return {
    challenge: await issueChallenge(context, "assertion", null),
    relyingPartyId: relyingPartyOf(services).id,
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
  const { services, target } = context;
  if (!isSecureSignInOffered(context)) throw new Problem(403, "there is no secure sign-in here");
  const owing = await secondStepOf(context);
  const wantsProvider = signInRequirement(services, target).requires === "vendor";
  if (wantsProvider && owing === null) throw wrongWay();
  const user = await userByAssertion(context, body);
  if (owing !== null && owing.user.id === user.id) return proveSecondStep(context, owing);
  if (wantsProvider) throw wrongWay();
  return prove(context, user, { methods: ["hwk"], strong: true });
};

async function proveSecondStep(context: CallContext, step: SecondStep): Promise<Journey | Leave> {
  const proven = await keepProof(context, step, { secondMethods: ["hwk", "mfa"] });
  const detail = { method: "secure" };
  await recordEvent(context, { event: "signIn.secondFactorProven", userId: step.user.id, detail });
  return advance(context, proven);
}

function wrongWay(): Problem {
  return new Problem(403, "this request wants a provider, not a secure credential");
}
