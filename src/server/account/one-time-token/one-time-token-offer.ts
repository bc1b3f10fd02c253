import type { CallContext } from "../../call.ts";
import { sha256 } from "../../crypto.ts";
import { foldUsername } from "../../domain/fold.ts";
import { signInRequirement } from "../../request/sign-in-requirement.ts";
import type { Attempt } from "../../store/attempts.ts";
import type { User } from "../../store/users.ts";

/** Says whether one may sign in by one-time token here: the partner offers it, and no provider is required. */
export function isTokenOffered({ services, target, partner }: CallContext): boolean {
  return partner.signIn.oneTimeToken && signInRequirement(services, target).requires !== "vendor";
}

/**
 * Whose token it is: of this attempt and this person, until something changes that their sign-ins rest on. A name without an
 * account has tokens too, which nobody receives, so that everything else is the same (security, EN-3).
 */
export function tokenOwner({ id }: Pick<Attempt, "id">, user: User | undefined, username: string): string {
  return `${id} ${user === undefined ? `? ${sha256(foldUsername(username))}` : `${user.id} ${user.version}`}`;
}
