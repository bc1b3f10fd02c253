import { membershipsOf } from "../store/customers.ts";
import { secondFactorKindsOf } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { type User, usersAfter } from "../store/users.ts";
import { csvLine } from "./csv-line.ts";

const batch = 500;

type Value = string | boolean | string[] | null;

const listed = [
  "username",
  "displayName",
  "roles",
  "disabled",
  "password",
  "secondFactors",
  "secondFactorRequired",
  "createdAt",
] as const;

/** Who has an account, and how they sign in: a line for each, by name, as CSV or JSON. */
export function listAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, listed, async (users) => {
    const kinds = await secondFactorKindsOf(db, users.map(idOf));
    return users.map((user) => ({
      username: user.username,
      displayName: user.displayName,
      roles: user.roles,
      disabled: user.disabled,
      password: hashName(user),
      secondFactors: kinds.get(user.id) ?? [],
      secondFactorRequired: user.secondFactorRequired,
      createdAt: new Date(user.createdAt).toISOString(),
    }));
  });
}

const exported = [
  "username",
  "displayName",
  "email",
  "phone",
  "language",
  "roles",
  "customers",
  "mustChangePassword",
  "secondFactorRequired",
  "disabled",
  "dateOfBirth",
] as const;

/** Every account, in the columns that import reads; no hash, no key. */
export function exportAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, exported, async (users) => {
    const customers = await membershipsOf(db, users.map(idOf));
    return users.map((user) => ({
      username: user.username,
      displayName: user.displayName,
      email: user.email,
      phone: user.phone,
      language: user.language,
      roles: user.roles,
      customers: customers.get(user.id) ?? [],
      mustChangePassword: user.mustChangePassword,
      secondFactorRequired: user.secondFactorRequired,
      disabled: user.disabled,
      dateOfBirth: user.dateOfBirth,
    }));
  });
}

/** The lines of all accounts; of CSV the first has the columns, also where nobody follows. */
async function* linesOf<Column extends string>(
  db: Db,
  json: boolean,
  columns: readonly Column[],
  describe: (users: readonly User[]) => Promise<Record<Column, Value>[]>,
): AsyncGenerator<string> {
  if (!json) yield csvLine(columns);
  let users: User[] = [];
  do {
    users = await usersAfter(db, users.at(-1)?.usernameFold ?? "", batch);
    for (const values of await describe(users))
      yield json
        ? JSON.stringify(withoutEmpty(values))
        : csvLine(columns.map((column) => cellOf(values[column])));
  } while (users.length === batch);
}

/** What import reads back: there nothing is null. */
function withoutEmpty(values: Record<string, Value>): Record<string, Value> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function cellOf(value: Value): string {
  if (value === null) return "";
  return Array.isArray(value) ? value.join(";") : String(value);
}

/** By which algorithm a password is hashed, which tells who has not signed in since the import. */
function hashName({ passwordPhc }: User): string | null {
  return passwordPhc?.split("$")[1] ?? null;
}

function idOf({ id }: User): string {
  return id;
}
