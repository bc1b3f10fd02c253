import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { afterAll, beforeAll, describe, inject } from "vitest";
import type { Settings } from "../../src/server/settings/settings.ts";
import { openStore, type Store } from "../../src/server/store/store.ts";
import type { DatabaseKind } from "../../src/server/store/tables.ts";
import { postgresUrl } from "./postgres-url.ts";

export type DatabaseSettings = Pick<Settings, "databaseUrl" | "databaseFile">;

/** A database of its own; `drop` removes it with everything in it. */
export interface TemporaryDatabase {
  kind: DatabaseKind;
  settings: DatabaseSettings;
  drop(): Promise<void>;
}

/** The database of one suite. */
export interface SuiteDatabase {
  kind: DatabaseKind;
  settings(): DatabaseSettings;
  /** The migrated store that the suite shares. */
  store(): Store;
  /** A further connection to the same database, closed after the suite. */
  connect(): Store;
  /** Forgets whatever was failed or asked for: all tests come from one address, and what one of them did is not the next one's. */
  forgetTries(): Promise<void>;
}

/** Says whether there is a PostgreSQL to test on: TEST_POSTGRES_URL, or one on this machine. */
export const postgresIsReachable: boolean = await administer("select 1").then(
  () => true,
  () => false,
);

/**
 * Makes an empty database, or on PostgreSQL a copy of `template`. With `sparesDisk` no commit of PostgreSQL waits for the disk,
 * which may be busy for longer than a statement may take: where nobody needs the data after a crash.
 */
export async function createTemporaryDatabase(
  kind: DatabaseKind,
  { sparesDisk = false, template = "template0" } = {},
): Promise<TemporaryDatabase> {
  if (kind === "sqlite") {
    const folder = await mkdtemp(join(tmpdir(), "vestibule-"));
    const settings = { databaseUrl: undefined, databaseFile: join(folder, "test.sqlite") };
    return { kind, settings, drop: () => rm(folder, { recursive: true, force: true }) };
  }
  const name = `vestibule_${randomBytes(8).toString("hex")}`;
  await administer(`create database ${name} template ${template}`);
  if (sparesDisk) await administer(`alter database ${name} set synchronous_commit = off`);
  const url = new URL(postgresUrl);
  url.pathname = `/${name}`;
  const settings = { databaseUrl: url.href, databaseFile: "" };
  return { kind, settings, drop: () => administer(`drop database if exists ${name} with (force)`) };
}

/** The variables by which a process of its own finds the database. */
export function databaseVariables({ databaseUrl, databaseFile }: DatabaseSettings): Record<string, string> {
  return databaseUrl === undefined
    ? { VESTIBULE_DATABASE_FILE: databaseFile }
    : { DATABASE_URL: databaseUrl };
}

/** Runs a suite on SQLite and, where there is one, on PostgreSQL. */
export function onEachDatabase(suite: (database: SuiteDatabase) => void): void {
  describe("on SQLite", () => suite(suiteDatabase("sqlite")));
  describe.skipIf(!postgresIsReachable)("on PostgreSQL", () => suite(suiteDatabase("postgres")));
}

/** Runs a suite on SQLite alone: one that asks nothing of the database. */
export function onSqlite(suite: (database: SuiteDatabase) => void): void {
  describe("on SQLite", () => suite(suiteDatabase("sqlite")));
}

function suiteDatabase(kind: DatabaseKind): SuiteDatabase {
  const stores: Store[] = [];
  let database: TemporaryDatabase | undefined;
  const settings = () => {
    if (database === undefined) throw new Error("The database exists within tests only");
    return withTime(database.settings);
  };
  const connect = () => {
    const store = openStore(settings(), { warn: () => undefined });
    stores.push(store);
    return store;
  };
  beforeAll(async () => {
    database = await createTemporaryDatabase(kind, {
      sparesDisk: true,
      template: inject("templateDatabase"),
    });
    await connect().migrate();
  });
  afterAll(async () => {
    await Promise.all(stores.map((store) => store.close()));
    await database?.drop();
  });
  const store = () => {
    const [first] = stores;
    if (first === undefined) throw new Error("The store exists within tests only");
    return first;
  };
  const forgetTries = async () => {
    await store().db.deleteFrom("throttle").execute();
  };
  return { kind, settings, connect, store, forgetTries };
}

/** A busy machine may take longer for a statement than the server gives it. */
function withTime(settings: DatabaseSettings): DatabaseSettings {
  if (settings.databaseUrl === undefined) return settings;
  const url = new URL(settings.databaseUrl);
  for (const name of ["statement_timeout", "query_timeout"]) url.searchParams.set(name, "30000");
  return { ...settings, databaseUrl: url.href };
}

async function administer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl, connectionTimeoutMillis: 1000 });
  await client.connect();
  await client.query(statement).finally(() => client.end());
}
