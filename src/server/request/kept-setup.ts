import { minute } from "../../shared/durations.ts";
import { openIfKnown, seal } from "../crypto.ts";
import { isWithin } from "../domain/freshness.ts";
import type { Services } from "../services.ts";
import type { Attempt } from "../store/attempts.ts";
import type { SecondFactorKind } from "../store/second-factors.ts";
import type { User } from "../store/users.ts";

const purpose = "two-factor-setup";

/** How long a set-up may take, once it was begun with a fresh sign-in; milliseconds. */
const setupLife = 30 * minute;

/** What the method that is being set up proves itself by. */
interface Proof {
  /** Key of the authenticator app, base32. */
  secret?: string;
  /** Number or address that the code was sent to. */
  target?: string;
  /** Time step of the code that proved the app; it counts nowhere else (security, TF-1). */
  lastStep?: number;
}

/** Where the wizard stands, with what its step needs. */
export type SetupStep =
  | { step: "choose"; method: null }
  | { step: "authenticator"; method: "authenticator"; secret: string }
  | { step: "phone"; method: "sms"; target?: string }
  | { step: "code"; method: "sms" | "pin"; target: string }
  /** The new codes count once one of them was typed back. */
  | ({ step: "codes"; method: SecondFactorKind; recoveryCodes: string[] } & Proof)
  | { step: "done"; method: SecondFactorKind };

/** A state that is to be kept; whose it is, `keepSetup` knows. */
export type NewState = SetupStep & {
  /** Milliseconds since 1970. */
  startedAt: number;
  /** Names the five tries of the method that is being proven (security, TF-3). */
  challenge: string;
};

/** What the wizard keeps from step to step; sealed in the attempt, because it holds secrets (decisions 10). */
export type SetupState = NewState & {
  /** Whose it is: nobody else in the same browser has a set-up by it (security, SE-7). */
  userId: string;
};

/** The state of some steps. */
export type StateAt<Step extends SetupStep["step"]> = Extract<SetupState, { step: Step }>;

/** The set-up that an attempt keeps of a person, while it counts. */
export function keptSetup(
  { settings, now }: Services,
  attempt: Attempt | undefined,
  { id, email }: User,
): SetupState | null {
  if (attempt?.data.setup === undefined) return null;
  const opened = openIfKnown(settings.secretKeys, purpose, attempt.data.setup);
  if (opened === undefined) return null;
  const state: SetupState = JSON.parse(opened);
  // PINs go to the account's address: one that was proven is none any more once that has changed.
  const isElsewhere = state.method === "pin" && "target" in state && state.target !== email;
  const isLiving = state.userId === id && isWithin(setupLife, state.startedAt, now());
  return isLiving && !isElsewhere ? state : null;
}

/** What an attempt keeps of a set-up. */
export function sealSetup({ settings }: Services, state: SetupState): string {
  return seal(settings.secretKeys, purpose, JSON.stringify(state));
}
