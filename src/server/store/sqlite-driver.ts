import { AsyncLocalStorage } from "node:async_hooks";
import { type FileHandle, open } from "node:fs/promises";
import { setImmediate, setTimeout } from "node:timers/promises";
import {
  CompiledQuery,
  type DatabaseConnection,
  type QueryResult,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  type SqliteDialectConfig,
  SqliteDriver,
  type SqliteStatement,
} from "kysely";
import type { NearAdapter } from "./statement.ts";
import { StoreUnavailable } from "./store-unavailable.ts";

/** A prepared statement. */
export interface OwnStatement extends SqliteStatement {
  /** It is a part of what is written, whatever it finds to write. */
  writes: boolean;
}

/** The one connection of this process, and what brings its writes to the disk. */
export interface SqliteConnection {
  /** Its statements begin a transaction where they write and none is open. */
  database: Omit<SqliteDatabase, "prepare"> & { prepare(text: string): OwnStatement };
  /** Leaves no transaction open, also where it fails. */
  commit(): void;
  isInTransaction(): boolean;
  /** Says whether a statement that writes has run since this was asked last, whatever it found to write. */
  hasWritten(): boolean;
  /** Why SQLite took the transaction back, if it has since this was asked last. Until it is asked nothing can be written. */
  takenBack(): unknown;
  /** Throws where the file is another than was opened, or gone: what is written would be gone with the end of this process. */
  assertInPlace(): void;
  /** Resolves once everything committed before the call is on the disk. */
  sync(): Promise<void>;
  close(): Promise<void>;
}

/** What was written in a turn of the event loop: resolves once it is committed, fails where it was not. */
type Turn = PromiseWithResolvers<void>;

// The savepoint of a transaction within that of its turn.
const part = "part";
const release = CompiledQuery.raw(`release ${part}`);
const takeBack = CompiledQuery.raw(`rollback to ${part}`);
/** Milliseconds for another process that has the file locked. */
export const longestWait = 5000;
const betweenTries = 10;

/** Work whose writes wait for the disk at its end. */
interface Unit {
  turns: Set<Turn>;
  /** What is said once it is there, and the turns in which it was written. */
  said: { say: () => void; turns: readonly Turn[] }[];
  /** Why what it wrote in one of its turns is gone. */
  failure: unknown;
  over: boolean;
}

/**
 * Kysely's SQLite, where what was written is on the disk before whoever wrote it goes on (security, F1). The connection
 * is free meanwhile, so the writes of many people reach the disk together, and nobody who only reads waits for it. What is
 * written in one turn of the event loop, by whomever, is one transaction of SQLite: it writes a page once that many changed.
 */
export class DurableSqliteDialect extends SqliteDialect {
  readonly #config: SqliteDialectConfig;
  readonly #connection: () => SqliteConnection | undefined;
  readonly #units = new AsyncLocalStorage<Unit>();
  readonly #reachDisk: () => Promise<void>;
  readonly #runsAtOnce: boolean;
  #driver: DurableSqliteDriver | undefined;

  constructor(connect: () => SqliteConnection, { runsAtOnce = true }: { runsAtOnce?: boolean } = {}) {
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
    this.#runsAtOnce = runsAtOnce;
    this.#reachDisk = together(async () => connection?.sync());
  }

  /**
   * Runs work whose writes wait for the disk once, all of them at its end, however it ends. Where some of them are lost it can
   * ask nothing more.
   */
  async asUnit<Result>(work: () => Promise<Result>): Promise<Result> {
    if (this.#unit() !== undefined) return work();
    const unit: Unit = { turns: new Set(), said: [], failure: undefined, over: false };
    try {
      return await this.#units.run(unit, work);
    } finally {
      unit.over = true;
      try {
        if (unit.turns.size > 0) await this.#lasting(unit.turns);
      } finally {
        for (const { say, turns } of unit.said) if (await areKept(turns)) say();
      }
    }
  }

  /**
   * Says something at the end of the work under way here, once what it has written until now is committed and the disk has been
   * asked; never where some of that is lost. It must not throw.
   */
  onceLasting(say: () => void): void {
    const unit = this.#unit();
    if (unit === undefined) say();
    else unit.said.push({ say, turns: [...unit.turns] });
  }

  assertInPlace(): void {
    this.#connection()?.assertInPlace();
  }

  /** The work that is under way here. */
  #unit(): Unit | undefined {
    const unit = this.#units.getStore();
    return unit?.over === false ? unit : undefined;
  }

