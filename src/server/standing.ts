import { type JourneyStage, nextStage } from "../shared/journey.ts";
import type { ReturnTarget, Visitor } from "./call.ts";
import { isOfferOpen } from "./domain/device-offer.ts";
import { requestHints } from "./oidc/authorization-request.ts";
import type { Services } from "./services.ts";
import { type Attempt, findAttempt } from "./store/attempts.ts";
import { hasCredential } from "./store/credentials.ts";
import {
  type CustomerViewer,
  countCustomers,
  onlyCustomer,
  seenCustomers,
  worksForStrictCustomer,
} from "./store/customers.ts";
import { secondFactorsOf } from "./store/second-factors.ts";
import type { Session } from "./store/sessions.ts";
import { findUser, type User } from "./store/users.ts";

/** How far the sign-in of a browser for one return address has come. */
export interface Standing {
  /** Who proved to be there. */
  user: User;
  /** What is owed next. */
  stage: JourneyStage | "done";
  /** The customer to work for; null: none chosen yet, or none to choose from. */
  customerId: string | null;
  /** A device credential is to be offered in this sign-in. */
  deviceOffer: boolean;
  /** The proof that no session stands for yet; undefined: the living session is the proof. */
  unwritten: ProvenAttempt | undefined;
}

/** An attempt in which somebody proved who they are. */
export type ProvenAttempt = Attempt & { userId: string; passwordAt: number };

/** What identifies an attempt beside its browser: the application's request, else the return address. */
export function returnKeyOf(target: ReturnTarget): string {
  return target.request === null ? `path:${target.returnUrl}` : `request:${target.request.chainId}`;
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
  const attempt =
    known ?? (await findAttempt(services.store.db, visitor.browserHash, returnKeyOf(target), now));
  const proven = isProven(attempt) ? attempt : undefined;
  const { session } = visitor;
  const unwritten = proven !== undefined && !standsFor(session, proven) ? proven : undefined;
  const user = await subjectOf(services, visitor, unwritten);
  if (user === null) return null;
  const candidates = [
    target.request && requestHints(target.request.params).customerId,
    unwritten === undefined ? session?.customerId : null,
  ];
  const [choice, required, deviceOffer] = await Promise.all([
    customerChoice(services, user, candidates),
    isSecondFactorRequired(services, user),
    unwritten === undefined ? isOfferOpen(session, now) : isDeviceOffered(services, user, target),
  ]);
  // A session owes no second factor; only who must have one is asked whether there is one.
  const mayOwe = unwritten !== undefined || required;
  const factors = mayOwe ? await secondFactorsOf(services.store.db, user.id) : [];
  const amr = unwritten === undefined ? (session?.amr ?? []) : (unwritten.data.methods ?? []);
  const stage = nextStage(
    {
      passwordExpired: isPasswordExpired(user, now),
      hasSecondFactor: factors.length > 0,
      // A secure credential that knows its user is more than one factor by itself.
      secondFactorRequired: required && !amr.includes("hwk"),
      customers: choice.customers,
      deviceOffer,
    },
    {
      secondFactorProven: unwritten === undefined || unwritten.secondFactorAt !== null,
      customerChosen: choice.customerId !== null,
    },
  );
  return { user, stage, customerId: choice.customerId, deviceOffer, unwritten };
}

/** Says whether an administrator requires a second factor: of this person, or of everybody at one of their customers. */
export async function isSecondFactorRequired(services: Services, user: User): Promise<boolean> {
  return user.secondFactorRequired || (await worksForStrictCustomer(services.store.db, user.id));
}

/** A device is offered to whom it is due, and at partners who offer it to everybody, while there is none (design, journey). */
async function isDeviceOffered(services: Services, user: User, target: ReturnTarget): Promise<boolean> {
  const partners = services.config().partners;
  const partner = partners[target.client?.partnerId ?? "default"] ?? partners.default;
  if (!partner?.signIn.secureCredential) return false;
  const dueAt = user.deviceOfferAt ?? (partner.signIn.offerDevices ? 0 : Number.POSITIVE_INFINITY);
  return dueAt <= services.now() && !(await hasCredential(services.store.db, user.id));
}

/** Whose customers a person sees. */
export function viewerOf(user: User): CustomerViewer {
  return { userId: user.id, allCustomers: user.allCustomers };
}

function isProven(attempt: Attempt | undefined): attempt is ProvenAttempt {
  return attempt !== undefined && attempt.userId !== null && attempt.passwordAt !== null;
}

/** The session was written from this proof, or from a later one of the same person. */
function standsFor(session: Session | null, proven: ProvenAttempt): boolean {
  return session?.userId === proven.userId && session.authenticatedAt >= proven.passwordAt;
}

async function subjectOf(
  services: Services,
  visitor: Visitor,
  unwritten: ProvenAttempt | undefined,
): Promise<User | null> {
  if (unwritten === undefined) return visitor.user;
  const user = await findUser(services.store.db, unwritten.userId);
  return user === undefined || user.disabled ? null : user;
}

function isPasswordExpired(user: User, now: number): boolean {
  return user.mustChangePassword || (user.passwordExpiresAt !== null && user.passwordExpiresAt <= now);
}

/** The first candidate that the person may work for, else their only customer. */
async function customerChoice(
  services: Services,
  user: User,
  candidates: readonly (string | null | undefined)[],
): Promise<{ customers: number; customerId: string | null }> {
  const { db } = services.store;
  const viewer = viewerOf(user);
  const wanted = candidates.filter((id) => typeof id === "string");
  const [chosen] = await seenCustomers(db, viewer, wanted);
  if (chosen !== undefined) return { customers: 1, customerId: chosen.id };
  const customers = await countCustomers(db, viewer);
  const only = customers === 1 ? await onlyCustomer(db, viewer) : undefined;
  return { customers, customerId: only?.id ?? null };
}
