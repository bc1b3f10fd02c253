import {
  Kysely,
  PostgresAdapter,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  sql,
} from "kysely";
import pg from "pg";
import { createKeptPlans, type KeptPlans } from "./kept-plans.ts";
import { type Sent, sendTogether } from "./postgres-batch.ts";
import { onlyWrites } from "./statement.ts";
import type { OnQuery } from "./store.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { Db, Tables } from "./tables.ts";

/** Milliseconds. The database gives up on a statement a little before we stop waiting for it. */
const limits = { connect: 1500, statement: 1800, query: 2000, idleInTransaction: 10_000, migrationLock: 800 };
const poolSize = 16;
/** Names the one lock that the server takes. */
const migrationLock = 5_400_001;

// Classes of SQLSTATE whose cause is outside the statement: connection, deadlock, resources, cancelled or shut
// down, system trouble; and a database that has become read-only by a fail-over, or ended a transaction that stood still.
const unavailableClasses = new Set(["08", "40", "53", "57", "58"]);
const unavailableCodes = new Set(["25006", "25P03", "55P03"]);

// No such database, a role that may not connect, a wrong password.
const refusals = new Set(["3D000", "28000", "28P01"]);

/** What is given for a statement whose answer is not waited for. */
const unread = Object.freeze({ command: "", rowCount: 0, rows: [] });
type Unread = typeof unread;

type Statement = Omit<Sent, "name">;

export interface PostgresOptions {
  /** Time limits are for answering people; changes of the schema and operators' commands may take longer. */
  limited: boolean;
  /** How many there are at most. */
  size?: number;
  /** A connection broke while nobody waited for its answer. */
  onLost(error: Error): void;
  onQuery?: OnQuery;
}

/** How many connections of a pool do what, and how much work waits for one. */
export interface Connections {
  inUse: number;
  idle: number;
  waiting: number;
}

/** Opens a pool of connections to PostgreSQL; connects at the first query. */
export function openPostgres(
  url: string,
  { limited, size = poolSize, onLost, onQuery }: PostgresOptions,
): { db: Db; connections(): Connections } {
  const plans = createKeptPlans();
  const direct = new WeakSet<pg.ClientBase>();
  const pool = new pg.Pool({
    connectionString: url,
    application_name: "vestibule",
    max: size,
    connectionTimeoutMillis: limits.connect,
    keepAlive: true,
    pipeline: true,
    types: { getTypeParser },
    // A change of the schema would outdate plans of its own.
    onConnect: async (client) => {
      if (!limited || !(await isDirect(client))) return;
      direct.add(client);
      // A process that stands still, or is gone with its machine, holds what it has locked no longer than this.
      await client.query(`set idle_in_transaction_session_timeout = ${limits.idleInTransaction}`);
    },
    ...(limited && { statement_timeout: limits.statement, query_timeout: limits.query }),
  });
  pool.on("error", onLost);
  // Without a listener of its own a connection that breaks between two statements would end the process.
  pool.on("connect", (client) => client.on("error", onLost));
  const db = new Kysely<Tables>({
    dialect: new PooledPostgresDialect({
      pool: guardedPool(pool, (client) => (direct.has(client) ? plans : undefined)),
    }),
    log: onQuery,
  });
  const connections = () => {
    const { totalCount, idleCount: idle, waitingCount: waiting } = pool;
    return { inUse: totalCount - idle, idle, waiting };
  };
  return { db, connections };
}

class PooledPostgresDialect extends PostgresDialect {
  override createAdapter() {
    return new PooledPostgresAdapter();
  }
}

// The stock adapter's lock belongs to the connection: behind a pooler that is another one with each transaction, and the lock
// would stay. This one ends with its transaction, as does the freedom from a time limit that the database's role may have.
class PooledPostgresAdapter extends PostgresAdapter {
  override async acquireMigrationLock(db: Kysely<unknown>): Promise<void> {
    await sql`select set_config('statement_timeout', '0', true)`.execute(db);
    // Who is gone with its machine would keep the lock for hours, and nobody could start.
    await sql`select set_config('idle_in_transaction_session_timeout', ${String(limits.idleInTransaction)}, true)`.execute(
      db,
    );
    await sql`select pg_advisory_xact_lock(${sql.lit(migrationLock)})`.execute(db);
    // Everybody else's statements wait behind one that waits for a long reader, such as a backup, or for a sign-in that waits for it
    // in turn: it is tried again instead, before any of theirs has waited too long and before the database would pick one to end.
    await sql`select set_config('lock_timeout', ${sql.lit(`${limits.migrationLock}ms`)}, true)`.execute(db);
  }

  override async releaseMigrationLock(): Promise<void> {}
}

/**
 * Whether the connection leads to the process that greeted us. A pooler greets as itself, and what one transaction left in
 * its connection would be another's, or gone.
 */
