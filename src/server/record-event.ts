import type { CallContext } from "./call.ts";
import type { AccountEventName } from "./domain/account-events.ts";
import { countEvent } from "./metrics/count-event.ts";
import { type AuditEntry, writeAudit } from "./store/audit.ts";

/** Something that happened to an account, as whoever noticed it knows it. */
export type AccountEvent = Pick<AuditEntry, "userId" | "detail"> & { event: AccountEventName };

/** Where it was noticed: in a call, or by a worker, which answers nobody. */
type Noticed = Pick<CallContext, "services"> & Partial<Pick<CallContext, "address" | "supportCode">>;

/**
 * Writes an event to the audit and one line of it to the log (security, LG-2), and counts it. Holds no secret, and no name that was typed:
 * it may be a password in the wrong field.
 */
export async function recordEvent(
  { services, address, supportCode }: Noticed,
  event: AccountEvent,
): Promise<void> {
  const entry = { ...event, address, supportCode };
  await writeAudit(services.store.db, entry, services.now());
  countEvent(services.metrics, event);
  services.log.info(entry, "account event");
}
