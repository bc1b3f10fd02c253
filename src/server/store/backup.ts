import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  mkdirSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from "node:fs";
import { dirname } from "node:path";
import { backup, DatabaseSync } from "node:sqlite";
import { migrations } from "./migrations.ts";
import { sqliteBusy, sqliteCodeOf } from "./sqlite-code.ts";

/** Why a database was not copied, put in place or moved, and what to do. */
export class CopyRefused extends Error {}

const ownerOnly = 0o600;
// Everything in one step: between two a writer of another process would make it begin anew, for ever on a busy server.
const allPages = 2 ** 31 - 1;
// Result codes of SQLite whose cause is not what the file holds: permissions, read-only, disk or memory trouble.
const outside = new Set([3, 7, 8, 10, 13, 14]);
/** What SQLite keeps beside a database. */
const companions = ["", "-wal", "-shm", "-journal"];

/**
 * Copies a SQLite database as it stands at one moment, also while servers write, into one file that its owner alone
 * reads. Nothing is seen at `file` before it is whole and proven. Throws `CopyRefused`.
 */
export async function backUp(databaseFile: string, file: string): Promise<void> {
  const assertFree = () => {
    if (existsSync(file)) throw new CopyRefused(`${file} is there already: name another file.`);
  };
  assertFree();
  await onDraft(file, async (draft) => {
    const source = new DatabaseSync(databaseFile, { readOnly: true });
    try {
      await backup(source, draft, { rate: allPages });
    } finally {
      source.close();
    }
    prove(draft);
    assertFree();
    renameSync(draft, file);
    syncFolder(dirname(file));
  });
}

/**
 * Puts a copy of a backup in the place of a database that no process has open, unless `check` of that copy throws. Gives
 * where the one before is kept; undefined: there was none. Throws `CopyRefused`.
 */
export async function restore(
  file: string,
  databaseFile: string,
  check: (copy: string) => Promise<void>,
): Promise<string | undefined> {
  if (!existsSync(file)) throw new CopyRefused(`There is no file ${file}.`);
  mkdirSync(dirname(databaseFile), { recursive: true });
  let kept: string | undefined;
  await onDraft(databaseFile, async (draft) => {
    copyFileSync(file, draft);
    // The copy has taken over the permissions of the backup.
    chmodSync(draft, ownerOnly);
    prove(draft);
    await check(draft);
    giveToOwnerOf(databaseFile, draft);
    assertUnused(databaseFile);
    kept = setAside(databaseFile);
    renameSync(draft, databaseFile);
    syncFolder(dirname(databaseFile));
  });
  return kept;
}

/** Does some work on a file of its owner beside another one, and leaves nothing of it behind. */
async function onDraft(file: string, work: (draft: string) => Promise<void>): Promise<void> {
  const draft = `${file}.${randomBytes(8).toString("hex")}`;
  try {
    closeSync(openSync(draft, "wx", ownerOnly));
    await work(draft);
  } catch (error) {
    const fromBelow = error instanceof Error && "code" in error;
    throw fromBelow ? new CopyRefused(`The copy cannot be made: ${error.message}.`, { cause: error }) : error;
  } finally {
    for (const companion of companions) rmSync(draft + companion, { force: true });
  }
}

/** Throws where a file is no whole database of this version of the server, or an older one; makes it one file. */
function prove(draft: string): void {
  const database = new DatabaseSync(draft);
  try {
    database.exec("pragma journal_mode = delete");
    assertOwn(database);
  } catch (error) {
    throw refusalOf(error, draft);
  } finally {
    database.close();
  }
}

/** Throws `CopyRefused` where an open database is damaged, or of a newer version of the server; gives the migrations that it lacks. */
export function assertOwn(database: DatabaseSync): string[] {
  const known = Object.keys(migrations("sqlite"));
  const [found] = database.prepare("pragma integrity_check(1)").all();
  if (found?.integrity_check !== "ok")
    throw new CopyRefused(`The file is damaged: ${found?.integrity_check}`);
  const rows = database.prepare("select name from kysely_migration order by name").all();
  const names = rows.map(({ name }) => String(name));
  if (names[0] !== known[0]) throw new CopyRefused(noDatabase);
  const newer = names.filter((name) => !known.includes(name));
  if (newer.length > 0)
    throw new CopyRefused(
      `The file is of a newer version of the server (it has ${newer.join(", ")}): use that version.`,
    );
  return known.filter((name) => !names.includes(name));
}

const noDatabase = "The file is no database of this server.";

/** Why a file cannot be read as a database of this server. */
export function refusalOf(error: unknown, file: string): CopyRefused {
  if (error instanceof CopyRefused) return error;
  if (sqliteCodeOf(error) === sqliteBusy)
    return new CopyRefused(`${file} is in use: stop the server, and every command on it, first.`);
  if (outside.has(sqliteCodeOf(error)))
    return new CopyRefused(`${file} cannot be opened: ${(error as Error).message}.`, { cause: error });
  return new CopyRefused(noDatabase, { cause: error });
}

/** Throws while any process has the database open: leaving WAL needs it for oneself (sqlite.org/wal.html). */
function assertUnused(databaseFile: string): void {
  if (!existsSync(databaseFile)) return;
  const database = new DatabaseSync(databaseFile, { timeout: 0 });
  try {
    database.exec("pragma journal_mode = delete");
  } catch (error) {
    // A damaged database is what a backup is for.
    if (sqliteCodeOf(error) === sqliteBusy) throw refusalOf(error, databaseFile);
  } finally {
    database.close();
  }
}

/** Whoever restores as root leaves the database, or where there was none its folder, to who had it. */
function giveToOwnerOf(databaseFile: string, draft: string): void {
  if (process.getuid?.() !== 0) return;
  const { uid, gid } = statSync(existsSync(databaseFile) ? databaseFile : dirname(databaseFile));
  chownSync(draft, uid, gid);
}

/** Renames a database with all that belongs to it: what was left of one would be read as part of the next. */
function setAside(databaseFile: string): string | undefined {
  const kept = `${databaseFile}.before-${new Date().toISOString().replace(/[-:]|\.\d+/g, "")}`;
  const present = companions.filter((companion) => existsSync(databaseFile + companion));
  for (const companion of present) renameSync(databaseFile + companion, kept + companion);
  return present.length === 0 ? undefined : kept;
}

function syncFolder(folder: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(folder, "r");
  fsyncSync(handle);
  closeSync(handle);
}
