import type { Assertion } from "../../../generated/calls.ts";
import type { CallContext } from "../../call.ts";
import { fieldProblem, Problem, tooMany } from "../../problem.ts";
import { recordEvent } from "../../record-event.ts";
import { type Credential, findCredential, recordUse } from "../../store/credentials.ts";
import { findUser, type User } from "../../store/users.ts";
import { type Refusal, readCeremonyData, refusalOf, verifiedOrNull } from "../../webauthn/ceremony-data.ts";
import { relyingPartyOf } from "../../webauthn/relying-party.ts";
import { type VerifiedAssertion, verifyAssertion } from "../../webauthn/verify-assertion.ts";
import { guess } from "../guess.ts";
import { redeemChallenge } from "./challenge.ts";
import { unknownCredential } from "./unknown-credential.ts";

/**
 * The user whose device signed. A signature cannot be guessed, so no account is ever locked by wrong ones, and a
 * locked password stops nobody here (security, TH-5); the caller's address answers for what it tries. Throws
 * `Problem`: 429 where the tries are spent, else one text whatever is wrong. Only of a credential that nobody has here it says so,
 * which tells nothing of anybody and ends that a browser offers for ever what never works.
 */
export async function userByAssertion(context: CallContext, assertion: Assertion): Promise<User> {
  let refusal: Refused | undefined;
  const guessed = await guess(context, [], async () => {
    const outcome = await provenUser(context, assertion);
    if (!("reason" in outcome)) return outcome;
    refusal = outcome;
    return null;
  });
  if (guessed.kind === "spent") throw tooMany(guessed.retryAfterSeconds);
  if (guessed.kind === "wrong") {
    const { reason, userId } = refusal ?? { reason: "malformed" };
    const detail = { method: "credential", reason };
    await recordEvent(context, { event: "signIn.failed", userId, detail });
    if (reason === "unknownCredential") throw unknownDevice(context, assertion.id);
    throw fieldProblem("", { code: "problems.secureSignInFailed" });
  }
  await recordEvent(context, { event: "signIn.credentialProven", userId: guessed.result.id });
  return guessed.result;
}

function unknownDevice(context: CallContext, id: string): Problem {
  return new Problem(400, "no such credential", {
    codes: { "": [{ code: "problems.deviceUnknown" }] },
    unknownCredential: unknownCredential(context, id),
  });
}

interface Refused {
  reason: Refusal;
  userId?: string;
}

async function provenUser(context: CallContext, assertion: Assertion): Promise<User | Refused> {
  const { services } = context;
  const { db } = services.store;
  const relyingParty = relyingPartyOf(services);
  const data = readCeremonyData(assertion.response.clientDataJson);
  if (data === null) return { reason: "malformed" };
  const wrong = refusalOf(data, { type: "webauthn.get", origins: relyingParty.origins });
  if (wrong !== null) return { reason: wrong };
  if ((await redeemChallenge(context, "assertion", data.challenge)) === undefined)
    return { reason: "challenge" };
  const credential = await findCredential(db, assertion.id);
  const user = credential && (await findUser(db, credential.userId));
  if (credential === undefined || user === undefined) return { reason: "unknownCredential" };
  const refuse = (reason: Refusal): Refused => ({ reason, userId: user.id });
  // Credentials are found by the device itself, so it has to say whose they are (WebAuthn, 7.2 step 6).
  if (user.webauthnHandle === null || assertion.response.userHandle !== user.webauthnHandle)
    return refuse("wrongHandle");
  const verified = await verifiedOrNull(
    context,
    verifyAssertion(assertion, credential, data.challenge, relyingParty),
    "secure credential refused",
  );
  if (verified === null) return refuse("notVerified");
  if (verified.backupEligible !== credential.backupEligible) return refuse("backupChanged");
  if (user.disabled) return refuse("disabled");
  if (await recordUse(db, credential.id, verified, services.now())) return user;
  // As it is now: another use may have come before this one, or its removal, which says nothing about a copy.
  const now = await findCredential(db, credential.id);
  if (now === undefined) return refuse("unknownCredential");
  await warnOfCounter(context, user, now, verified);
  return refuse("counterBack");
}

/** Somebody may have copied the device (security, WA-4). */
async function warnOfCounter(
  context: CallContext,
  { id: userId }: User,
  { counter: known }: Credential,
  { counter: given }: VerifiedAssertion,
): Promise<void> {
  const { services, supportCode } = context;
  services.log.warn({ userId, supportCode, known, given }, "the counter of a secure credential went back");
  await recordEvent(context, { event: "credential.counterBack", userId, detail: { known, given } });
}
