import { foldUsername } from "../domain/fold.ts";
import { writeAudits } from "../store/audit.ts";
import {
  addMemberships,
  knownCustomers,
  requireSecondFactorAt,
  upsertCustomers,
} from "../store/customers.ts";
import type { Db } from "../store/tables.ts";
import { insertUsers } from "../store/users.ts";
import type { CheckedRow, ImportedCustomer, ImportedUser } from "./check-rows.ts";
import { doneBy } from "./done-by.ts";
import type { RefusedRow } from "./read-rows.ts";

// A server on SQLite waits for each batch: a fraction of a second.
const batchSize = 500;

/** How an import is run. */
export interface ImportRun {
  db: Db;
  now: number;
  /** Who did it, for the audit. */
  by: string;
  /** Nothing is written unless everything is; a server on SQLite cannot write until it is. */
  allOrNothing: boolean;
  /** Called after each batch with how many rows are done; what it throws ends the import there. */
  onProgress(done: number): void | Promise<void>;
}

/** Writes accounts, each with its customers and its line in the audit, and gives the rows that were refused. */
export function importUsers(
  run: ImportRun,
  rows: readonly CheckedRow<ImportedUser>[],
): Promise<RefusedRow[]> {
  return writeInBatches(run, rows, (transaction, batch) => writeUsers(transaction, batch, run));
}

/** Writes customers; those that are there are renamed, and what is left out of them stays. */
export function importCustomers(
  run: ImportRun,
  rows: readonly CheckedRow<ImportedCustomer>[],
): Promise<RefusedRow[]> {
  return writeInBatches(run, rows, async (transaction, batch) => {
    const customers = batch.map(({ value }) => value);
    await upsertCustomers(transaction, customers);
    for (const required of [true, false]) {
      const ids = customers
        .filter(({ secondFactorRequired }) => secondFactorRequired === required)
        .map(({ id }) => id);
      await requireSecondFactorAt(transaction, ids, required);
    }
    return [];
  });
}

type WriteBatch<Value> = (
  transaction: Db,
  batch: readonly CheckedRow<Value>[],
) => Promise<readonly RefusedRow[]>;

/** Rolls a transaction back. */
class Refused extends Error {
  readonly refused: RefusedRow[];

  constructor(refused: RefusedRow[]) {
    super("rows were refused");
    this.refused = refused;
  }
}

async function writeInBatches<Value>(
  { db, allOrNothing, onProgress }: ImportRun,
  rows: readonly CheckedRow<Value>[],
  write: WriteBatch<Value>,
): Promise<RefusedRow[]> {
  const all = async (perBatch: (batch: readonly CheckedRow<Value>[]) => Promise<readonly RefusedRow[]>) => {
    const refused: RefusedRow[] = [];
    for (let start = 0; start < rows.length; start += batchSize) {
      const batch = rows.slice(start, start + batchSize);
      refused.push(...(await perBatch(batch)));
      await onProgress(start + batch.length);
    }
    return refused;
  };
  if (!allOrNothing)
    return all((batch) => db.transaction().execute((transaction) => write(transaction, batch)));
  try {
    return await db.transaction().execute(async (transaction) => {
      const refused = await all((batch) => write(transaction, batch));
      if (refused.length > 0) throw new Refused(refused);
      return refused;
    });
  } catch (error) {
    if (error instanceof Refused) return error.refused;
    throw error;
  }
}

/** What is wrong with a person of a customer that is not there. */
export function noSuchCustomer(id: string): string {
  return `no customer has the id "${id}"`;
}

async function writeUsers(
  transaction: Db,
  batch: readonly CheckedRow<ImportedUser>[],
  { by, now }: ImportRun,
): Promise<RefusedRow[]> {
  const customers = await knownCustomers(
    transaction,
    batch.flatMap(({ value }) => value.customers ?? []),
  );
  const unknownOf = ({ value }: CheckedRow<ImportedUser>) =>
    value.customers?.find((id) => !customers.has(id));
  const writable = batch.filter((row) => unknownOf(row) === undefined);
  const added = await insertUsers(
    transaction,
    writable.map(({ value: { passwordHash, customers: _, ...user } }) => ({
      ...user,
      passwordPhc: passwordHash ?? null,
    })),
    now,
  );
  const idOf = new Map(added.map(({ id, usernameFold }) => [usernameFold, id]));
  const memberships = writable.flatMap(({ value }) => {
    const userId = idOf.get(foldUsername(value.username));
    return userId === undefined ? [] : (value.customers ?? []).map((customerId) => ({ userId, customerId }));
  });
  await addMemberships(transaction, memberships);
  const detail = doneBy(by);
  const audits = added.map(({ id }) => ({ event: "account.added", userId: id, detail }));
  await writeAudits(transaction, audits, now);
  return batch.flatMap((checked) => {
    const { row, value } = checked;
    const unknown = unknownOf(checked);
    if (unknown !== undefined) return [{ row, problem: noSuchCustomer(unknown) }];
    const isAdded = idOf.has(foldUsername(value.username));
    return isAdded ? [] : [{ row, problem: `username is taken by an account that is there` }];
  });
}
