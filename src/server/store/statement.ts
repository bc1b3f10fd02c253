import type { CompiledQuery, DialectAdapter, QueryResult } from "kysely";
import { valuesAtMost } from "./kept-plans.ts";
import type { Db } from "./tables.ts";

/** A statement that runs with other values each time. */
export type Statement<Given, Row> = (db: Db, given: Given) => Promise<QueryResult<Row>>;

/** That of a database in this process, which has nothing to wait for. */
export interface NearAdapter extends DialectAdapter {
  /**
   * Runs a statement at once: in a transaction each, else where nobody else has the connection one that only looks, or that writes
   * for a unit of work. Undefined where it has to be waited for, as for any other database. It overtakes what was asked in the same
   * transaction before and was not waited for.
   */
  runNow<Row>(query: CompiledQuery<Row>, transaction: Db | undefined): QueryResult<Row> | undefined;
}

/**
 * A statement that is written once per database, and once for each length of the lists that it is given, and not each time that
 * it runs, which would cost more than what SQLite does for it: for those of every view, sign-in and code. `build` is given
 * something of the same form as what is given later, with the places of the values instead of values, and so may put them into
 * the statement and decide nothing by them. Nothing in it is optional; one with long lists is written each time. A database in this
 * process runs it at once: half of what it costs is Kysely's way to a connection otherwise. A limit in it is written by `sql.lit`:
 * SQLite plans a statement anew each time that a bound one is given, which costs it five times as much.
 */
export function statement<Given extends object, Row>(
  build: (db: Db, given: Given) => CompiledQuery<Row>,
): Statement<Given, Row> {
  const writtenFor = new WeakMap<object, Map<string, CompiledQuery<Row>>>();
  return async (db, given) => {
    const adapter: DialectAdapter & Partial<NearAdapter> = db.getExecutor().adapter;
    const written = writtenFor.get(adapter) ?? new Map<string, CompiledQuery<Row>>();
    if (written.size === 0) writtenFor.set(adapter, written);
    const form = lengthsOf(given as Record<string, unknown>);
    const query = written.get(form) ?? build(db, placesOf(given, []) as Given);
    if (query.parameters.length <= valuesAtMost) written.set(form, query);
    const parameters = query.parameters.map((value) => (value instanceof Place ? value.in(given) : value));
    const filled = { ...query, parameters };
    return adapter.runNow?.<Row>(filled, db.isTransaction ? db : undefined) ?? db.executeQuery(filled);
  };
}

/** The same for a statement whose text is another for each shape, of which there are few. */
export function statementPer<Shape, Given extends object, Row>(
  build: (db: Db, given: Given, shape: Shape) => CompiledQuery<Row>,
): (shape: Shape) => Statement<Given, Row> {
  const made = new Map<string, Statement<Given, Row>>();
  return (shape) => {
    const key = JSON.stringify(shape);
    const known = made.get(key) ?? statement<Given, Row>((db, given) => build(db, given, shape));
    made.set(key, known);
    return known;
  };
}

const writesMark = "/* only writes */";

/**
 * One that only writes, and about whose outcome nobody asks. In a transaction of PostgreSQL it is sent with the next statement that is
 * waited for, or with the commit, and fails that if it fails. So a transaction takes as many round trips as it has questions.
 */
export function writing<Given extends object>(
  build: (db: Db, given: Given) => CompiledQuery,
): (db: Db, given: Given) => Promise<void> {
  const write = statement<Given, unknown>((db, given) => {
    const query = build(db, given);
    return { ...query, sql: `${query.sql} ${writesMark}` };
  });
  return async (db, given) => {
    await write(db, given);
  };
}

/** Says whether a statement is one of `writing`. */
export function onlyWrites(text: string): boolean {
  return text.endsWith(writesMark);
}

/** Where in what is given a value of the statement stands. */
class Place {
  readonly #path: readonly string[];

  constructor(path: readonly string[]) {
    this.#path = path;
  }

  in(given: object): unknown {
    return this.#path.reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], given);
  }
}

function placesOf(given: unknown, path: readonly string[]): unknown {
  if (Array.isArray(given)) return given.map((item, index) => placesOf(item, [...path, String(index)]));
  if (typeof given !== "object" || given === null) return new Place(path);
  const places = Object.entries(given).map(([name, value]) => [name, placesOf(value, [...path, name])]);
  return Object.fromEntries(places);
}

function lengthsOf(given: Record<string, unknown>): string {
  let lengths = "";
  // Without a list of the values, which would be made each time that a statement runs.
  for (const name in given) {
    const value = given[name];
    if (Array.isArray(value)) lengths += `${value.length} `;
  }
  return lengths;
}
