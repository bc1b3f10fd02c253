import { defaultReturnUrl } from "../../shared/constants.ts";
import type { CallContext } from "../call.ts";
import { freshFor, isWithin } from "../domain/freshness.ts";
import { fieldProblem, Problem, timedOut } from "../problem.ts";
import { screenPath, stageScreen } from "../screen-path.ts";
import type { Services } from "../services.ts";
import { holdSession, type SignedIn } from "../store/sessions.ts";
import type { Db } from "../store/tables.ts";
import type { User } from "../store/users.ts";

/** Who is signed in. Throws 401 where nobody is. */
export function signedIn({ visitor }: CallContext): SignedIn {
  const { session, user } = visitor;
  if (session === null || user === null) throw new Problem(401, "nobody is signed in");
  return { user, session };
}

/** Says whether the person proved who they are just now, and left out nothing that the account asks for (security, SE-8). */
export function isFresh({ services, visitor: { session } }: CallContext): boolean {
  if (session === null || session.secondStepSkipped) return false;
  return isWithin(freshFor, session.authenticatedAt, services.now());
}

/**
 * Says whether a sign-in leads to a page of ours where one changes something, for which neither an old proof counts nor a second
 * step that was left out (security, SE-8): to any but the first, that where one only chooses a customer, and the operations page.
 */
export function leadsToChange({ services, target }: Pick<CallContext, "services" | "target">): boolean {
  const [path = ""] = target.returnUrl.split(/[?#]/, 1);
  const changesNothing = [
    defaultReturnUrl,
    screenPath(services, stageScreen(services, "customerChoiceRequired")),
    screenPath(services, "devops"),
  ];
  return !changesNothing.includes(path) && !path.startsWith("/connect/");
}

/** Who is signed in, and has to prove it again because a change is ahead; null: nobody. */
export function toProveAgain(context: CallContext): User | null {
  return leadsToChange(context) && !isFresh(context) ? context.visitor.user : null;
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
export function freshlySignedIn(context: CallContext): SignedIn {
  const who = signedIn(context);
  if (!isFresh(context)) throw fieldProblem("", { code: "problems.signInAgain" });
  return who;
}
