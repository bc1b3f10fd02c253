import type { CallContext } from "../../call.ts";
import { openIfKnown, seal } from "../../crypto.ts";
import { isWithin } from "../../domain/freshness.ts";
import { type Attempt, type AttemptData, attemptLife } from "../../store/attempts.ts";
import type { ExternalIdentity } from "../../store/external-logins.ts";
import { attemptHere, ensureAttemptHere } from "../attempt-here.ts";
import { changeAttempt } from "../change-attempt.ts";

/** An identity at a provider that waits in an attempt to be linked to an account. */
export interface WaitingIdentity extends ExternalIdentity {
  vendorId: string;
  /** As the provider words them; null: not told. */
  name: string | null;
  email: string | null;
  username: string | null;
  /** What the provider's own sign-out needs, sealed; none where the provider did not vouch in this browser. */
  vendorToken?: string | null;
  /** The invitation that it came by; `account`: the user name that it is for, as the provider knows it. */
  invitation?: { id: string; expiresAt: number; account: string };
}

const purpose = "external-identity";

/** Seals an identity for the attempt, with the time that it was vouched for. */
export function sealIdentity({ services }: CallContext, identity: WaitingIdentity): string {
  return seal(services.settings.secretKeys, purpose, JSON.stringify({ identity, at: services.now() }));
}

/** The sealed identity; undefined where it waits for more than an hour, or no key opens it any more. */
export function openIdentity({ services }: CallContext, sealed: string): WaitingIdentity | undefined {
  const opened = openIfKnown(services.settings.secretKeys, purpose, sealed);
  if (opened === undefined) return undefined;
  const { identity, at } = JSON.parse(opened) as { identity: WaitingIdentity; at: number };
  return isWithin(attemptLife.proof, at, services.now()) ? identity : undefined;
}

/** The identity that waits in the attempt of this browser and return address. */
export async function waitingIdentity(context: CallContext): Promise<WaitingIdentity | undefined> {
  const external = (await attemptHere(context))?.data.external;
  return external === undefined ? undefined : openIdentity(context, external);
}

/** Keeps something in the attempt of this browser and return address, and begins one where there is none. */
export async function keepInAttempt(context: CallContext, changes: Partial<AttemptData>): Promise<void> {
  const change = ({ data }: Attempt) => ({ data: { ...data, ...changes } });
  // A twin may end the attempt at the same moment.
  while ((await changeAttempt(context, await ensureAttemptHere(context), change)) === undefined);
}
