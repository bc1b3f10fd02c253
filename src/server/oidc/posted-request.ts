import { minute } from "../../shared/durations.ts";
import { open, seal } from "../crypto.ts";
import type { Services } from "../services.ts";
import { issueTicket, peekTicket } from "../store/tickets.ts";

const kind = "postedRequest";
const life = minute;

/** Keeps the parameters of a posted request for the moment until its browser asks for it again; gives what it is found by. */
export function keepPostedRequest({ store, settings, now }: Services, body: string): Promise<string> {
  const data = seal(settings.secretKeys, kind, String(new URLSearchParams(body)));
  return issueTicket(store.db, kind, { data, browserHash: null, life }, now());
}

/** The parameters of a posted request, as the query of an address; undefined: none is kept, or not any more. */
export async function postedRequest(
  { store, settings, now }: Services,
  id: string,
): Promise<string | undefined> {
  const holder = { browserHash: null, now: now() };
  const data = await peekTicket<string>(store.db, kind, id, holder);
  return data === undefined ? undefined : open(settings.secretKeys, kind, data);
}
