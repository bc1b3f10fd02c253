import { day, second } from "../../shared/durations.ts";
import type { CallContext } from "../call.ts";
import { cookieNames } from "../cookies.ts";
import { openIfKnown, seal } from "../crypto.ts";
import { foldUsername } from "../domain/fold.ts";
import { requestHints } from "../request/authorization-request.ts";
import type { User } from "../store/users.ts";

const purpose = "remembered-username";
const halfYear = (180 * day) / second;

/** Keeps the user name in this browser, readable by nobody but the server, because the person asked for it. */
export function rememberUsername(context: CallContext, username: string): void {
  keep(context, username, { maxAge: halfYear });
}

/** Keeps it for the sign-in that follows, until the browser closes. */
export function expectUsername(context: CallContext, username: string): void {
  if (rememberedUsername(context) !== username) keep(context, username, {});
}

function keep({ services, cookies }: CallContext, username: string, life: { maxAge?: number }): void {
  cookies.set(cookieNames.username, seal(services.settings.secretKeys, purpose, username), life);
}

/** Forgets the user name of this browser. */
export function forgetUsername({ cookies }: CallContext): void {
  if (cookies.get(cookieNames.username) !== undefined) cookies.clear(cookieNames.username);
}

/** The user name that was kept in this browser; a value that is not ours counts as none. */
export function rememberedUsername({ services, cookies }: CallContext): string | null {
  const value = cookies.get(cookieNames.username);
  return (value && openIfKnown(services.settings.secretKeys, purpose, value)) ?? null;
}

/** The name that the application or an earlier sign-in here gave; between the two, of whoever is signed in where `signedIn` tells. */
export function knownUsername(context: CallContext, signedIn?: Pick<User, "username"> | null): string | null {
  const hinted = requestHints(context.target.request).username?.slice(0, 200);
  const name = hinted ?? signedIn?.username ?? rememberedUsername(context);
  const own = context.visitor.user?.username;
  // The pages take another spelling for somebody else.
  return name !== null && own !== undefined && foldUsername(name) === foldUsername(own) ? own : name;
}
