import type { CallContext } from "./call.ts";
import { type Notice, putInLine } from "./delivery/queue-message.ts";
import type { AccountEventName } from "./domain/account-events.ts";
import { countEvent } from "./metrics/count-event.ts";
import { type AuditEntry, writeAudits } from "./store/audit.ts";
import type { Db } from "./store/tables.ts";

/** Something that happened to an account, as whoever noticed it knows it. */
export type AccountEvent = Pick<AuditEntry, "userId" | "detail"> & { event: AccountEventName };

/** What a change leaves behind: what is written down of it, and the mail that tells its person. */
export interface Happened {
  events?: readonly AccountEvent[];
  notice?: Notice;
}

/** Where it was noticed: in a call, or by work in the background, which answers nobody. */
export type Noticed = Pick<CallContext, "services"> & Partial<Pick<CallContext, "address" | "supportCode">>;

/**
 * Writes an event to the audit and one line of it to the log (security, LG-2), and counts it. Holds no secret, and no name that was typed:
 * it may be a password in the wrong field.
 */
export async function recordEvent(noticed: Noticed, event: AccountEvent): Promise<void> {
  await writeEvents(noticed, [event], noticed.services.store.db);
  tellEvents(noticed, [event]);
}

/**
 * Changes something, writes down that it happened and puts the mail in line that tells it: all of it, or nothing (F1).
 * Nothing happened where `change` gives nothing or false, which is given back.
 */
export async function changeAndRecord<Result>(
  noticed: Noticed,
  change: (transaction: Db) => Promise<Result>,
  happened: (changed: NonNullable<Result>) => Happened,
): Promise<Result> {
  const { services } = noticed;
  const done = await services.store.db.transaction().execute(async (transaction) => {
    const changed = await change(transaction);
    const { events = [], notice }: Happened = changed ? happened(changed) : {};
    await writeEvents(noticed, events, transaction);
    const tellNotice = notice && (await putInLine(notice, transaction));
    return { changed, events, tellNotice };
  });
  tellEvents(noticed, done.events);
  done.tellNotice?.();
  return done.changed;
}

/** The part of `recordEvent` that belongs into the transaction of what happened, so that neither is there alone (F1). */
export async function writeEvents(
  { services, address, supportCode }: Noticed,
  events: readonly AccountEvent[],
  db: Db,
): Promise<void> {
  const entries = events.map((event) => ({ ...event, address, supportCode }));
  await writeAudits(db, entries, services.now());
}

/** The part that follows its transaction. */
export function tellEvents(
  { services, address, supportCode }: Noticed,
  events: readonly AccountEvent[],
): void {
  services.store.onceLasting(() => {
    for (const event of events) {
      countEvent(services, event);
      services.log.info({ ...event, address, supportCode }, "account event");
    }
  });
}

/**
 * Notes something that anybody may cause as often as they like: in the log, the figures and the counts of the operations page, but with
 * no row of the audit, which would be kept for a year.
 */
export function noteEvent(noticed: Noticed, event: AccountEvent): void {
  tellEvents(noticed, [event]);
}
