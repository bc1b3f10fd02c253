import type { CallContext } from "../call.ts";
import { attemptCookie, cookieNames } from "../cookies.ts";
import { hmac, randomToken, sha256 } from "../crypto.ts";
import { attemptPlace, returnKeyOf } from "../request/standing.ts";
import {
  type AttemptPlace,
  attemptLife,
  deleteAttemptsOfBrowser,
  moveAttempt,
  retireAttempt,
} from "../store/attempts.ts";
import type { User } from "../store/users.ts";

/**
 * Ends what this browser holds for this return address, and gives where the attempt begins that a first proof makes:
 * under a secret of its own, so that whoever planted or knows the cookies of before does not share what was proven
 * (security, SE-2). Other tabs' attempts and tickets stay as they are. Who proves the same person in the same place at
 * the same time, a form that was pressed twice or a second tab, gets the same secret, because one cookie would else
 * replace the other and strand its tab.
 */
export async function beginUnderSecret(
  context: CallContext,
  { id }: Pick<User, "id">,
): Promise<AttemptPlace> {
  const { services, visitor, target } = context;
  const ended = await retireAttempt(services.store.db, attemptPlace(visitor, target), services.now());
  return hold(context, hmac(services.settings.secretKeys, "attempt", `${ended} ${id}`));
}

/**
 * Moves the attempt of this browser and return address, with all that is in it, under a new secret, before something
 * more is proven in it; gives where it is then. A tab that is slower than another one finds nothing to move.
 */
export async function renewSecret(context: CallContext): Promise<AttemptPlace> {
  const { services, visitor, target } = context;
  const secret = randomToken();
  const place = attemptPlace(visitor, target);
  return (await moveAttempt(services.store.db, place, sha256(secret))) ? hold(context, secret) : place;
}

/** The attempt is over, and so is its secret. */
export function forgetSecret({ target, cookies }: CallContext): void {
  const name = attemptCookie(returnKeyOf(target));
  if (cookies.get(name) !== undefined) cookies.clear(name);
}

/** Forgets every attempt of this browser, whatever was proven in it. */
export async function forgetAttempts({ services, visitor, cookies }: CallContext): Promise<void> {
  const names = cookies.names(cookieNames.attempt);
  const secrets = names.map((name) => sha256(cookies.get(name) ?? ""));
  await deleteAttemptsOfBrowser(services.store.db, [visitor.browserHash, ...secrets]);
  for (const name of names) cookies.clear(name);
}

function hold({ visitor, target, cookies }: CallContext, secret: string): AttemptPlace {
  cookies.set(attemptCookie(returnKeyOf(target)), secret, { maxAge: attemptLife.proof / 1000 });
  return attemptPlace(visitor, target);
}
