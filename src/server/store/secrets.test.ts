import { beforeEach, expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { runStoreProcesses } from "../../../tests/support/run-store-processes.ts";
import type { SecretKeys } from "../crypto.ts";
import { ensureSecrets, listSecrets, rotateSecret, type Secret } from "./secrets.ts";

const now = 1_700_000_000_000;
const key: SecretKeys = [Buffer.alloc(32, 1)];

onEachDatabase((database) => {
  beforeEach(async () => {
    await database.store().db.deleteFrom("secrets").execute();
  });

  test("are the same for processes that start at once", async () => {
    const results = await runStoreProcesses<Secret[]>(database.settings(), "ensureSecret", ["a", "b", "c"]);
    expect(results[0]).toHaveLength(1);
    expect(results[1]).toEqual(results[0]);
    expect(results[2]).toEqual(results[0]);
  });

  test("are made once and encrypted", async () => {
    const { db } = database.store();
    const create = (kid: string) => () => ({ kid, value: `canary-${kid}` });
    const first = await ensureSecrets(db, key, "signing-es256", create("one"), now);
    const second = await ensureSecrets(db, key, "signing-es256", create("two"), now);
    expect(first).toEqual([{ kid: "one", value: "canary-one", state: "active", createdAt: now }]);
    expect(second).toEqual(first);
    expect(JSON.stringify(await db.selectFrom("secrets").selectAll().execute())).not.toContain("canary");
    await expect(listSecrets(db, [Buffer.alloc(32, 2)], "signing-es256")).rejects.toThrow();
  });

  test("are rotated once by two who rotate the same key", async () => {
    const { db } = database.store();
    // Two connections to one SQLite file would wait for each other within this one thread.
    const other = database.kind === "sqlite" ? db : database.connect().db;
    const create = () => ({ kid: "r1", value: "first" });
    await ensureSecrets(db, key, "signing-rs256", create, now);
    const results = await Promise.all([
      rotateSecret(db, key, "signing-rs256", { kid: "r1", next: { kid: "r2", value: "2" } }, now + 1),
      rotateSecret(other, key, "signing-rs256", { kid: "r1", next: { kid: "r3", value: "3" } }, now + 1),
    ]);
    expect(results[0]).toEqual(results[1]);
    expect(results[0]?.map((secret) => secret.state)).toEqual(["active", "retired"]);
    expect(results[0]?.[1]?.value).toBe("first");
  });
});
