import pg from "pg";

/** One of the statements that are sent together. */
export interface Sent {
  text: string;
  values: readonly unknown[];
  /** Under which PostgreSQL keeps it; undefined: it does not. */
  name: string | undefined;
}

/** What the driver's query and connection do beside what their types say. */
interface DriversQuery {
  submit(connection: pg.Connection): void;
  handleRowDescription(message: { fields: readonly pg.FieldDef[] }): void;
  handleCommandComplete(message: { text: string }, connection: pg.Connection): void;
  handleReadyForQuery(connection: pg.Connection): void;
}
type Done = (error: Error | null, answer: pg.QueryResult) => void;
const DriversQuery = pg.Query as unknown as new (config: pg.QueryConfig, done: Done) => DriversQuery;
const { prepareValue } = (
  pg as unknown as { utils: { prepareValue(value: unknown): string | Buffer | null } }
).utils;

/**
 * The names under which a connection keeps statements, each with the columns of its answer, which are not asked for again: PostgreSQL
 * refuses what it keeps once they have changed.
 */
const keptBy = new WeakMap<pg.Connection, Map<string, readonly pg.FieldDef[]>>();

/**
 * Sends statements in one message and gives the answer to the last one; after one that fails none is carried out. The driver would send
 * each by itself and have it answered by itself, which costs both sides calls of their kernels. `deadline` is for the whole answer, in
 * milliseconds.
 */
export async function sendTogether(
  client: pg.ClientBase,
  statements: readonly Sent[],
  deadline: number | undefined,
): Promise<pg.QueryResult> {
  return new Promise((resolve, reject) => {
    const done: Done = (error, answer) => (error ? reject(error) : resolve(answer));
    client.query(new Batch(statements, deadline, done));
  });
}

class Batch extends DriversQuery {
  /** Where the driver looks how long it waits. */
  readonly query_timeout: number | undefined;
  readonly #statements: readonly { text: string; values: ReturnType<typeof prepareValue>[]; name: string }[];
  #unanswered: number;
  /** Of the last answer; nobody reads the others. */
  #columns: readonly pg.FieldDef[] = [];

  constructor(statements: readonly Sent[], deadline: number | undefined, done: Done) {
    super({ text: statements.at(-1)?.text ?? "" }, done);
    this.query_timeout = deadline;
    this.#statements = statements.map(({ text, values, name = "" }) => ({
      text,
      values: values.map(prepareValue),
      name,
    }));
    this.#unanswered = statements.length;
  }

  override submit(connection: pg.Connection): void {
    const kept = columnsKeptBy(connection);
    const last = this.#statements.at(-1);
    connection.stream.cork();
    for (const statement of this.#statements) {
      const { text, values, name } = statement;
      const columns = kept.get(name);
      if (columns === undefined) {
        // A batch that failed may have left it there.
        if (name !== "") connection.close({ type: "S", name }, true);
        connection.parse({ text, name, types: [] }, true);
      }
      connection.bind({ statement: name, values }, true);
      if (statement === last) {
        if (columns === undefined) connection.describe({ type: "P" }, true);
        else this.handleRowDescription({ fields: columns });
      }
      connection.execute(null, true);
    }
    connection.sync();
    connection.stream.uncork();
  }

  override handleRowDescription(message: { fields: readonly pg.FieldDef[] }): void {
    this.#columns = message.fields;
    super.handleRowDescription(message);
  }

  override handleCommandComplete(message: { text: string }, connection: pg.Connection): void {
    this.#unanswered -= 1;
    if (this.#unanswered === 0) super.handleCommandComplete(message, connection);
  }

  override handleReadyForQuery(connection: pg.Connection): void {
    const kept = columnsKeptBy(connection);
    const last = this.#statements.at(-1);
    for (const statement of this.#statements)
      if (statement.name !== "") kept.set(statement.name, statement === last ? this.#columns : []);
    super.handleReadyForQuery(connection);
  }
}

function columnsKeptBy(connection: pg.Connection): Map<string, readonly pg.FieldDef[]> {
  const kept = keptBy.get(connection) ?? new Map<string, readonly pg.FieldDef[]>();
  keptBy.set(connection, kept);
  return kept;
}
