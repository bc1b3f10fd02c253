import { minute } from "../../../shared/durations.ts";
import { withReturnUrl } from "../../../shared/return-url.ts";
import type { CallContext } from "../../call.ts";
import { sha256 } from "../../crypto.ts";
import { foldUsername } from "../../domain/fold.ts";
import { startAddress } from "../../request/start-address.ts";
import { screenPath, screenUrl } from "../../screen-path.ts";
import type { Brought } from "../../store/messages.ts";
import type { User } from "../../store/users.ts";
import { attemptHere } from "../attempt-here.ts";
import { issueMailedLink, type LinkOwner } from "../mailed-link.ts";

/** Where a link leads. */
const screen = "resetPassword";

/** How long a link to a new password is good from when it was sent; minutes (security, RR-2, F5). */
export const linkMinutes = 60;

/** Makes the link to a new password, in place of the ones before; good in any browser. `user` undefined: none can be reset. */
export async function issueResetLink(
  context: Pick<CallContext, "services" | "target" | "language">,
  username: string,
  user: User | undefined,
  life = linkMinutes * minute,
): Promise<{ link: string; brings: Brought }> {
  // Of a name where there is no password to reset: nobody knows that link.
  const owner: LinkOwner = user ?? { id: `? ${sha256(foldUsername(username))}` };
  const brings = await issueMailedLink(context, "passwordReset", owner, life);
  const link = screenUrl(context, screen, { state: brings.secret }, context.target.returnUrl);
  return { link, brings };
}

/**
 * Where a link has to be opened instead; undefined: here. An application's request belongs to the browser that it came
 * from; from any other the way leads to where the application starts (decisions 9).
 */
export async function resetAddressElsewhere(
  context: CallContext,
  state: string,
): Promise<string | undefined> {
  const { services, target } = context;
  if (target.request === null || (await attemptHere(context)) !== undefined) return undefined;
  const start = startAddress(services, target.client?.id ?? null);
  return withReturnUrl(screenPath(services, screen, { state }), start);
}