  async #lasting(turns: Iterable<Turn>): Promise<void> {
    const committed = Array.from(turns, ({ promise }) => promise);
    await Promise.allSettled(committed);
    await this.#reachDisk();
    await Promise.all(committed);
  }

  override createDriver() {
    this.#driver = new DurableSqliteDriver(this.#config, this.#connection, {
      isUnit: () => this.#unit() !== undefined,
      begins: () => {
        const failure = this.#unit()?.failure;
        if (failure !== undefined) throw failure;
      },
      wrote: async (turn) => {
        const unit = this.#unit();
        if (unit === undefined) return this.#lasting([turn]);
        unit.turns.add(turn);
        turn.promise.catch((error) => {
          unit.failure = error;
        });
      },
      ends: this.#reachDisk,
    });
    return this.#driver;
  }

  override createAdapter() {
    return new TransactionalSqliteAdapter((query, transaction) =>
      this.#runsAtOnce ? this.#driver?.runNow(query, transaction) : undefined,
    );
  }
}

/** Says whether what was written in some turns is committed. */
async function areKept(turns: readonly Turn[]): Promise<boolean> {
  const outcomes = await Promise.allSettled(turns.map(({ promise }) => promise));
  return outcomes.every(({ status }) => status === "fulfilled");
}

/** What the driver tells of work. */
interface Watch {
  /** Says whether what is written waits for the disk later. */
  isUnit(): boolean;
  /** Throws where it must not ask anything more. */
  begins(): void;
  /** Resolves once it may go on. */
  wrote(turn: Turn): Promise<void>;
  /** Nobody will ask any more. */
  ends(): Promise<void>;
}

class DurableSqliteDriver extends SqliteDriver {
  readonly #connection: () => SqliteConnection | undefined;
  readonly #watch: Watch;
  readonly #lock = createLock();
  #one: DatabaseConnection | undefined;
  #turn: Turn | undefined;
  /** Stands for the transaction that is open. */
  #part: symbol | undefined;
  readonly #partOf = new WeakMap<object, symbol>();

  constructor(config: SqliteDialectConfig, connection: () => SqliteConnection | undefined, watch: Watch) {
    super(config);
    this.#connection = connection;
    this.#watch = watch;
  }

  /** See `NearAdapter`. */
  runNow<Row>(
    { sql, parameters }: CompiledQuery<Row>,
    transaction: object | undefined,
  ): QueryResult<Row> | undefined {
    const connection = this.#connection();
    // One whose transaction is over is left to Kysely, which refuses it.
    const mayRun = transaction === undefined ? !this.#lock.isTaken() : this.#isOpen(transaction);
    if (connection === undefined || !mayRun) return undefined;
    this.#watch.begins();
    try {
      const statement = connection.database.prepare(sql);
      if (transaction === undefined && statement.writes && !this.#watch.isUnit()) return undefined;
      return resultOf<Row>(statement, parameters);
    } catch (error) {
      if (isBusy(error)) return undefined;
      throw error;
    } finally {
      // SQLite takes back what others wrote in this turn, also where a look at its file fails.
      const turn = transaction === undefined ? this.#turnOf(connection) : undefined;
      // Its unit of work waits for it.
      if (turn !== undefined) void this.#watch.wrote(turn);
    }
  }

  /** Kysely does not tell which transaction it begins: it is the open one with what it asks first. */
  #isOpen(transaction: object): boolean {
    if (this.#part === undefined) return false;
    const own = this.#partOf.get(transaction) ?? this.#part;
    this.#partOf.set(transaction, own);
    return own === this.#part;
  }

  override async acquireConnection(): Promise<DatabaseConnection> {
    this.#watch.begins();
    await this.#lock.take();
    this.#one ??= await super.acquireConnection();
    return new PatientConnection(this.#one, this.#lock);
  }

  override async releaseConnection(): Promise<void> {
    const turn = this.#turnOf(this.#connection());
    this.#lock.give();
    if (turn !== undefined) await this.#watch.wrote(turn);
  }

  /** The turn in which something was written since the connection was released last; undefined: nothing was. */
  #turnOf(connection: SqliteConnection | undefined): Turn | undefined {
    const failure = connection?.takenBack();
    if (failure !== undefined) {
      this.#turn?.reject(failure);
      this.#turn = undefined;
    }
    const wrote = connection?.hasWritten();
    if (connection === undefined || !connection.isInTransaction()) return undefined;
    this.#turn ??= this.#beginTurn(connection);
    return wrote ? this.#turn : undefined;
  }

  #beginTurn(connection: SqliteConnection): Turn {
    const turn = Promise.withResolvers<void>();
    // Where nobody waits for it, nobody is left to tell.
    turn.promise.catch(() => undefined);
    void this.#endTurn(turn, connection);
    return turn;
  }

