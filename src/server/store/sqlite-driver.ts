import { AsyncLocalStorage } from "node:async_hooks";
import { type FileHandle, open } from "node:fs/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
} from "kysely";

/** The one connection of this process, and what brings its writes to the disk. */
export interface SqliteConnection {
  database: SqliteDatabase;
  /** How many rows were written since it was opened. */
  changes(): number;
  /** Resolves once everything written before the call is on the disk. */
  sync(): Promise<void>;
  isInTransaction(): boolean;
  close(): Promise<void>;
}

/** Work whose writes wait for the disk at its end. */
interface Unit {
  wrote: boolean;
  over: boolean;
}

/**
 * Kysely's SQLite, where what was written is on the disk before whoever wrote it goes on (security, F1). The connection
 * is free meanwhile, so the writes of many people reach the disk together, and nobody who only reads waits for it.
 */
export class DurableSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #connection: () => SqliteConnection | undefined;
  readonly #units = new AsyncLocalStorage<Unit>();
  readonly #reachDisk: () => Promise<void>;

  constructor(connect: () => SqliteConnection) {
    let connection: SqliteConnection | undefined;
    const config = {
      database: async () => {
        connection = connect();
        return connection.database;
      },
    };
    super(config);
    this.#config = config;
    this.#connection = () => connection;
    this.#reachDisk = together(async () => connection?.sync());
  }

  /** Runs work whose writes wait for the disk once, all of them at its end, however it ends. */
  async asUnit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#units.getStore()?.over === false) return work();
    const unit: Unit = { wrote: false, over: false };
    try {
      return await this.#units.run(unit, work);
    } finally {
      unit.over = true;
      if (unit.wrote) await this.#reachDisk();
    }
  }

  override createDriver() {
    return new DurableSqliteDriver(this.#config, this.#connection, async () => {
      const unit = this.#units.getStore();
      if (unit?.over === false) unit.wrote = true;
      else await this.#reachDisk();
    });
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter();
  }
}

class DurableSqliteDriver extends SqliteDriver {
  readonly #connection: () => SqliteConnection | undefined;
  readonly #onWritten: () => Promise<void>;
  readonly #lock = createLock();
  #changesSeen = 0;

  constructor(
    config: SqliteDialectConfig,
    connection: () => SqliteConnection | undefined,
    onWritten: () => Promise<void>,
  ) {
    super(config);
    this.#connection = connection;
    this.#onWritten = onWritten;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    await this.#lock.take();
    return super.acquireConnection();
  }

  override async releaseConnection(): Promise<void> {
    const connection = this.#connection();
    const changes = connection?.changes() ?? 0;
    const wrote = changes > this.#changesSeen;
    this.#changesSeen = changes;
    this.#lock.give();
    if (wrote) await this.#onWritten();
  }

  // A plain `begin` takes the write lock at the first write, and fails at once where another process wrote since.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  // SQLite takes a transaction back by itself where its disk is full, and a second time would hide why.
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#connection()?.isInTransaction()) await super.rollbackTransaction(connection);
  }

  override async destroy(): Promise<void> {
    await super.destroy();
    await this.#connection()?.close();
  }
}

class TransactionalSqliteAdapter extends SqliteAdapter {
  // SQLite rolls back schema changes, though the stock adapter says otherwise.
  override get supportsTransactionalDdl(): boolean {
    return true;
  }

  // There is one, but Kysely would hold it until the disk has answered; the driver above gives it on before.
  override get supportsMultipleConnections(): boolean {
    return true;
  }
}

/** Callers who come while some work goes on share the next one: it begins after all of them. */
export function together(work: () => Promise<void>): () => Promise<void> {
  let running = Promise.resolve();
  let next: Promise<void> | undefined;
  return () => {
    next ??= running
      .catch(() => undefined)
      .then(() => {
        next = undefined;
        running = work();
        return running;
      });
    return next;
  };
}

/** Brings a write-ahead log to the disk; it is there from the first write on. */
export function syncFile(path: string): Pick<SqliteConnection, "sync" | "close"> {
  let file: FileHandle | undefined;
  return {
    sync: async () => {
      file ??= await open(path, "r+");
      await file.datasync();
    },
    close: async () => file?.close(),
  };
}

/** First come, first served. */
function createLock() {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    take: async (): Promise<void> => {
      if (!taken) taken = true;
      else await new Promise<void>((resolve) => waiting.push(resolve));
    },
    give: (): void => {
      const next = waiting.shift();
      if (next === undefined) taken = false;
      else next();
    },
  };
}
