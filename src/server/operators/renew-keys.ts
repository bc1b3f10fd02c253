import { sql } from "kysely";
import { keyMark, open, type SecretKeys, seal } from "../crypto.ts";
import { signOutPurpose } from "../oidc/upstream-sign-out.ts";
import { messagePurpose } from "../store/messages.ts";
import { recordPurpose } from "../store/oidc-records.ts";
import { keepRecoveryCodeKeys } from "../store/recovery-codes.ts";
import { purposeOf, type SecretKind } from "../store/secrets.ts";
import { applicationPurpose, models } from "../store/session-applications.ts";
import { noticePurpose } from "../store/sign-out-notices.ts";
import { StoreUnusable } from "../store/store-unusable.ts";
import type { Db, Tables } from "../store/tables.ts";
import { totpPurpose } from "../totp.ts";

/** A column of sealed values that live longer than a sign-in lasts. */
interface SealedColumn {
  table: keyof Tables;
  /** The primary key. */
  key: readonly string[];
  column: string;
  purpose(row: Record<string, string>): string;
}

const columns: readonly SealedColumn[] = [
  { table: "secrets", key: ["kid"], column: "value", purpose: ({ kind }) => purposeOf(kind as SecretKind) },
  { table: "second_factors", key: ["user_id", "kind"], column: "secret", purpose: () => totpPurpose },
  { table: "oidc_records", key: ["model", "id_hash"], column: "payload", purpose: purposeOfRecord },
  { table: "messages", key: ["id"], column: "content", purpose: () => messagePurpose },
  { table: "sign_out_notices", key: ["id"], column: "content", purpose: () => noticePurpose },
  { table: "sessions", key: ["id_hash"], column: "vendor_token", purpose: () => signOutPurpose },
];

function purposeOfRecord({ model }: Record<string, string>): string {
  return model === models.application ? applicationPurpose : recordPurpose;
}

const batch = 500;

/** How many sealed values another key than the first is still needed for. */
export async function countOldSeals(db: Db, secretKeys: SecretKeys): Promise<number> {
  let count = 0;
  for (const sealed of columns) {
    const { rows } = await sql<{ count: number | string }>`
      select count(*) as count from ${sql.table(sealed.table)} where ${isOld(sealed, secretKeys)}`.execute(
      db,
    );
    count += Number(rows[0]?.count ?? 0);
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
    for (let rows = await oldRows(db, sealed, secretKeys); rows.length > 0; ) {
      await db.transaction().execute(async (transaction) => {
        for (const row of rows) await renewRow(transaction, sealed, secretKeys, row);
      });
      count += rows.length;
      rows = await oldRows(db, sealed, secretKeys);
    }
  }
  return count;
}

async function oldRows(db: Db, sealed: SealedColumn, secretKeys: SecretKeys) {
  const { rows } = await sql<Record<string, string>>`
    select * from ${sql.table(sealed.table)} where ${isOld(sealed, secretKeys)} limit ${batch}`.execute(db);
  return rows;
}

async function renewRow(
  db: Db,
  { table, key, column, purpose }: SealedColumn,
  secretKeys: SecretKeys,
  row: Record<string, string>,
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
