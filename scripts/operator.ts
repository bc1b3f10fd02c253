import { existsSync } from "node:fs";
import { UnreadableSource } from "../src/config/read/sources.ts";
import { ConfigError } from "../src/config/watch/watch-config.ts";
import { misusedCommand } from "../src/server/operators/misused-command.ts";
import { openServices } from "../src/server/operators/open-services.ts";
import { UnreadableFile } from "../src/server/operators/read-rows.ts";
import type { Services } from "../src/server/services.ts";
import { readKeptKey, readSecretFile } from "../src/server/settings/secret-files.ts";
import { readSettings, type Settings, SettingsError } from "../src/server/settings/settings.ts";
import { CopyRefused } from "../src/server/store/backup.ts";
import { assertOpens } from "../src/server/store/secrets.ts";
import { openStore, type Store } from "../src/server/store/store.ts";
import { StoreUnavailable } from "../src/server/store/store-unavailable.ts";
import { StoreUnusable } from "../src/server/store/store-unusable.ts";
import { findUser, findUserByName, type User, usernamesOfMail } from "../src/server/store/users.ts";

/** Why a command did nothing, and what to do: told in plain words. */
export class OperatorError extends Error {}

/** Why a command is none that can be run. */
export function misused(name: string, known: readonly string[], usage: string): OperatorError {
  return new OperatorError(misusedCommand(printable(name), known, usage));
}

/** The settings of the server; a key that nobody has made yet is not made. */
export function serverSettings(): Settings {
  return readSettings(process.env, { read: readSecretFile, keepKey });
}

/** The settings of the server, whose database is there. Throws `OperatorError`. */
export function keptSettings(): Settings {
  const settings = serverSettings();
  const { databaseUrl, databaseFile } = settings;
  if (databaseUrl === undefined && !existsSync(databaseFile))
    throw new OperatorError(
      `There is no database ${databaseFile}. Name the server's by VESTIBULE_DATABASE_FILE or DATABASE_URL; that of the demo is data/demo/vestibule.sqlite.`,
    );
  return settings;
}

const noKey = Buffer.alloc(0);

// Another key than the server's would make codes that it does not know.
function keepKey(path: string): Buffer {
  return existsSync(path) ? readKeptKey(path) : noKey;
}

/** Does some work on the server's database, also while it runs. */
export async function onKeptStore(work: (store: Store) => Promise<void>): Promise<void> {
  const store = openStore({ ...keptSettings(), limited: false }, { warn: () => undefined });
  await onOpen(store, () => work(store));
}

/** Does some work on a store that is of this version, and closes it. */
async function onOpen(store: Store, work: () => Promise<void>): Promise<void> {
  await store
    .assertCurrent()
    .then(work)
    .finally(() => store.close());
}

/** Makes a command of some work on the account that its first argument names, also while the server runs. The command throws `OperatorError`. */
export function onAccount(
  work: (services: Services, user: User, ...more: string[]) => Promise<void>,
): (...given: string[]) => Promise<void> {
  return (name = "", ...more) =>
    onServices(async (services) => work(services, await accountOf(services.store, name), ...more));
}

/** Does some work that needs the server's key and configuration, also while it runs. Throws `OperatorError`. */
export async function onServices(work: (services: Services) => Promise<void>): Promise<void> {
  const settings = keptSettings();
  assertKey(settings);
  const services = await openServices(settings);
  const { store } = services;
  await onOpen(store, async () => {
    await assertOpens(store.db, settings.secretKeys);
    await work(services);
  });
}

/** Throws `OperatorError` where the server's key is neither named nor kept beside the database. */
export function assertKey({ secretKeys: [key] }: Settings): void {
  if (key === noKey)
    throw new OperatorError(
      "The server's key is needed for this: name it by VESTIBULE_SECRET_KEY or VESTIBULE_SECRET_KEY_FILE.",
    );
}

/** The account of a name, or of the identifier by which the audit calls one that is gone. Throws `OperatorError`. */
export async function accountOf({ db }: Store, name: string): Promise<User> {
  const user = (await findUserByName(db, name)) ?? (await findUser(db, name));
  if (user !== undefined) return user;
  const owners = (await usernamesOfMail(db, name.trim())).map(printable).join(", ");
  const hint = owners === "" ? "" : ` It is the mail address of ${owners}.`;
  throw new OperatorError(`No account is called "${printable(name)}".${hint}`);
}

/** Runs a command; why it could not be done is told in plain words, and it ends with 1. */
export async function runCommand(command: () => Promise<void>): Promise<void> {
  try {
    await command();
  } catch (error) {
    console.error(wordsOf(error));
    process.exitCode = 1;
  }
}

/** Without what would move a terminal's cursor or turn its line around. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, "\ufffd");
}

function reasonOf({ cause }: StoreUnavailable): string {
  return cause instanceof Error && cause.message !== "" ? ` (${cause.message})` : "";
}

function wordsOf(error: unknown): string {
  if (error instanceof StoreUnavailable && error.isDiskFull)
    return "The disk of the database is full: make room and try again.";
  if (error instanceof StoreUnavailable)
    return `The database cannot be reached, or is busy${reasonOf(error)}: try again.`;
  // It may quote the file, which somebody else has written.
  if (error instanceof UnreadableFile) return printable(error.message);
  if (
    [OperatorError, UnreadableSource, SettingsError, ConfigError, StoreUnusable, CopyRefused].some(
      (kind) => error instanceof kind,
    )
  )
    return (error as Error).message;
  const { message, stack } = error instanceof Error ? error : new Error("unknown");
  return /no such (table|column)|(relation|column) .* does not exist/.test(message)
    ? "The database is not one of this version of the server: start the server once, which brings it up to date."
    : (stack ?? message);
}
