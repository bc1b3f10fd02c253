import type { Partner } from "../../config/resolve/partners.ts";
import { type JourneyStage, nextStage } from "../../shared/journey.ts";
import { isVendor } from "../../shared/roles.ts";
import type { ReturnTarget } from "../call.ts";
import { isOfferOpen } from "../domain/device-offer.ts";
import { freshFor, isSince } from "../domain/freshness.ts";
import { isPasswordExpired } from "../domain/password-expiry.ts";
import type { Services } from "../services.ts";
import { type Attempt, type AttemptPlace, findAttempt } from "../store/attempts.ts";
import { hasCredential } from "../store/credentials.ts";
import { type CustomerViewer, seenCustomers } from "../store/customers.ts";
import { findJourneyFacts } from "../store/journey-facts.ts";
import type { Session } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import { findUser, type User } from "../store/users.ts";
import { isSecureSignInOffered } from "../webauthn/secure-sign-in-offer.ts";
import { requestHints } from "./authorization-request.ts";
import { partnerOf } from "./partner-of.ts";
import type { Visitor } from "./visitor.ts";

/** How far the sign-in of a browser for one return address has come. */
export interface Standing {
  /** Who proved to be there. */
  user: User;
  /** What is owed next. */
  stage: JourneyStage | "done";
  /** The customer to work for; null: none chosen yet, or none to choose from. */
  customerId: string | null;
  /** There is more than one customer to choose from. */
  hasCustomerChoice: boolean;
  /** A device credential is to be offered in this sign-in. */
  deviceOffer: boolean;
  /** The proof that no session stands for yet; undefined: the living session is the proof. */
  unwritten: ProvenAttempt | undefined;
}

/** An attempt in which somebody proved who they are. */
export type ProvenAttempt = Attempt & { userId: string; passwordAt: number };

/**
 * When the person proved who they are, milliseconds since 1970: at a provider that vouched perhaps long before the
 * attempt; 0: it did not tell.
 */
export function authenticatedAt({ passwordAt, data }: ProvenAttempt): number {
  return data.authenticatedAt ?? passwordAt;
}

/**
 * What identifies an attempt beside its browser: the application's request, else the return address; of a request that ends too,
 * so that nobody's sign-in is lost with it half-way, who would else be led on as who was signed in before.
 */
export function returnKeyOf({ request, returnUrl }: ReturnTarget): string {
  return request === null || request.isEnding ? `path:${returnUrl}` : `request:${request.chainId}`;
}

/** Where the attempt of this browser and return address is found. */
export function attemptPlace(visitor: Visitor, target: ReturnTarget): AttemptPlace {
  const returnKey = returnKeyOf(target);
  return { browserHash: visitor.attemptHash(returnKey), returnKey };
}

/**
 * Looks up what was proven for this return address, in its attempt or by the session, and what is still owed; null:
 * nobody proved anything. Changes nothing. `known` is the attempt where the caller has it at hand. An application may be answered when the stage is `done` and nothing is
 * unwritten (decisions 8).
 */
export async function standingOf(
  services: Services,
  visitor: Visitor,
  target: ReturnTarget,
  known?: Attempt,
): Promise<Standing | null> {
  const now = services.now();
  const attempt = known ?? (await heldAttempt(services, visitor, target));
  const proven = isProven(attempt) ? attempt : undefined;
  const { session } = visitor;
  const unwritten = proven !== undefined && !standsFor(session, proven, now) ? proven : undefined;
  const user = await subjectOf(services, visitor, unwritten);
  if (user === null && unwritten !== undefined && known === undefined) {
    // Who changes the account takes the attempt along, perhaps between the two looks.
    const taken = await heldAttempt(services, visitor, target);
    const isAnother = taken !== undefined && taken.data.accountVersion !== unwritten.data.accountVersion;
    return isAnother ? standingOf(services, visitor, target, taken) : null;
  }
  if (user === null) return null;
  const partner = partnerOf(services.config(), target.client?.partnerId, visitor.host);
  const candidates = [
    requestHints(target.request).customerId,
    unwritten === undefined ? session?.customerId : null,
  ];
  const [chosen, facts, deviceOffer] = await Promise.all([
    customerOf(services, user, candidates),
    findJourneyFacts(services.store.db, viewerOf(user)),
    unwritten === undefined
      ? isOfferOpen(session, now)
      : wasFresh(unwritten) && isDeviceOffered(services, visitor, partner, user),
  ]);
  const customerId = chosen ?? facts.onlyCustomerId;
  const required = user.secondFactorRequired || facts.worksForStrictCustomer;
  const amr = unwritten === undefined ? (session?.amr ?? []) : (unwritten.data.methods ?? []);
  const stage = nextStage(
    {
      passwordExpired: isPasswordExpired(user, partner.passwordMaxAgeDays, now),
      hasSecondFactor: facts.hasSecondFactor,
      // A secure credential that knows its user is more than one factor by itself.
      secondFactorRequired: required && !amr.includes("hwk"),
      customers: facts.customers,
      deviceOffer,
    },
    {
      secondFactorProven: unwritten === undefined || unwritten.secondFactorAt !== null,
      customerChosen: customerId !== null,
    },
  );
  return { user, stage, customerId, hasCustomerChoice: facts.customers > 1, deviceOffer, unwritten };
}

