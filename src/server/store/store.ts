import type { Settings } from "../settings.ts";
import type { DatabaseKind, Db } from "./tables.ts";

/** The open database of the server. */
export interface Store {
  db: Db;
  kind: DatabaseKind;
  /** Brings the schema up to date: wholly or not at all, once over all processes. */
  migrate(): Promise<void>;
  /** Throws `StoreUnavailable` where the database does not answer. */
  ping(): Promise<void>;
  close(): Promise<void>;
}

/** As much of a logger as the store needs. */
export interface StoreLogger {
  warn(details: object, message: string): void;
}

/** Opens PostgreSQL where the settings name one, else SQLite. Connects at the first query. */
export function openStore(
  _settings: Pick<Settings, "databaseUrl" | "databaseFile">,
  _logger: StoreLogger,
): Store {
  throw new Error("not written yet");
}
