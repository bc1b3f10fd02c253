import { createServer, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { sql } from "kysely";
import { afterEach, describe, expect, test } from "vitest";
import {
  createTemporaryDatabase,
  onEachDatabase,
  postgresIsReachable,
  type TemporaryDatabase,
} from "../../../tests/support/databases.ts";
import { runStoreProcesses } from "../../../tests/support/run-store-processes.ts";
import { migrate } from "./migrate.ts";
import { migrations } from "./migrations.ts";
import { openPostgres } from "./postgres.ts";
import { openStore } from "./store.ts";
import { StoreUnavailable } from "./store-unavailable.ts";
import { StoreUnusable } from "./store-unusable.ts";
import type { DatabaseKind, Db } from "./tables.ts";
import { findUserByName, insertUser } from "./users.ts";

const silent = { warn: () => undefined };
const now = 1_700_000_000_000;

const temporary: TemporaryDatabase[] = [];
afterEach(async () => {
  await Promise.all(temporary.splice(0).map((database) => database.drop()));
});

async function emptyDatabase(kind: DatabaseKind) {
  const database = await createTemporaryDatabase(kind);
  temporary.push(database);
  return database;
}

/** A store that lacks so many migrations, and the first of them. */
async function olderStore(kind: DatabaseKind, without: number) {
  const { settings } = await emptyDatabase(kind);
  const store = openStore(settings, silent);
  const all = Object.entries(migrations(kind));
  await migrate(store.db, Object.fromEntries(all.slice(0, -without)));
  const [lacking = ""] = all.at(-without) ?? [];
  return { store, lacking };
}

onEachDatabase((database) => {
  test("keeps everything over a restart", async () => {
    const { settings } = await emptyDatabase(database.kind);
    const before = openStore(settings, silent);
    await before.migrate();
    const user = await insertUser(before.db, { username: "anna", displayName: "Anna" }, now);
    await before.close();
    const after = openStore(settings, silent);
    await after.migrate();
    expect(await findUserByName(after.db, "ANNA")).toEqual(user);
    await after.close();
  });

  test("takes back every migration of a run in which one fails", async () => {
    const { settings } = await emptyDatabase(database.kind);
    const store = openStore(settings, silent);
    const failing = {
      ...migrations(database.kind),
      "999-fails": { up: () => Promise.reject(new Error("on purpose")) },
    };
    await expect(migrate(store.db, failing)).rejects.toThrow("on purpose");
    const tables = await store.db.introspection.getTables();
    expect(tables.map((table) => table.name).filter((name) => !name.startsWith("sqlite_"))).toEqual([]);
    await store.migrate();
    expect(await findUserByName(store.db, "anna")).toBeUndefined();
    await store.close();
  });

  test("is not brought up to date where what has come of it is refused", async () => {
    const { store, lacking } = await olderStore(database.kind, 1);
    const refused = store.migrate(() => Promise.reject(new StoreUnusable("another key")));
    await expect(refused).rejects.toThrow("another key");
    await expect(store.assertCurrent()).rejects.toThrow(lacking);
    await store.migrate();
    await store.close();
  });

  test("of a newer version is left alone, and the operator told so", async () => {
    const { settings } = await emptyDatabase(database.kind);
    const store = openStore(settings, silent);
    const newer = { ...migrations(database.kind), "999-of-tomorrow": { up: async () => undefined } };
    await migrate(store.db, newer);
    await expect(store.migrate()).rejects.toThrow(StoreUnusable);
    await expect(store.migrate()).rejects.toThrow("999-of-tomorrow");
    await expect(store.assertCurrent()).rejects.toThrow(StoreUnusable);
    await expect(store.assertCurrent()).rejects.toThrow("999-of-tomorrow");
    await store.close();
  });

  test("of an older version is of no use to a command until a server has started, and is left alone", async () => {
    const { store, lacking } = await olderStore(database.kind, 2);
    await expect(store.assertCurrent()).rejects.toThrow(StoreUnusable);
    await expect(store.assertCurrent()).rejects.toThrow(lacking);
    await store.migrate();
    await expect(store.assertCurrent()).resolves.toBeUndefined();
    await store.close();
  });

  test("is migrated once by processes that start at once", async () => {
    const { settings } = await emptyDatabase(database.kind);
    await runStoreProcesses(settings, "migrate", ["", "", ""]);
    const store = openStore(settings, silent);
    const done = await sql`select name from kysely_migration`.execute(store.db);
    expect(done.rows).toHaveLength(Object.keys(migrations(database.kind)).length);
    await store.close();
  });

  test("rolls a failed transaction back", async () => {
    const { db } = database.store();
    const failed = db.transaction().execute(async (transaction) => {
      await insertUser(transaction, { username: "half", displayName: "Half" }, now);
      throw new Error("on purpose");
    });
    await expect(failed).rejects.toThrow("on purpose");
    expect(await findUserByName(db, "half")).toBeUndefined();
  });

  test("answers a ping", async () => {
    await expect(database.store().ping()).resolves.toBeUndefined();
  });
});

describe("SQLite whose file cannot be a database", () => {
  test.each([
    ["a folder", tmpdir()],
    ["below a file", join(import.meta.filename, "vestibule.sqlite")],
    ["something else", import.meta.filename],
  ])("is of no use where it is %s", async (_case, databaseFile) => {
    const store = openStore({ databaseUrl: undefined, databaseFile }, silent);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnusable);
    await store.close();
  });
});

