import type { Attestation, Journey } from "../../../generated/calls.ts";
import type { CallContext, Handlers, Leave } from "../../call.ts";
import { challengeLife } from "../../domain/challenge-life.ts";
import { isOfferOpen, offerPause } from "../../domain/device-offer.ts";
import { fieldProblem, Problem } from "../../problem.ts";
import { changeAndRecord, type Happened, recordEvent } from "../../record-event.ts";
import {
  addCredential,
  type Credential,
  credentialsOf,
  findCredential,
  type NewCredential,
} from "../../store/credentials.ts";
import { endDeviceOffer } from "../../store/sessions.ts";
import type { Db } from "../../store/tables.ts";
import { ensureWebauthnHandle, setDeviceOfferAt, type User } from "../../store/users.ts";
import { type Refusal, readCeremonyData, refusalOf, verifiedOrNull } from "../../webauthn/ceremony-data.ts";
import { relyingPartyOf } from "../../webauthn/relying-party.ts";
import { isSecureSignInOffered } from "../../webauthn/secure-sign-in-offer.ts";
import { algorithms, verifyAttestation } from "../../webauthn/verify-attestation.ts";
import { changeAndEndOthers } from "../account-change.ts";
import { beyond } from "../beyond.ts";
import { advance } from "../journey.ts";
import { noticeTo } from "../messages/notice-to.ts";
import { freshlySignedIn, isFresh, signedIn } from "../signed-in.ts";
import { issueChallenge, redeemChallenge } from "./challenge.ts";

/** For whom a registration was begun, and how the device is to be called where it is the browser's own. */
interface Registration {
  userId: string;
  name?: string;
}

/** Begins the registration of a device. Needs a fresh sign-in (security, SE-8). */
export const credentialOptions: Handlers["CredentialOptions"] = async (context, { query }) => {
  const { services, partner } = context;
  const { user } = allowed(context);
  const { db } = services.store;
  const [userId, known] = await Promise.all([ensureWebauthnHandle(db, user.id), credentialsOf(db, user.id)]);
  const registration: Registration = { userId: user.id, name: query.displayName };
  return {
    challenge: await issueChallenge(context, "attestation", registration),
    userId,
    userName: user.username.slice(0, 200),
    displayName: user.displayName.slice(0, 200),
    relyingPartyId: relyingPartyOf(services).id,
    relyingPartyName: partner.partnerName,
    excludedCredentials: known.map(({ id, transports }) => ({ id, type: "public-key", transports })),
    authenticatorAttachment: null,
    residentKey: "required",
    userVerification: "required",
    timeout: challengeLife,
    algorithms,
  };
};

/**
 * Keeps a new device, and ends one's sessions elsewhere (security, SE-6). Offered in a sign-in it ends that stage, else it is
 * added to the list.
 */
export const registerCredential: Handlers["RegisterCredential"] = async (context, { body }) => {
  const { services } = context;
  const { user, session } = allowed(context);
  const made = await verified(context, user, body);
  if ("reason" in made) throw await refusedDevice(context, user, body.id, made.reason);
  const add = async (db: Db) => (await addCredential(db, made, services.now())) || undefined;
  const detail = { backedUp: made.backedUp };
  const happened = (): Happened => ({
    events: [{ event: "credential.added", userId: user.id, detail }],
    notice: noticeTo(context, user, { template: "deviceAdded", params: { device: made.name } }),
  });
  if (!(await changeAndEndOthers(context, user.id, add, happened)))
    throw await refusedDevice(context, user, made.id, "unknownCredential");
  if (!isOfferOpen(session, services.now())) return { outcome: "registered" };
  await endDeviceOffer(services.store.db, session.idHash);
  return goOnWithoutOffer(context);
};

/** Declines the offer of a device for a while and goes on. */
export const skipFido: Handlers["SkipFido"] = declineDevice;

