import type { Journey } from "../../generated/calls.ts";
import { deviceName } from "../../shared/device-name.ts";
import { sessionAllowed } from "../../shared/journey.ts";
import { type CallContext, Leave } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { putInLine } from "../delivery/queue-message.ts";
import { endWholeSession, heirOf, replaceSession } from "../oidc/session-life.ts";
import { timedOut } from "../problem.ts";
import type { AccountEvent } from "../record-event.ts";
import {
  attemptPlace,
  authenticatedAt,
  type ProvenAttempt,
  type Standing,
  standingOf,
} from "../request/standing.ts";
import { type Attempt, deleteAttempt, unkeptAttempt, upsertAttempt } from "../store/attempts.ts";
import { dateRequestBack } from "../store/authorization-requests.ts";
import { touchMembership } from "../store/customers.ts";
import { chooseCustomer, createSession, type NewSession } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import { holdAccount, type User } from "../store/users.ts";
import { beginUnderSecret, forgetAttempts, forgetSecret } from "./attempt-secret.ts";
import { issueState } from "./issue-state.ts";
import { knowHere, newBrowserNotice } from "./known-browser.ts";
import { isRememberedHere } from "./second-factor/remembered-device.ts";
import { beginSecondFactor } from "./second-factor/second-factor.ts";
import { Settlement } from "./settlement.ts";
import { leadsToChange } from "./signed-in.ts";
import { completeLink } from "./vendor/complete-link.ts";

/** What somebody has just proven. */
export interface Proof {
  /** How (RFC 8176): `pwd`, `otp` for a one-time token, `hwk` for a secure credential, `fed` for a provider. */
  methods: string[];
  /** What the events of this way in call it, where its methods alone do not tell: a link, which proves what a one-time token does. */
  method?: "link";
  /** The provider that vouched. */
  vendorId?: string;
  /** When it was proven there, milliseconds since 1970, 0 where it did not tell; left out: just now, here. */
  authenticatedAt?: number;
  /** What its own sign-out needs, sealed; null: it has none. */
  vendorToken?: string | null;
  /** An identity at that provider, sealed: linked to the account as soon as its session may exist. */
  link?: string;
  /** It was more than one factor already, as a secure credential with user verification is. */
  strong?: boolean;
}

/**
 * Begins the attempt of this browser and return address anew with the first proof of who somebody is, and goes on in the
 * journey. Where more is owed before a session may exist, the attempt is kept, under a secret of its own. Every way in ends
 * here, so that none of them can leave out a stage. `settlement` is what the guess has left to write.
 */
export async function prove(
  context: CallContext,
  user: User,
  proof: Proof,
  settlement?: Settlement,
): Promise<Journey | Leave> {
  const { services, visitor, target } = context;
  const now = services.now();
  const { methods, method, vendorId, vendorToken, link, strong = false } = proof;
  // What one signs in with is not changed, nor added to, by less than the account asks for.
  const mayBeRemembered = !strong && link === undefined && !leadsToChange(context);
  const remembered = mayBeRemembered && (await isRememberedHere(context, user));
  const state = {
    userId: user.id,
    passwordAt: now,
    secondFactorAt: strong || remembered ? now : null,
    data: {
      methods,
      method,
      accountVersion: user.version,
      vendorId,
      authenticatedAt: proof.authenticatedAt,
      vendorToken: vendorToken ?? undefined,
      link,
      secondMethods: strong ? ["mfa"] : undefined,
      secondStepSkipped: remembered || undefined,
    },
  };
  const place = attemptPlace(visitor, target);
  const unkept = unkeptAttempt({ ...place, ...state }, now);
  const standing = await standingOf(services, visitor, target, unkept);
  if (standing === null) throw timedOut("the account is disabled");
  if (sessionAllowed(standing.stage)) return goOn(context, standing, settlement);
  await settlement?.settle();
  const begun = { ...(await beginUnderSecret(context, user)), ...state };
  const kept = await upsertAttempt(services.store.db, begun, now);
  return goOn(context, { ...standing, unwritten: { ...kept, userId: user.id, passwordAt: now } });
}

/**
 * Goes on in the journey after a stage has ended; every call that ends one answers with it. Writes the session as
 * soon as one may exist (decisions 8), keeps the customer, and either names what is owed next or leaves for the
 * address that the person came from. Throws where nobody proved who they are. `proven` is what the call has just
 * proven: a twin of the call that is a little ahead may have taken it out of the store already.
 */
export async function advance(context: CallContext, proven?: Attempt): Promise<Journey | Leave> {
  const { services, visitor, target } = context;
  const standing = await standingOf(services, visitor, target, proven);
  if (standing === null) throw timedOut("nothing is proven in this attempt");
  return goOn(context, standing);
}