test.skipIf(!postgresIsReachable)("PostgreSQL is migrated without the time limit of its role", async () => {
  const { settings } = await emptyDatabase("postgres");
  const limited = openStore(settings, silent);
  const name = sql.id(new URL(settings.databaseUrl ?? "").pathname.slice(1));
  await sql`alter database ${name} set statement_timeout = 50`.execute(limited.db);
  await limited.close();
  const store = openPostgres(settings.databaseUrl ?? "", { limited: false, onLost: () => undefined });
  const slow = {
    "001-slow": { up: (db: Db) => sql`select pg_sleep(0.2)`.execute(db).then(() => undefined) },
  };
  await expect(sql`select pg_sleep(0.2)`.execute(store.db)).rejects.toBeInstanceOf(StoreUnavailable);
  await expect(migrate(store.db, slow)).resolves.toBeUndefined();
  await store.db.destroy();
});

test.skipIf(!postgresIsReachable)(
  "a change of PostgreSQL's schema gives way to a sign-in that waits for it, which is not ended",
  async () => {
    const { settings } = await emptyDatabase("postgres");
    const store = openStore(settings, silent);
    await store.migrate();
    const held = Promise.withResolvers<void>();
    const locking = Promise.withResolvers<void>();
    const signIn = store.db.transaction().execute(async (transaction) => {
      await sql`select 1 from audit`.execute(transaction);
      held.resolve();
      await locking.promise;
      await sql`select 1 from users`.execute(transaction);
    });
    await held.promise;
    const changing = {
      ...migrations("postgres"),
      "999-locks": {
        up: async (db: Db) => {
          await sql`lock table users`.execute(db);
          locking.resolve();
          await sql`lock table audit`.execute(db);
        },
      },
    };
    const { db } = openPostgres(settings.databaseUrl ?? "", { limited: false, onLost: () => undefined });
    await expect(migrate(db, changing)).rejects.toMatchObject({ cause: { code: "55P03" } });
    await expect(signIn).resolves.toBeUndefined();
    await Promise.all([db.destroy(), store.close()]);
  },
);

