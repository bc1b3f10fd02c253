import type { CallContext } from "../call.ts";
import { type AuditEntry, writeAudit } from "../store/audit.ts";

/** Something that happened to an account, as its call knows it. */
export type AccountEvent = Pick<AuditEntry, "event" | "userId" | "usernameFold" | "detail">;

/** Writes an event to the audit and one line of it to the log (security, LG-2). Holds no secret. */
export async function recordEvent(context: CallContext, event: AccountEvent): Promise<void> {
  const { services, address, supportCode } = context;
  const entry = { ...event, address, supportCode };
  await writeAudit(services.store.db, entry, services.now());
  // A password typed into the wrong field is in the user name: the log does without it.
  const { usernameFold: _, ...line } = entry;
  services.log.info(line, "account event");
}