/** The attempt, where something may be proven in it: whatever is proven stands under a secret of its own (`attempt-secret.ts`). */
async function heldAttempt(
  services: Services,
  visitor: Visitor,
  target: ReturnTarget,
): Promise<Attempt | undefined> {
  if (!visitor.holdsProof(returnKeyOf(target))) return undefined;
  return findAttempt(services.store.db, attemptPlace(visitor, target), services.now());
}

/** Says whether an administrator requires a second factor: of this person, or of everybody at one of their customers. */
export async function isSecondFactorRequired(db: Db, user: User): Promise<boolean> {
  if (user.secondFactorRequired) return true;
  return (await findJourneyFacts(db, viewerOf(user))).worksForStrictCustomer;
}

/** A device is offered to whom it is due, and at partners who offer it to everybody, while there is none (design, journey). */
async function isDeviceOffered(
  services: Services,
  visitor: Visitor,
  partner: Partner,
  user: User,
): Promise<boolean> {
  if (!isSecureSignInOffered({ services, partner, visitor })) return false;
  const dueAt = user.deviceOfferAt ?? (partner.signIn.offerDevices ? 0 : Number.POSITIVE_INFINITY);
  return dueAt <= services.now() && !(await hasCredential(services.store.db, user.id));
}

/** Whose customers a person sees. */
export function viewerOf(user: User): CustomerViewer {
  return { userId: user.id, allCustomers: isVendor(user.roles) };
}

function isProven(attempt: Attempt | undefined): attempt is ProvenAttempt {
  return attempt !== undefined && attempt.userId !== null && attempt.passwordAt !== null;
}

/**
 * Whoever a provider let in by an old sign-in, or a remembered device without the second step, is offered nothing that needs a
 * fresh one (security, SE-8).
 */
function wasFresh(proven: ProvenAttempt): boolean {
  if (proven.data.secondStepSkipped) return false;
  return proven.passwordAt - authenticatedAt(proven) < freshFor;
}

/** The session was written from this proof, or from a later one of the same person that was made by now. */
function standsFor(session: Session | null, proven: ProvenAttempt, now: number): boolean {
  return session?.userId === proven.userId && isSince(proven.passwordAt, session.authenticatedAt, now);
}

async function subjectOf(
  services: Services,
  visitor: Visitor,
  unwritten: ProvenAttempt | undefined,
): Promise<User | null> {
  if (unwritten === undefined) return visitor.user;
  const user = await findUser(services.store.db, unwritten.userId);
  // What it was proven by may have changed in the moment in which it was looked at.
  const isStale = user?.version !== unwritten.data.accountVersion;
  return user === undefined || user.disabled || isStale ? null : user;
}

/** The first candidate that the person may work for. */
async function customerOf(
  services: Services,
  user: User,
  candidates: readonly (string | null | undefined)[],
): Promise<string | undefined> {
  const wanted = candidates.filter((id) => typeof id === "string");
  const [chosen] = await seenCustomers(services.store.db, viewerOf(user), wanted);
  return chosen?.id;
}