test.skipIf(!postgresIsReachable).each([
  ["pathname", "/no_such_database", 'database "no_such_database" does not exist'],
  ["username", "no_such_role", 'role "no_such_role" does not exist'],
] as const)("PostgreSQL is of no use where the %s of its address is %s", async (part, wrong, reason) => {
  const { settings } = await emptyDatabase("postgres");
  const url = new URL(settings.databaseUrl ?? "");
  url[part] = wrong;
  url.password = "not to be told";
  const store = openStore({ databaseUrl: url.href, databaseFile: "" }, silent);
  const refused = await store.ping().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreUnusable);
  expect(refused).toMatchObject({ message: `DATABASE_URL names what PostgreSQL refuses: ${reason}` });
  await store.close();
});

test("PostgreSQL is of no use where its address names a certificate that is not there", async () => {
  const databaseUrl = "postgres://app:not-to-be-told@127.0.0.1:1/app?sslrootcert=/not/there.pem";
  const store = openStore({ databaseUrl, databaseFile: "" }, silent);
  const refused = await store.ping().catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(StoreUnusable);
  expect(refused).toMatchObject({
    message: "DATABASE_URL cannot be used: ENOENT: no such file or directory, open '/not/there.pem'",
  });
  await store.close();
});

test.skipIf(!postgresIsReachable)(
  "PostgreSQL is of no use where its role may not make what is missing",
  async () => {
    const { settings } = await emptyDatabase("postgres");
    const store = openStore(settings, silent);
    const refusal = sql`do $$ begin
    raise insufficient_privilege using message = 'permission denied for schema public'; end $$`;
    const refusing = { "001-refused": { up: (db: Db) => refusal.execute(db).then(() => undefined) } };
    const refused = await migrate(store.db, refusing).catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnusable);
    expect(refused).toMatchObject({
      message: expect.stringContaining("(permission denied for schema public)"),
    });
    await store.close();
  },
);

describe("PostgreSQL that is away", () => {
  test("is unavailable where nothing listens", async () => {
    const store = openStore({ databaseUrl: "postgres://x@127.0.0.1:1/x", databaseFile: "" }, silent);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
  });

  test("is unavailable soon where a server accepts and says nothing", async () => {
    const sockets: Socket[] = [];
    const mute = createServer((socket) => void sockets.push(socket));
    await new Promise<void>((resolve) => mute.listen(0, "127.0.0.1", resolve));
    const address = mute.address();
    const port = typeof address === "object" && address ? address.port : 0;
    const store = openStore({ databaseUrl: `postgres://x@127.0.0.1:${port}/x`, databaseFile: "" }, silent);
    const start = performance.now();
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - start).toBeLessThan(10_000);
    for (const socket of sockets) socket.destroy();
    mute.close();
    await store.close();
  });

  test.skipIf(!postgresIsReachable)("is unavailable where its tables are not there", async () => {
    const { settings } = await emptyDatabase("postgres");
    const store = openStore(settings, silent);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await store.migrate();
    await expect(store.ping()).resolves.toBeUndefined();
    await sql`alter schema public rename to elsewhere`.execute(store.db);
    await expect(store.ping()).rejects.toBeInstanceOf(StoreUnavailable);
    await store.close();
  });

  test.skipIf(!postgresIsReachable)("recovers after a slow statement and a lost connection", async () => {
    const { settings } = await emptyDatabase("postgres");
    const store = openStore(settings, silent);
    await store.migrate();
    const start = performance.now();
    await expect(sql`select pg_sleep(50)`.execute(store.db)).rejects.toBeInstanceOf(StoreUnavailable);
    expect(performance.now() - start).toBeLessThan(40_000);
    const killed = sql`select pg_terminate_backend(pg_backend_pid())`.execute(store.db);
    await expect(killed).rejects.toBeInstanceOf(StoreUnavailable);
    await expect(store.ping()).resolves.toBeUndefined();
    await store.close();
  });

  test.skipIf(!postgresIsReachable)("lets errors of a statement itself through", async () => {
    const { settings } = await emptyDatabase("postgres");
    const store = openStore(settings, silent);
    await expect(sql`select nonsense`.execute(store.db)).rejects.not.toBeInstanceOf(StoreUnavailable);
    await store.close();
  });
});