async function isDirect(client: pg.ClientBase & { processID?: number }): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>("select pg_backend_pid() as pid");
  return rows[0]?.pid === client.processID;
}

/** A pool whose errors say whether the database is away, and that drops connections which no longer answer. */
function guardedPool(pool: pg.Pool, plansOf: (client: pg.PoolClient) => KeptPlans | undefined): PostgresPool {
  return {
    options: pool.options,
    end: () => pool.end(),
    connect: async () => {
      const client = await connectionOf(pool).catch(fail);
      return guardedClient(client, plansOf(client), pool.options.query_timeout);
    },
  };
}

/** Throws `StoreUnusable` where the address names what cannot be read: its certificates are read for each connection. */
function connectionOf(pool: pg.Pool): Promise<pg.PoolClient> {
  try {
    return pool.connect();
  } catch (error) {
    const { message } = Object(error) as Error;
    throw new StoreUnusable(`DATABASE_URL cannot be used: ${message}`, error);
  }
}

/**
 * A connection for one statement or one transaction, which waits for the database only where something is asked: `begin` and what only
 * writes go with the next statement that is waited for, or with the commit, and what fails of them fails it.
 */
function guardedClient(
  client: pg.PoolClient,
  plans: KeptPlans | undefined,
  deadline: number | undefined,
): PostgresPoolClient {
  let lost = false;
  let isInTransaction = false;
  // What goes with the next statement that is waited for.
  let held: Statement[] = [];
  // Why the transaction may not have begun. Whatever came after that would not be a part of it, and would stay.
  let unbegun: Error | undefined;
  // It ends, or has ended: what comes of it still would stay by itself, or go with the next transaction.
  let isOver = false;
  const send = async (statements: readonly Statement[]): Promise<pg.QueryResult> => {
    const named = statements.map((one) => ({ ...one, name: plans?.nameOf(one.text, one.values) }));
    try {
      return await sendTogether(client, named, deadline && deadline * statements.length);
    } catch (error) {
      if (isOutdatedPlan(error)) {
        for (const { name } of named) plans?.renew(name);
        // Nothing of it was done, but a transaction has failed with it.
        if (!isInTransaction) return send(statements);
      }
      lost ||= isUnavailable(error) && !isCancelled(error);
      return fail(error);
    }
  };
  const rollBack = async () => {
    isOver = true;
    // The driver tells a failure before it knows whether that has ended the transaction.
    return held[0]?.text === "begin" ? unread : send([{ text: "rollback", values: [] }]);
  };
  const query = async (text: string, values: readonly unknown[]): Promise<pg.QueryResult | Unread> => {
    if (text === "rollback") return rollBack();
    if (isOver) throw new Error("The transaction is over");
    if (unbegun !== undefined) throw unbegun;
    const statement = { text, values };
    isInTransaction ||= text === "begin";
    if (text === "begin" || (isInTransaction && onlyWrites(text))) {
      held.push(statement);
      return unread;
    }
    const statements = [...held, statement];
    held = [];
    isOver = text === "commit";
    return send(statements).catch((error) => {
      if (statements[0]?.text === "begin") unbegun = error;
      throw error;
    });
  };
  return {
    // Kysely's second signature is for cursors, which nothing here reads with.
    query: query as unknown as PostgresPoolClient["query"],
    release: (discard) => client.release(discard === true || lost),
  };
}

function fail(error: unknown): never {
  if (error instanceof pg.DatabaseError && refusals.has(error.code ?? ""))
    throw new StoreUnusable(`DATABASE_URL names what PostgreSQL refuses: ${error.message}`, error);
  throw isUnavailable(error) ? new StoreUnavailable(error) : error;
}

/** Errors without an SQLSTATE come from the connection itself: refused, reset, timed out, closed. */
function isUnavailable(error: unknown): boolean {
  if (error instanceof pg.DatabaseError) {
    const code = error.code ?? "";
    const isOutside = unavailableClasses.has(code.slice(0, 2)) || unavailableCodes.has(code);
    return isOutside || isOutdatedPlan(error);
  }
  return error instanceof Error && !(error instanceof TypeError);
}

/** The statement took too long; its connection is as good as before. */
function isCancelled(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.code === "57014";
}

/** A newer version of ours has changed a table since the plan was made. */
function isOutdatedPlan(error: unknown): boolean {
  return error instanceof pg.DatabaseError && error.routine === "RevalidateCachedQuery";
}

const int8 = pg.types.builtins.INT8;

// Counts and times are 64 bits wide in the database and stay below 2^53 in ours.
function getTypeParser(...[type, format]: Parameters<typeof pg.types.getTypeParser>) {
  return type === int8 && format !== "binary" ? Number : pg.types.getTypeParser(type, format);
}
