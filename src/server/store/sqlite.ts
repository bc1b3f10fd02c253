import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { DatabaseSync, type SQLInputValue, type StatementSync } from "node:sqlite";
import { Kysely } from "kysely";
import { sqliteBusy, sqliteCodeOf } from "./sqlite-code.ts";
import {
  DurableSqliteDialect,
  longestWait,
  type OwnStatement,
  type SqliteConnection,
  syncFile,
} from "./sqlite-driver.ts";
import type { OnQuery, Store } from "./store.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db, Tables } from "./tables.ts";

const keptStatements = 500;

// Result codes of SQLite whose cause is outside the statement: busy, locked, read-only, disk or memory trouble.
const unavailable = new Set([sqliteBusy, 6, 7, 8, 10, 13, 14]);
// Trouble of the disk or the process that may pass, as the system names it.
const full = new Set(["ENOSPC", "EDQUOT", "EMFILE", "ENFILE", "EIO"]);
const noDatabase = 26;

/** Opens the SQLite file, making it and its folder where missing. */
export function openSqlite(
  file: string,
  onQuery?: OnQuery,
): { db: Db } & Pick<Store, "asUnit" | "onceLasting"> & { assertInPlace(): void } {
  // Who is told each statement is told by Kysely.
  const dialect = new DurableSqliteDialect(() => connectSqlite(file), { runsAtOnce: onQuery === undefined });
  const db = new Kysely<Tables>({ dialect, log: onQuery });
  return {
    db,
    asUnit: (work) => dialect.asUnit(work),
    onceLasting: (say) => dialect.onceLasting(say),
    assertInPlace: () => dialect.assertInPlace(),
  };
}

/** Opens the file for the driver, in the settings that it counts on. */
export function connectSqlite(file: string): SqliteConnection {
  return guarded(() => {
    makeFile(file);
    const database = new DatabaseSync(file, { timeout: longestWait, enableForeignKeyConstraints: true });
    // SQLite would wait for the disk, and for other processes, with everybody behind it, so it is the driver that does.
    database.exec("pragma journal_mode = wal; pragma synchronous = normal; pragma cache_size = -16384");
    database.exec("pragma mmap_size = 268435456; pragma temp_store = memory; pragma busy_timeout = 0");
    // Who is deleted would stay readable in the file, and in each backup of it.
    database.exec("pragma secure_delete = on");
    const log = syncFile(`${file}-wal`);
    const opened = inodeOf(file);
    const assertInPlace = () => {
      if (inodeOf(file) !== opened)
        throw new StoreUnavailable(new Error(`${file} is another file than was opened, or gone`));
    };
    return {
      ...shim(database, assertInPlace),
      assertInPlace,
      sync: async () => {
        assertInPlace();
        await log.sync().catch(fail);
      },
      close: log.close,
    };
  });
}

function inodeOf(file: string): number | undefined {
  try {
    return statSync(file).ino;
  } catch {
    return undefined;
  }
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

/**
 * Gives node:sqlite the shape that Kysely's dialect expects, keeps prepared statements, and has those that write begin a
 * transaction where none is open.
 */
function shim(
  database: DatabaseSync,
  assertInPlace: () => void,
): Omit<SqliteConnection, "assertInPlace" | "sync" | "close"> {
  const statements = new Map<string, OwnStatement>();
  // A plain `begin` takes the write lock at the first write, and fails at once where another process wrote since.
  const opening = database.prepare("begin immediate");
  const closing = database.prepare("commit");
  let isOpen = false;
  let hasWritten = false;
  let takenBack: unknown;
  const run = <Result>(action: () => Result) => {
    try {
      return guarded(action);
    } catch (error) {
      if (isOpen && !database.isTransaction) {
        isOpen = false;
        takenBack = error;
      }
      throw error;
    }
  };
  const write = <Result>(action: () => Result) => {
    if (takenBack !== undefined) throw takenBack;
    if (!isOpen) guarded(() => opening.run());
    isOpen = true;
    hasWritten = true;
    return run(action);
  };
  const prepare = (text: string): OwnStatement => {
    const statement = guarded(() => database.prepare(text));
    const toObjects = rowReader(statement);
    const isWrite = writes(database, text);
    const ask = isWrite ? write : run;
    return {
      reader: statement.columns().length > 0,
      writes: isWrite,
      all: (values) => toObjects(ask(() => statement.all(...(values as SQLInputValue[])))),
      run: (values) => ask(() => statement.run(...(values as SQLInputValue[]))),
      iterate: () => {
        throw new Error("rows are read at once here");
      },
    };
  };
  return {
    database: {
      close: () => database.close(),
      prepare: (text) => {
        const known = statements.get(text);
        if (known !== undefined) return known;
        const statement = prepare(text);
        if (statements.size >= keptStatements) statements.clear();
        statements.set(text, statement);
        return statement;
      },
    },
    commit: () => {
      isOpen = false;
      try {
        // What is refused would stand there all the same once the file is back.
        assertInPlace();
        guarded(() => closing.run());
      } finally {
        if (database.isTransaction) database.exec("rollback");
      }
    },
    isInTransaction: () => isOpen,
    takenBack: () => {
      const failure = takenBack;
      takenBack = undefined;
      return failure;
    },
    hasWritten: () => {
      const wrote = hasWritten;
      hasWritten = false;
      return wrote;
    },
  };
}

/** Says whether a statement is a part of what is written, as SQLite's own plan of it has it (sqlite.org/opcode.html). */
function writes(database: DatabaseSync, text: string): boolean {
  // A plan has none of its own.
  if (/^\s*explain\b/i.test(text)) return false;
  const plan = guarded(() => database.prepare(`explain ${text}`).all());
  return plan.some(({ opcode, p2 }) => opcode === "Savepoint" || (opcode === "Transaction" && p2 !== 0));
}

/**
 * Has a statement give its rows as lists, and makes objects of them: the names of its columns are looked up once, while
 * node:sqlite would make them anew each time that it runs.
 */
function rowReader(statement: StatementSync): (rows: unknown[]) => Record<string, unknown>[] {
  statement.setReturnArrays(true);
  let columns = 0;
  let named: (row: unknown[]) => Record<string, unknown>;
  return (rows) =>
    (rows as unknown[][]).map((row) => {
      // Another process may have added a column to a table since; migrations only add.
      if (row.length !== columns) named = namer(statement.columns().map(({ name }) => name));
      columns = row.length;
      return named(row);
    });
}

/** Makes an object of the cells of a row. Compiled, because one that is made name by name costs twenty times as much. */
function namer(names: string[]): (row: unknown[]) => Record<string, unknown> {
  const properties = names.map((name, index) => `${JSON.stringify(name)}: row[${index}]`);
  return new Function("row", `return { ${properties.join(", ")} };`) as ReturnType<typeof namer>;
}

function guarded<Result>(action: () => Result): Result {
  try {
    return action();
  } catch (error) {
    return fail(error);
  }
}

function fail(error: unknown): never {
  const code = sqliteCodeOf(error);
  if (code === noDatabase)
    throw new StoreUnusable("VESTIBULE_DATABASE_FILE names a file that is no SQLite database", error);
  const name = error instanceof Error && "code" in error ? String(error.code) : "";
  throw unavailable.has(code) || full.has(name) ? new StoreUnavailable(error) : error;
}
