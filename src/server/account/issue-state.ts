import { minute } from "../../shared/durations.ts";
import type { CallContext } from "../call.ts";
import { issueTicket } from "../store/tickets.ts";

/** As short as this, because the client trades it at once (security, CS-5). */
const life = minute;

/** The one-use value that Exchange trades for a new token, issued when the signed-in identity has changed. */
export function issueState({ services, visitor }: CallContext, db = services.store.db): Promise<string> {
  const ticket = { data: null, browserHash: visitor.browserHash, life };
  return issueTicket(db, "exchange", ticket, services.now());
}
