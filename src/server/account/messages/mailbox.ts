import type { CallContext } from "../../call.ts";
import type { AccountEvent } from "../../record-event.ts";
import type { User } from "../../store/users.ts";
import { mayReach, type Target } from "./send-limits.ts";

/**
 * Where a mail goes that anybody may ask for by a user name; null: to nobody. Why an account gets none is for the audit alone, the
 * answer is the same (security, EN-3).
 */
export async function mailboxOf(
  context: Pick<CallContext, "services">,
  user: User | undefined,
  { purpose, username }: Pick<Target, "purpose"> & { username: string },
): Promise<{ to: string | null; detail: AccountEvent["detail"] }> {
  const address = user === undefined || user.disabled ? null : user.email;
  const reachable = await mayReach(context, { purpose, channel: "mail", to: address ?? username });
  const to = reachable ? address : null;
  return { to, detail: user !== undefined && to === null ? { reason: reasonOf(user) } : undefined };
}

function reasonOf({ disabled, email }: User): string {
  if (disabled) return "disabled";
  return email === null ? "noAddress" : "tooManyMails";
}
