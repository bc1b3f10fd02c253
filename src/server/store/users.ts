import { type Insertable, PostgresAdapter, type Selectable, sql } from "kysely";
import { type RoleName, type RoleSpelling, rolesOf } from "../../shared/roles.ts";
import { newAccountId, randomToken } from "../crypto.ts";
import { foldUsername } from "../domain/fold.ts";
import { fromJson, toJson } from "./json.ts";
import { statement } from "./statement.ts";
import type { Db, Tables } from "./tables.ts";

/** A person who can sign in. Times are milliseconds since 1970. */
export interface User {
  id: string;
  username: string;
  usernameFold: string;
  email: string | null;
  /** Takes the place of `email` once the code that was sent there is typed back. */
  newEmail: string | null;
  displayName: string;
  /** E.164. */
  phone: string | null;
  language: string | null;
  roles: RoleName[];
  /** Argon2id in PHC form, or as another system made it until its first sign-in; null: signs in without a password. */
  passwordPhc: string | null;
  passwordChangedAt: number | null;
  passwordExpiresAt: number | null;
  mustChangePassword: boolean;
  disabled: boolean;
  secondFactorRequired: boolean;
  /** ISO 8601 day. */
  dateOfBirth: string | null;
  /** Random name under which devices know the person (WebAuthn user handle); null: none is registered yet. */
  webauthnHandle: string | null;
  /** When a device credential is offered next; null: as the partner's rule says. */
  deviceOfferAt: number | null;
  /** When the person was told last of a sign-in in a browser that was new to the account; 0: not yet; null: not signed in since this is kept. */
  newBrowserToldAt: number | null;
  createdAt: number;
  /** Grows with every change of what a sign-in rests on, so that none ends that began before it (security, SE-6). */
  version: number;
}

/** What is needed to make a user; everything else starts empty, `id` is made where none is given. */
export type NewUser = Pick<User, "username" | "displayName"> &
  Partial<Omit<User, "username" | "usernameFold" | "displayName" | "roles" | "createdAt" | "version">> & {
    roles?: readonly RoleSpelling[];
  };

/** What an operator corrects, and where it stands. */
const correctable = {
  displayName: "display_name",
  email: "email",
  phone: "phone",
  language: "language",
  roles: "roles",
  mustChangePassword: "must_change_password",
  dateOfBirth: "date_of_birth",
} as const satisfies Partial<Record<keyof NewUser, keyof Tables["users"]>>;

export type Corrected = Partial<Pick<NewUser, keyof typeof correctable>>;

/** The user name is taken, in this or another spelling of the same fold. */
export class UsernameTaken extends Error {
  constructor() {
    super("The user name is taken");
    this.name = "UsernameTaken";
  }
}

/** The user of a name in any spelling that folds to the same. */
export async function findUserByName(db: Db, username: string): Promise<User | undefined> {
  const { rows } = await userOfName(db, { fold: foldUsername(username) });
  return rows[0] && toUser(rows[0]);
}

const userOfName = statement((db, { fold }: { fold: string }) =>
  db.selectFrom("users").selectAll().where("username_fold", "=", fold).compile(),
);

/** The user of an identifier. */
export async function findUser(db: Db, id: string): Promise<User | undefined> {
  const { rows } = await userOfId(db, { id });
  return rows[0] && toUser(rows[0]);
}

const userOfId = statement((db, { id }: { id: string }) =>
  db.selectFrom("users").selectAll().where("id", "=", id).compile(),
);

/** Up to `limit` users by name, after a folded one. */
export async function usersAfter(db: Db, usernameFold: string, limit: number): Promise<User[]> {
  const rows = await db
    .selectFrom("users")
    .selectAll()
    .where("username_fold", ">", usernameFold)
    .orderBy("username_fold")
    .limit(limit)
    .execute();
  return rows.map(toUser);
}

/** The names of the first ten accounts that have a mail address, in whichever case. */
export async function usernamesOfMail(db: Db, email: string): Promise<string[]> {
  const rows = await db
    .selectFrom("users")
    .select("username")
    // Here as there: both databases know the two cases of ASCII alone in this column.
    .where(
      sql`lower(email)`,
      "=",
      email.replace(/[A-Z]/g, (letter) => letter.toLowerCase()),
    )
    .orderBy("username_fold")
    .limit(10)
    .execute();
  return rows.map(({ username }) => username);
}

