import type { CallContext } from "../call.ts";
import type { TicketHolder } from "../store/tickets.ts";

/** Who presents a ticket, and when: this browser, now. */
export function ticketHolder({ services, visitor }: Pick<CallContext, "services" | "visitor">): TicketHolder {
  return { browserHash: visitor.browserHash, now: services.now() };
}
