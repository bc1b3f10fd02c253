import { type LogEvent, sql } from "kysely";
import type { Settings } from "../settings/settings.ts";
import { assertCurrent, migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { type Connections, openPostgres } from "./postgres.ts";
import { openSqlite } from "./sqlite.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import type { DatabaseKind, Db } from "./tables.ts";

/** The open database of the server. */
export interface Store {
  db: Db;
  kind: DatabaseKind;
  /** Brings the schema up to date: wholly or not at all, once over all processes; not at all where `check` throws. */
  migrate(check?: (db: Db) => Promise<void>): Promise<void>;
  /** For who does not migrate: throws `StoreUnusable` where the schema is of another version. */
  assertCurrent(): Promise<void>;
  /** Throws `StoreUnavailable` where the database does not answer, or its file or tables are away. */
  ping(): Promise<void>;
  /**
   * Runs work of which nobody is told before its end, however it ends. What it writes is on the disk by then: on SQLite
   * all of it reaches the disk at once, on PostgreSQL each statement and transaction by itself.
   */
  asUnit<Result>(work: () => Promise<Result>): Promise<Result>;
  /** Says something that follows from what was written: at once, or within such work at its end, where none of that was taken back. */
  onceLasting(say: () => void): void;
  close(): Promise<void>;
  /** Of PostgreSQL; SQLite has a single one. */
  connections?(): Connections;
}

/** As much of a logger as the store needs. */
export interface StoreLogger {
  warn(details: object, message: string): void;
}

/** Is told each statement after it, without its values. */
export type OnQuery = (event: LogEvent) => void;

/** Where the database is, and how it is opened. */
export interface StoreSettings
  extends Pick<Settings, "databaseUrl" | "databaseFile">,
    Partial<Pick<Settings, "databaseConnections">> {
  /** False: nobody waits for an answer, so that a statement may take as long as it needs. */
  limited?: boolean;
}

/** Opens PostgreSQL where the settings name one, else SQLite. Connects at the first query. */
export function openStore(settings: StoreSettings, logger: StoreLogger, onQuery?: OnQuery): Store {
  const { databaseUrl, databaseFile, databaseConnections: size, limited = true } = settings;
  if (databaseUrl === undefined) {
    const { db, assertInPlace, ...work } = openSqlite(databaseFile, onQuery);
    return {
      ...common(db, "sqlite"),
      ...work,
      ping: async () => {
        await sql`select 1`.execute(db);
        assertInPlace();
      },
      migrate: (check) => migrate(db, migrations("sqlite"), check),
    };
  }
  const onLost = (error: Error) => logger.warn({ err: error }, "A database connection was lost");
  const { db, connections } = openPostgres(databaseUrl, {
    limited,
    onLost,
    onQuery,
    ...(size !== undefined && { size }),
  });
  return {
    ...common(db, "postgres"),
    asUnit: (work) => work(),
    onceLasting: (say) => say(),
    connections,
    ping: async () => {
      const { rows } = await sql<{
        found: boolean;
      }>`select to_regclass('users') is not null as found`.execute(db);
      if (!rows[0]?.found) throw new StoreUnavailable(new Error("its tables are not there"));
    },
    migrate: async (check) => {
      const { db: unlimited } = openPostgres(databaseUrl, { limited: false, size: 1, onLost });
      await migrate(unlimited, migrations("postgres"), check).finally(() => unlimited.destroy());
    },
  };
}

function common(db: Db, kind: DatabaseKind) {
  return {
    db,
    kind,
    assertCurrent: () => assertCurrent(db, migrations(kind)),
    close: () => db.destroy(),
  };
}
