import type { CallContext } from "../call.ts";
import type { User } from "../store/users.ts";

/** Says whether this person proved a second factor on this device lately and had it remembered (security, TF-8). */
export async function isRememberedHere(_context: CallContext, _user: User): Promise<boolean> {
  return false;
}