/** Adds one user; throws `UsernameTaken`. */
export async function insertUser(db: Db, user: NewUser, now: number): Promise<User> {
  const [added] = await insertUsers(db, [user], now);
  if (added === undefined) throw new UsernameTaken();
  return added;
}

/** Adds users and gives those that were added: not those whose name is taken. At most a thousand at once. */
export async function insertUsers(db: Db, users: readonly NewUser[], now: number): Promise<User[]> {
  if (users.length === 0) return [];
  const rows = await db
    .insertInto("users")
    .values(users.map((user) => toRow(user, now)))
    .onConflict((conflict) => conflict.column("username_fold").doNothing())
    .returningAll()
    .execute();
  return rows.map(toUser);
}

/** Stores the same password hashed as of today, unless the password has changed since `oldPhc` was read. */
export async function upgradeHash(db: Db, userId: string, oldPhc: string, newPhc: string): Promise<void> {
  await db
    .updateTable("users")
    .set({ password_phc: newPhc })
    .where("id", "=", userId)
    .where("password_phc", "=", oldPhc)
    .execute();
}

/**
 * Sets a new password, which begins its life now; false where the account is disabled, or its password is no longer
 * the one whose hash is `replaces`.
 */
export async function setPassword(
  db: Db,
  userId: string,
  phc: string,
  now: number,
  replaces?: string,
): Promise<boolean> {
  const result = await db
    .updateTable("users")
    .set({
      password_phc: phc,
      password_changed_at: now,
      password_expires_at: null,
      must_change_password: 0,
    })
    .where("id", "=", userId)
    .where("disabled", "=", 0)
    .$if(replaces !== undefined, (update) => update.where("password_phc", "=", replaces ?? ""))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/**
 * Holds an account until the transaction ends and gives its version: what comes after it sees what a change left that was a
 * moment earlier. Undefined: there is no such account.
 */
export async function holdAccount(transaction: Db, userId: string): Promise<number | undefined> {
  const { rows } = await lockAccount(transaction, { userId });
  return rows[0]?.version;
}

const lockAccount = statement((db, { userId }: { userId: string }) => {
  // PostgreSQL locks a row without a new version of it, one of which would be left behind by each sign-in.
  if (db.getExecutor().adapter instanceof PostgresAdapter)
    return db.selectFrom("users").select("version").where("id", "=", userId).forNoKeyUpdate().compile();
  const asItIs = { version: sql.ref<number>("version") };
  return db.updateTable("users").set(asItIs).where("id", "=", userId).returning("version").compile();
});

/** Gives an account that is held another version, because what its sign-ins rest on has changed. */
export async function renewVersion(transaction: Db, userId: string, version: number): Promise<void> {
  await transaction.updateTable("users").set({ version }).where("id", "=", userId).execute();
}

/** Keeps the address that a code is on its way to; null: none. */
export async function setNewEmail(db: Db, userId: string, email: string | null): Promise<void> {
  await db.updateTable("users").set({ new_email: email }).where("id", "=", userId).execute();
}

/** Takes the proven address, unless another one is waiting since; false then. */
export async function confirmEmail(db: Db, userId: string, email: string): Promise<boolean> {
  const result = await db
    .updateTable("users")
    .set({ email, new_email: null })
    .where("id", "=", userId)
    .where("new_email", "=", email)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Writes what is given of an account, and nothing else. An address in place of another ends the one that waits to be proven. */
export async function correctUser(db: Db, user: User, corrected: Corrected): Promise<void> {
  const row = toRow({ ...user, newEmail: null, ...corrected }, user.createdAt);
  const columns = Object.keys(corrected).map((name) => correctable[name as keyof Corrected]);
  const written = columns.includes("email") ? ([...columns, "new_email"] as const) : columns;
  const values = Object.fromEntries(written.map((column) => [column, row[column]]));
  await db.updateTable("users").set(values).where("id", "=", user.id).execute();
}

/** Keeps an account out, or lets it in again; false where it is so already. */
export function setDisabled(db: Db, userId: string, disabled: boolean): Promise<boolean> {
  return setFlag(db, userId, "disabled", disabled);
}

/** Deletes an account that is kept out, with all that hangs on it; false where it is not kept out. */
export async function deleteDisabled(db: Db, userId: string): Promise<boolean> {
  const result = await db
    .deleteFrom("users")
    .where("id", "=", userId)
    .where("disabled", "=", 1)
    .executeTakeFirst();
  return result.numDeletedRows > 0n;
}

/** Says whether an account needs a second factor; false where it is so already. */
export function setSecondFactorRequired(db: Db, userId: string, required: boolean): Promise<boolean> {
  return setFlag(db, userId, "second_factor_required", required);
}

async function setFlag(
  db: Db,
  userId: string,
  column: "disabled" | "second_factor_required",
  isSet: boolean,
): Promise<boolean> {
  const value = isSet ? 1 : 0;
  const result = await db
    .updateTable("users")
    .set(column, value)
    .where("id", "=", userId)
    .where(column, "!=", value)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Remembers the language that the person chose. */
export async function setLanguage(db: Db, userId: string, language: string): Promise<void> {
  await db.updateTable("users").set({ language }).where("id", "=", userId).execute();
}

/** The person's random name for devices, made at the first registration and the same ever after (security, WA-3). */
export async function ensureWebauthnHandle(db: Db, userId: string): Promise<string> {
  await db
    .updateTable("users")
    .set({ webauthn_handle: randomToken() })
    .where("id", "=", userId)
    .where("webauthn_handle", "is", null)
    .execute();
  const { webauthn_handle: handle } = await db
    .selectFrom("users")
    .select("webauthn_handle")
    .where("id", "=", userId)
    .executeTakeFirstOrThrow();
  if (handle === null) throw new Error("the handle was written and is gone");
  return handle;
}

/** Says when a device credential is offered to this person again; milliseconds since 1970. */
export async function setDeviceOfferAt(db: Db, userId: string, at: number): Promise<void> {
  await db.updateTable("users").set({ device_offer_at: at }).where("id", "=", userId).execute();
}

/**
 * Says whether a person is to be told of a sign-in in a browser that is new to the account, which this notes: not of their first of
 * all, and not within `every` milliseconds after the last time.
 */
export async function takeNewBrowserNews(
  db: Db,
  { id, newBrowserToldAt }: Pick<User, "id" | "newBrowserToldAt">,
  now: number,
  every: number,
): Promise<boolean> {
  const isFirst = newBrowserToldAt === null;
  if (!isFirst && newBrowserToldAt > now - every) return false;
  // Of two at once, one finds it as both have read it.
  const { numUpdatedRows } = await db
    .updateTable("users")
    .set({ new_browser_told_at: isFirst ? 0 : now })
    .where("id", "=", id)
    .where("new_browser_told_at", "is not distinct from", newBrowserToldAt)
    .executeTakeFirstOrThrow();
  return !isFirst && numUpdatedRows > 0n;
}

function toRow(user: NewUser, now: number): Insertable<Tables["users"]> {
  return {
    id: user.id ?? newAccountId(),
    username: user.username,
    username_fold: foldUsername(user.username),
    email: user.email ?? null,
    new_email: user.newEmail ?? null,
    display_name: user.displayName,
    phone: user.phone ?? null,
    language: user.language ?? null,
    roles: toJson(rolesOf(user.roles ?? [])),
    password_phc: user.passwordPhc ?? null,
    password_changed_at: user.passwordChangedAt ?? null,
    password_expires_at: user.passwordExpiresAt ?? null,
    must_change_password: user.mustChangePassword ? 1 : 0,
    disabled: user.disabled ? 1 : 0,
    second_factor_required: user.secondFactorRequired ? 1 : 0,
    created_at: now,
    version: 1,
    date_of_birth: user.dateOfBirth ?? null,
    webauthn_handle: user.webauthnHandle ?? null,
    device_offer_at: user.deviceOfferAt ?? null,
    new_browser_told_at: user.newBrowserToldAt ?? null,
  };
}

/** A user as the store has it. */
export function toUser(row: Selectable<Tables["users"]>): User {
  return {
    id: row.id,
    username: row.username,
    usernameFold: row.username_fold,
    email: row.email,
    newEmail: row.new_email,
    displayName: row.display_name,
    phone: row.phone,
    language: row.language,
    roles: rolesOf(fromJson<unknown[]>(row.roles)),
    passwordPhc: row.password_phc,
    passwordChangedAt: row.password_changed_at,
    passwordExpiresAt: row.password_expires_at,
    mustChangePassword: row.must_change_password === 1,
    disabled: row.disabled === 1,
    secondFactorRequired: row.second_factor_required === 1,
    dateOfBirth: row.date_of_birth,
    webauthnHandle: row.webauthn_handle,
    deviceOfferAt: row.device_offer_at,
    newBrowserToldAt: row.new_browser_told_at,
    createdAt: row.created_at,
    version: row.version,
  };
}