  /** Commits what was written at the end of this turn of the event loop, or of a transaction that goes on. */
  async #endTurn(turn: Turn, connection: SqliteConnection): Promise<void> {
    await setImmediate();
    await this.#lock.take();
    try {
      if (this.#turn !== turn) return;
      this.#turn = undefined;
      connection.commit();
      turn.resolve();
    } catch (error) {
      turn.reject(error);
    } finally {
      this.#lock.give();
    }
  }

  // Taken back by itself where it fails, else a part of what its turn commits.
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw(`savepoint ${part}`));
    this.#part = Symbol();
  }

  override async commitTransaction(connection: PatientConnection): Promise<void> {
    this.#part = undefined;
    connection.isOver = true;
    await connection.executeQuery(release);
  }

  // SQLite takes a transaction back by itself where its disk is full, and a second time would hide why.
  override async rollbackTransaction(connection: PatientConnection): Promise<void> {
    this.#part = undefined;
    connection.isOver = true;
    if (!this.#connection()?.isInTransaction()) return;
    await connection.executeQuery(takeBack);
    await connection.executeQuery(release);
  }

  // Whoever stands in line is through before it is closed, and has what was written on the disk.
  override async destroy(): Promise<void> {
    await this.#lock.take();
    this.#lock.give();
    await this.#turn?.promise.catch(() => undefined);
    await this.#watch.ends().catch(() => undefined);
    await super.destroy();
    await this.#connection()?.close();
  }
}

/**
 * The connection for one statement or one transaction. Tries a statement again while another process has the file locked, which SQLite
 * would do by stopping the whole process. That is told at the first of a turn that writes, so nothing was done yet, and others go on with
 * the connection meanwhile.
 */
class PatientConnection implements DatabaseConnection {
  /** Its transaction ends, or has ended: what comes of it still would stay. */
  isOver = false;
  readonly #inner: DatabaseConnection;
  readonly #lock: Lock;

  constructor(inner: DatabaseConnection, lock: Lock) {
    this.#inner = inner;
    this.#lock = lock;
  }

  async executeQuery<Row>(query: CompiledQuery): Promise<QueryResult<Row>> {
    let begun: number | undefined;
    for (;;) {
      if (this.isOver && query !== release && query !== takeBack) throw new Error("The transaction is over");
      try {
        return await this.#inner.executeQuery<Row>(query);
      } catch (error) {
        begun ??= performance.now();
        if (!isBusy(error) || performance.now() - begun >= longestWait) throw error;
        this.#lock.give();
        await setTimeout(betweenTries);
        await this.#lock.take();
      }
    }
  }

  streamQuery<Row>(query: CompiledQuery, size: number): AsyncIterableIterator<QueryResult<Row>> {
    return this.#inner.streamQuery<Row>(query, size);
  }
}

function resultOf<Row>(statement: OwnStatement, parameters: readonly unknown[]): QueryResult<Row> {
  if (statement.reader) return { rows: statement.all(parameters) as Row[] };
  return { rows: [], numAffectedRows: BigInt(statement.run(parameters).changes) };
}

function isBusy(error: unknown): boolean {
  return error instanceof StoreUnavailable && error.isBusy;
}

class TransactionalSqliteAdapter extends SqliteAdapter implements NearAdapter {
  readonly runNow: NearAdapter["runNow"];

  constructor(runNow: NearAdapter["runNow"]) {
    super();
    this.runNow = runNow;
  }

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
function together(work: () => Promise<void>): () => Promise<void> {
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

type Lock = ReturnType<typeof createLock>;

/** First come, first served. */
function createLock() {
  const waiting: (() => void)[] = [];
  let taken = false;
  return {
    isTaken: () => taken,
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
