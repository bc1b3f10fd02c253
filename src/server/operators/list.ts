import { membershipsOf } from "../store/customers.ts";
import { secondFactorKindsOf } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { type User, usersAfter } from "../store/users.ts";
import { csvLine } from "./csv-line.ts";

const batch = 500;

type Values = Record<string, string | boolean | string[] | null>;

/** Who has an account, and how they sign in: a line for each, by name, as CSV or JSON. */
export function listAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, async (users) => {
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

/** Every account, in the columns that import reads; no hash, no key. */
export function exportAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, async (users) => {
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

async function* linesOf(
  db: Db,
  json: boolean,
  describe: (users: readonly User[]) => Promise<Values[]>,
): AsyncGenerator<string> {
  let users: User[] = [];
  let isFirst = true;
  do {
    users = await usersAfter(db, users.at(-1)?.usernameFold ?? "", batch);
    for (const values of await describe(users)) {
      if (isFirst && !json) yield csvLine(Object.keys(values));
      isFirst = false;
      yield json ? JSON.stringify(withoutEmpty(values)) : csvLine(Object.values(values).map(cellOf));
    }
  } while (users.length === batch);
}

/** What import reads back: there nothing is null. */
function withoutEmpty(values: Values): Values {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));
}

function cellOf(value: Values[string]): string {
  if (value === null || value === undefined) return "";
  return Array.isArray(value) ? value.join(";") : String(value);
}

/** By which algorithm a password is hashed, which tells who has not signed in since the import. */
function hashName({ passwordPhc }: User): string | null {
  return passwordPhc?.split("$")[1] ?? null;
}

function idOf({ id }: User): string {
  return id;
}
