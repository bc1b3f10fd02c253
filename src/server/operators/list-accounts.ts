import type { AccountEventName } from "../domain/account-events.ts";
import { lastOfUsers } from "../store/audit.ts";
import { membershipsOf } from "../store/customers.ts";
import { secondFactorKindsOf } from "../store/second-factors.ts";
import type { Db } from "../store/tables.ts";
import { type User, usersAfter } from "../store/users.ts";
import { csvLine } from "./csv-line.ts";

const batch = 500;

type Value = string | boolean | readonly string[] | null;

/** Name → what of an account stands there; `found` is what was looked up for it. */
type Columns<Found> = Record<string, (user: User, found: Found) => Value>;

/** Looks up for some accounts at once what their columns need beside them. */
type Find<Found> = (db: Db, userIds: readonly string[]) => Promise<(userId: string) => Found>;

const signedIn: AccountEventName = "signIn.completed";

const listed: Columns<{ kinds: readonly string[]; lastSignIn: number | undefined }> = {
  username: (user) => user.username,
  displayName: (user) => user.displayName,
  roles: (user) => user.roles,
  disabled: (user) => user.disabled,
  password: hashName,
  secondFactors: (_, { kinds }) => kinds,
  secondFactorRequired: (user) => user.secondFactorRequired,
  createdAt: (user) => isoTime(user.createdAt),
  lastSignInAt: (_, { lastSignIn }) => (lastSignIn === undefined ? null : isoTime(lastSignIn)),
};

const exported: Columns<readonly string[]> = {
  username: (user) => user.username,
  displayName: (user) => user.displayName,
  email: (user) => user.email,
  phone: (user) => user.phone,
  language: (user) => user.language,
  roles: (user) => user.roles,
  customers: (_, customers) => customers,
  mustChangePassword: (user) => user.mustChangePassword,
  secondFactorRequired: (user) => user.secondFactorRequired,
  disabled: (user) => user.disabled,
  dateOfBirth: (user) => user.dateOfBirth,
};

/** Who has an account, and how they sign in: a line for each, by name, as CSV or JSON. */
export function listAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, listed, async (db, userIds) => {
    const [kinds, last] = [await secondFactorKindsOf(db, userIds), await lastOfUsers(db, userIds, signedIn)];
    return (id) => ({ kinds: kinds.get(id) ?? [], lastSignIn: last.get(id) });
  });
}

/** Every account, in the columns that import reads; no hash, no key. */
export function exportAccounts(db: Db, json: boolean): AsyncGenerator<string> {
  return linesOf(db, json, exported, async (db, userIds) => {
    const customers = await membershipsOf(db, userIds);
    return (id) => customers.get(id) ?? [];
  });
}

/** The lines of all accounts; of CSV the first has the columns, also where nobody follows. */
async function* linesOf<Found>(
  db: Db,
  json: boolean,
  columns: Columns<Found>,
  find: Find<Found>,
): AsyncGenerator<string> {
  if (!json) yield csvLine(Object.keys(columns));
  let users: User[] = [];
  do {
    users = await usersAfter(db, users.at(-1)?.usernameFold ?? "", batch);
    const found = await find(
      db,
      users.map(({ id }) => id),
    );
    for (const user of users) {
      const values = Object.entries(columns).map(([name, of]) => [name, of(user, found(user.id))] as const);
      yield json
        ? JSON.stringify(Object.fromEntries(values.filter(isGiven)))
        : csvLine(values.map(([, value]) => cellOf(value)));
    }
  } while (users.length === batch);
}

/** Says whether there is anything: in what import reads back nothing is null. */
function isGiven([, value]: readonly [string, Value]): boolean {
  return value !== null;
}

function cellOf(value: Value): string {
  if (value === null) return "";
  return typeof value === "object" ? value.join(";") : String(value);
}

export function isoTime(at: number): string {
  return new Date(at).toISOString();
}

/** By which algorithm a password is hashed, which tells who has not signed in since the import. */
function hashName({ passwordPhc }: User): string | null {
  return passwordPhc?.split("$")[1] ?? null;
}
