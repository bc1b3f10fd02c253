import type { CallContext } from "../../call.ts";
import { challengeLife } from "../../domain/challenge-life.ts";
import { issueTicket, redeemTicket } from "../../store/tickets.ts";
import { ticketHolder } from "../ticket-holder.ts";

/** To sign in, or to register: a challenge of the one is none of the other. */
export type Ceremony = "assertion" | "attestation";

/** A new challenge for this browser: 32 random bytes as url-safe base64, good once. `data` says for whom or what. */
export function issueChallenge(
  { services, visitor }: CallContext,
  ceremony: Ceremony,
  data: unknown,
): Promise<string> {
  const ticket = { data, browserHash: visitor.browserHash, life: challengeLife };
  return issueTicket(services.store.db, ceremony, ticket, services.now());
}

/** Spends a challenge and gives its data; undefined where it is unknown, late, spent or another browser's. */
export function redeemChallenge<Data>(
  { services, visitor }: CallContext,
  ceremony: Ceremony,
  challenge: string,
): Promise<Data | undefined> {
  const holder = ticketHolder({ services, visitor });
  return redeemTicket<Data>(services.store.db, ceremony, challenge, holder);
}