/** What SkipFido, and Next with `skip` where a device is offered, do. */
export async function declineDevice(context: CallContext): Promise<Journey | Leave> {
  const { services } = context;
  const { user, session } = signedIn(context);
  const decline = async (transaction: Db) => {
    // The account before its session, as every other change.
    await setDeviceOfferAt(transaction, user.id, services.now() + offerPause);
    return endDeviceOffer(transaction, session.idHash);
  };
  if (session.deviceOffer)
    await changeAndRecord(context, decline, () => ({
      events: [{ event: "credential.declined", userId: user.id }],
    }));
  return goOnWithoutOffer(context);
}

async function goOnWithoutOffer(context: CallContext): Promise<Journey | Leave> {
  const { session } = signedIn(context);
  const visitor = context.visitor.withSession({ ...session, deviceOffer: false });
  return beyond(context, "registerDevice", await advance({ ...context, visitor }));
}

function allowed(context: CallContext) {
  if (!isSecureSignInOffered(context)) throw new Problem(403, "there is no secure sign-in here");
  return mayAddDevice(context) ? signedIn(context) : freshlySignedIn(context);
}

/**
 * Says whether the sign-in is new enough to add a device: whoever is being offered one has come straight from it, however long its
 * stages took. Nothing else may be done on that ground.
 */
export function mayAddDevice(context: CallContext): boolean {
  return isFresh(context) || isOfferOpen(context.visitor.session, context.services.now());
}

/**
 * What a device is called that came to the browser's own: that one's name would stand in the list twice, and nobody would know which
 * to remove when a key or a telephone is lost. Undefined: it is the browser's own, or nobody says.
 */
function nameOfGuest(
  { t }: CallContext,
  { authenticatorAttachment, response }: Attestation,
): string | undefined {
  if (authenticatorAttachment !== "cross-platform") return undefined;
  // A telephone is reached over a code that it scans (WebAuthn, AuthenticatorTransport).
  const isPhone = response.transports?.includes("hybrid") === true;
  return t(isPhone ? "panels.devices.somePhone" : "panels.devices.someKey");
}

/** The name that was asked for, else a plain one; a number behind it where one's devices have it already. */
function nameOf({ t }: CallContext, wanted: string | undefined, known: readonly Credential[]): string {
  const plain = wanted?.trim() || t("panels.devices.someDevice");
  const taken = new Set(known.map(({ name }) => name));
  let name = plain;
  for (let number = 2; taken.has(name); number++) name = `${plain} ${number}`;
  return name;
}

async function verified(
  context: CallContext,
  user: User,
  attestation: Attestation,
): Promise<NewCredential | { reason: Refusal }> {
  const { services } = context;
  const relyingParty = relyingPartyOf(services);
  const data = readCeremonyData(attestation.response.clientDataJson);
  if (data === null) return { reason: "malformed" };
  const wrong = refusalOf(data, { type: "webauthn.create", origins: relyingParty.origins });
  if (wrong !== null) return { reason: wrong };
  const registration = await redeemChallenge<Registration>(context, "attestation", data.challenge);
  if (registration?.userId !== user.id) return { reason: "challenge" };
  const made = await verifiedOrNull(
    context,
    verifyAttestation(attestation, data.challenge, relyingParty),
    "registration of a device refused",
  );
  if (made === null) return { reason: "notVerified" };
  const known = await credentialsOf(services.store.db, user.id);
  const name = nameOf(context, nameOfGuest(context, attestation) ?? registration.name, known);
  return { ...made, userId: user.id, name };
}

/** One's own device is told to be known; another person's is told nothing of (security, WA-3). */
async function refusedDevice(
  context: CallContext,
  user: User,
  id: string,
  reason: Refusal,
): Promise<Problem> {
  const there = await findCredential(context.services.store.db, id);
  if (there?.userId === user.id) return fieldProblem("", { code: "problems.deviceKnown" });
  await recordEvent(context, { event: "credential.refused", userId: user.id, detail: { reason } });
  return fieldProblem("", { code: "problems.registrationFailed" });
}
