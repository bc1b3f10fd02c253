import { hour } from "../../shared/durations.ts";
import type { ErrorName } from "../../shared/error-names.ts";
import type { Services } from "../services.ts";
import { issueTicket, peekTicket } from "../store/tickets.ts";

/** Data of a ticket of the kind `error`: an answer that could not be sent to the application (decisions 18). */
export interface StoredError {
  code: ErrorName;
  clientId: string | null;
  supportCode: string;
  /** For whoever develops the application: shown in development only. */
  details?: string;
}

const life = hour;

/** Keeps an error for the page that tells it and gives its identifier; `browserHash` null: any browser may read it. */
export async function storeError(
  { store, now }: Services,
  data: StoredError,
  browserHash: string | null,
): Promise<string> {
  return issueTicket(store.db, "error", { data, browserHash, life }, now());
}

/** The error of an identifier, as long as it is kept; another browser's is none. */
export async function findStoredError(
  { store, now }: Services,
  errorId: string,
  browserHash: string,
): Promise<StoredError | undefined> {
  return peekTicket(store.db, "error", errorId, { browserHash, now: now() });
}
