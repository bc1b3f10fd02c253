import { closeSync, mkdirSync, openSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import { StoreUnavailable } from "./store-unavailable.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db, Tables } from "./tables.ts";

// Milliseconds that a writer waits for another process; the event loop stands still meanwhile.
const busyTimeout = 5000;
const keptStatements = 500;

// Result codes of SQLite whose cause is outside the statement: busy, locked, read-only, disk or memory trouble.
const unavailable = new Set([5, 6, 7, 8, 10, 13, 14]);
// Trouble of the disk or the process that may pass, as the system names it.
const full = new Set(["ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "EIO"]);
const noDatabase = 26;
const primaryCode = 0xff;

/**
 * Opens the SQLite file, making it and its folder where missing. WAL with synchronous FULL: what was answered
 * is on the disk, and a kill at any moment loses nothing (security, F1).
 */
export function openSqlite(file: string): Db {
  const open = async () => shim(connect(file));
  return new Kysely<Tables>({ dialect: new ImmediateSqliteDialect({ database: open }) });
}

function connect(file: string): DatabaseSync {
  return guarded(() => {
    if (file !== ":memory:") makeFile(file);
    const database = new DatabaseSync(file, { timeout: busyTimeout, enableForeignKeyConstraints: true });
    database.exec("pragma journal_mode = wal; pragma synchronous = full; pragma cache_size = -65536");
    database.exec("pragma mmap_size = 268435456; pragma temp_store = memory");
    return database;
  });
}

/** Makes what is missing, for nobody else to read: it holds password hashes. */
function makeFile(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true });
    closeSync(openSync(file, "a", 0o600));
  } catch (cause) {
    const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
    if (full.has(code)) throw new StoreUnavailable(cause);
    throw new StoreUnusable(`VESTIBULE_DATABASE_FILE cannot be opened (${code}): ${file}`, cause);
  }
}

/** Gives node:sqlite the shape that Kysely's dialect expects, and keeps prepared statements. */
function shim(database: DatabaseSync): SqliteDatabase {
  const statements = new Map<string, SqliteStatement>();
  return {
    close: () => database.close(),
    prepare: (text) => {
      const known = statements.get(text);
      if (known !== undefined) return known;
      const statement = shimStatement(guarded(() => database.prepare(text)));
      if (statements.size >= keptStatements) statements.clear();
      statements.set(text, statement);
      return statement;
    },
  };
}

function shimStatement(statement: StatementSync): SqliteStatement {
  return {
    reader: statement.columns().length > 0,
    all: (values) => guarded(() => statement.all(...(values as SQLInputValue[]))),
    run: (values) => guarded(() => statement.run(...(values as SQLInputValue[]))),
    iterate: (values) => statement.iterate(...(values as SQLInputValue[])),
  };
}

function guarded<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    const code = error instanceof Error && "errcode" in error ? Number(error.errcode) & primaryCode : 0;
    if (code === noDatabase)
      throw new StoreUnusable("VESTIBULE_DATABASE_FILE names a file that is no SQLite database", error);
    throw unavailable.has(code) ? new StoreUnavailable(error) : error;
  }
}

class ImmediateSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;

  constructor(config: SqliteDialectConfig) {
    super(config);
    this.#config = config;
  }

  override createDriver() {
    return new ImmediateSqliteDriver(this.#config);
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

// A plain `begin` takes the write lock at the first write, and fails at once where another process wrote since.
class ImmediateSqliteDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

// SQLite rolls back schema changes, though the stock adapter says otherwise.
class TransactionalSqliteAdapter extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}