/** Does what the stage asks for that a sign-in has come to. */
async function goOn(
  context: CallContext,
  standing: Standing,
  settlement?: Settlement,
): Promise<Journey | Leave> {
  const { services, target } = context;
  const { stage, unwritten, user } = standing;
  if (stage === "twoFactorRequired" && unwritten !== undefined)
    await beginSecondFactor(context, user, unwritten);
  if (!sessionAllowed(stage)) return { outcome: stage };
  const state =
    unwritten === undefined ? undefined : await writeSession(context, standing, unwritten, settlement);
  if (unwritten === undefined) await keepCustomer(context, standing);
  if (stage !== "done") return { outcome: stage, state };
  if (standing.customerId !== null)
    await touchMembership(services.store.db, standing.user.id, standing.customerId, services.now());
  return new Leave(target.returnUrl, state);
}

/**
 * Ends the session of this browser and what it gave to applications; what was half proven here is forgotten. `reason` is for
 * the audit.
 */
export async function leaveSession(context: CallContext, reason = "signedOut"): Promise<void> {
  const { visitor, cookies } = context;
  await forgetAttempts(context);
  cookies.clear(cookieNames.session);
  if (visitor.session !== null) await endWholeSession(context, visitor.session, "signOut", reason);
}

/** A new identifier for each proof, the session before it dead (security, SE-2); gives the ticket for Exchange. */
async function writeSession(
  context: CallContext,
  standing: Standing,
  proof: ProvenAttempt,
  settlement = new Settlement(context, async () => undefined),
): Promise<string> {
  const { services, visitor, cookies } = context;
  const written = await services.store.db.transaction().execute(async (transaction) => {
    // A change ends all sessions that rest on what was before it, also one that is only being made.
    const isHeld = (await holdAccount(transaction, standing.user.id)) === proof.data.accountVersion;
    await deleteAttempt(transaction, proof);
    const begun = isHeld ? await beginSession(context, transaction, standing, proof) : undefined;
    await settlement.write(transaction, begun?.events);
    return begun;
  });
  settlement.tell(written?.events);
  if (written === undefined) throw timedOut("the account has just been changed");
  written.tellNotice?.();
  const sent = cookies.get(cookieNames.session);
  const before = visitor.session ?? (await heirOf(services, sent, written.session.userId));
  if (before !== undefined) await replaceSession(context, before, written.session);
  forgetSecret(context);
  cookies.set(cookieNames.session, written.id);
  knowHere(context, standing.user);
  return written.state;
}

/** Writes a session, with the link that waits for it and its ticket; gives what is to be written down and told of it, too. */
async function beginSession(
  context: CallContext,
  transaction: Db,
  { user, customerId, deviceOffer }: Standing,
  proof: ProvenAttempt,
) {
  const { services, visitor, target, userAgent } = context;
  const { link, vendorId = null, vendorToken = null, methods, secondMethods, method } = proof.data;
  const { secondStepSkipped = false } = proof.data;
  const amr = [...new Set([...(methods ?? ["pwd"]), ...(secondMethods ?? [])])];
  // Not before everything is proven that the account asks for: a stolen password alone must leave no way in behind.
  const linked = await completeLink(context, transaction, user, link);
  const session: NewSession = {
    userId: user.id,
    browserHash: visitor.browserHash,
    customerId,
    authenticatedAt: authenticatedAt(proof),
    amr,
    ...(linked.isVouched && { vendorId, vendorToken }),
    deviceOffer,
    secondStepSkipped,
  };
  // The mail about the link tells of this browser too.
  const notice = linked.notice ?? (await newBrowserNotice(context, transaction, user));
  const begun = await createSession(transaction, session, services.settings.session, services.now());
  const { request } = target;
  // It began before, by a clock that was ahead. What is proven for it would never count, and be asked for again and again.
  if (request !== null && request.firstSeenAt > proof.passwordAt)
    await dateRequestBack(transaction, request, session.authenticatedAt);
  const event: AccountEvent = {
    event: "signIn.completed",
    userId: user.id,
    detail: {
      methods: amr,
      method,
      vendorId: linked.isVouched ? vendorId : null,
      clientId: target.client?.id ?? null,
      ...deviceName(userAgent),
    },
  };
  return {
    ...begun,
    state: await issueState(context, transaction),
    events: [...linked.events, event],
    tellNotice: notice && (await putInLine(notice, transaction)),
  };
}

async function keepCustomer({ services, visitor }: CallContext, { customerId }: Standing): Promise<void> {
  const { session } = visitor;
  if (session !== null && customerId !== null && customerId !== session.customerId)
    await chooseCustomer(services.store.db, session.idHash, customerId);
}
