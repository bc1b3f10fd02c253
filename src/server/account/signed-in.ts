import type { CallContext } from "../call.ts";
import { freshFor, isWithin } from "../domain/freshness.ts";
import { fieldProblem, Problem, timedOut } from "../problem.ts";
import type { Services } from "../services.ts";
import { holdSession, type Session } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import type { User } from "../store/users.ts";

/** Who is signed in. Throws 401 where nobody is. */
export function signedIn({ visitor }: CallContext): { user: User; session: Session } {
  const { session, user } = visitor;
  if (session === null || user === null) throw new Problem(401, "nobody is signed in");
  return { user, session };
}

/** Says whether the person proved who they are just now (security, SE-8). */
export function isFresh({ services, visitor: { session } }: CallContext): boolean {
  return session !== null && isWithin(freshFor, session.authenticatedAt, services.now());
}

/** Holds a session until the transaction ends, so that what it asks for is not done once it has ended. Throws where it has. */
export async function assertStillSignedIn(
  services: Services,
  transaction: Db,
  idHash: string,
): Promise<void> {
  if (!(await holdSession(transaction, idHash, services.now())))
    throw timedOut("the session has ended meanwhile");
}

/** Who has signed in just now. Throws 401, or 400 with the text that asks to sign in again. */
export function freshlySignedIn(context: CallContext): { user: User; session: Session } {
  const who = signedIn(context);
  if (!isFresh(context)) throw fieldProblem("", { code: "problems.signInAgain" });
  return who;
}
