import { sql } from "kysely";
import { totpPurpose } from "../codes/totp.ts";
import { keyMark, open, type SecretKeys, seal } from "../crypto.ts";
import { signOutPurpose } from "../oidc/upstream-sign-out.ts";
import { requestPurpose } from "../store/authorization-requests.ts";
import { messagePurpose } from "../store/messages.ts";
import { recordPurpose } from "../store/oidc-records.ts";
import { keepRecoveryCodeKeys } from "../store/recovery-codes.ts";
import { purposeOf, type SecretKind } from "../store/secrets.ts";
import { applicationPurpose, models } from "../store/session-applications.ts";
import { noticePurpose } from "../store/sign-out-notices.ts";
import { StoreUnusable } from "../store/store-unusable.ts";
import type { Db, Tables } from "../store/tables.ts";

/** A column of sealed values that live longer than a sign-in lasts. */
interface SealedColumn {
  table: keyof Tables;
  /** The primary key: texts that are never empty. */
  key: readonly string[];
  column: string;
  /** What the purpose needs beside the key. */
  beside?: string;
  purpose(row: Row): string;
}

type Row = Record<string, string>;

const columns: readonly SealedColumn[] = [
  {
    table: "secrets",
    key: ["kid"],
    column: "value",
    beside: "kind",
    purpose: ({ kind }) => purposeOf(kind as SecretKind),
  },
  { table: "second_factors", key: ["user_id", "kind"], column: "secret", purpose: () => totpPurpose },
  { table: "oidc_records", key: ["model", "id_hash"], column: "payload", purpose: purposeOfRecord },
  { table: "authorization_requests", key: ["uid"], column: "params", purpose: () => requestPurpose },
  { table: "messages", key: ["id"], column: "content", purpose: () => messagePurpose },
  { table: "sign_out_notices", key: ["id"], column: "content", purpose: () => noticePurpose },
  { table: "sessions", key: ["id_hash"], column: "vendor_token", purpose: () => signOutPurpose },
];

function purposeOfRecord({ model }: Row): string {
  return model === models.application ? applicationPurpose : recordPurpose;
}

const batch = 500;

/** How many sealed values another key than the first is still needed for. */
export async function countOldSeals(db: Db, secretKeys: SecretKeys): Promise<number> {
  let count = 0;
  for (const sealed of columns) {
    for await (const rows of oldRows(db, sealed, secretKeys)) count += rows.length;
  }
  return count;
}

/**
 * Seals anew by the first key what another one sealed, also while servers run that have all of them; gives how much it was.
 * Throws `StoreUnusable` where none of the keys opens something; what was done until then stays.
 */
export async function renewSeals(db: Db, secretKeys: SecretKeys, now: number): Promise<number> {
  await keepRecoveryCodeKeys(db, secretKeys, now);
  let count = 0;
  for (const sealed of columns) {
    for await (const rows of oldRows(db, sealed, secretKeys)) {
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) await renewRow(transaction, sealed, secretKeys, row);
      });
      count += rows.length;
    }
  }
  return count;
}

/** The rows whose value another key than the first sealed. Goes along the primary key, so that it looks at each row once. */
async function* oldRows(db: Db, sealed: SealedColumn, secretKeys: SecretKeys): AsyncGenerator<Row[]> {
  const { table, key, column, beside } = sealed;
  const place = sql.join(key.map((name) => sql.ref(name)));
  const read = sql.join([...key, beside ?? []].flat().map((name) => sql.ref(name)));
  const old = sql`case when ${isOld(sealed, secretKeys)} then ${sql.ref(column)} end`;
  let last: Row | undefined;
  do {
    const after = sql.join(key.map((name) => last?.[name] ?? ""));
    const { rows } = await sql<Row>`
      select ${read}, ${old} as ${sql.ref(column)} from ${sql.table(table)}
      where (${place}) > (${after}) order by ${place} limit ${sql.lit(batch)}`.execute(db);
    const found = rows.filter((row) => row[column] !== null);
    if (found.length > 0) yield found;
    // One that is not full is the last.
    last = rows[batch - 1];
  } while (last !== undefined);
}

async function renewRow(
  db: Db,
  { table, key, column, purpose }: SealedColumn,
  secretKeys: SecretKeys,
  row: Row,
): Promise<void> {
  const old = row[column] ?? "";
  const renewed = seal(secretKeys, purpose(row), opened(secretKeys, purpose(row), old, table));
  const conditions = [...key, column].map((name) => sql`${sql.ref(name)} = ${row[name]}`);
  // A server that has written something else meanwhile has done so by its first key.
  await sql`update ${sql.table(table)} set ${sql.ref(column)} = ${renewed} where ${sql.join(conditions, sql` and `)}`.execute(
    db,
  );
}

function opened(secretKeys: SecretKeys, purpose: string, sealed: string, table: string): string {
  try {
    return open(secretKeys, purpose, sealed);
  } catch (cause) {
    throw new StoreUnusable(
      `None of the keys opens something of the table ${table}: name the key that sealed it in VESTIBULE_OTHER_SECRET_KEYS`,
      cause,
    );
  }
}

/** Is sealed, and not by the first key. Messages that were sent are empty. */
function isOld({ column }: SealedColumn, [first]: SecretKeys) {
  const value = sql.ref(column);
  return sql<boolean>`${value} is not null and ${value} <> '' and ${value} not like ${`${keyMark(first)}.%`}`;
}
