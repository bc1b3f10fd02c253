import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import type { SecretKeys } from "../crypto.ts";
import { findGrantCustomer, setGrantCustomer } from "./grant-customers.ts";
import { oidcRecords } from "./oidc-records.ts";

const now = 1_700_000_000_000;
const key: SecretKeys = [Buffer.alloc(32, 1)];

onEachDatabase((database) => {
  test("are found by identifier until they end", async () => {
    const records = oidcRecords(database.store().db, key);
    const payload = { kind: "Session", jti: "id1", uid: "uid1" };
    await records.upsert("Session", "id1", payload, 1000, now);
    expect(await records.find("Session", "id1", now)).toEqual(payload);
    expect(await records.find("Grant", "id1", now)).toBeUndefined();
    expect(await records.find("Session", "id1", now + 1000)).toBeUndefined();
    await records.destroy("Session", "id1");
    expect(await records.find("Session", "id1", now)).toBeUndefined();
  });

  test("are used by one of twenty over two connections", async () => {
    const stores = [database.store(), database.connect()].map(({ db }) => oidcRecords(db, key));
    await stores[0]?.upsert("AuthorizationCode", "code", {}, 1000, now);
    const results = await Promise.all(
      stores.flatMap((records) =>
        Array.from({ length: 10 }, () => records.consume("AuthorizationCode", "code", now)),
      ),
    );
    expect(results.filter(Boolean)).toHaveLength(1);
    const found = await stores[0]?.find("AuthorizationCode", "code", now);
    expect(found).toEqual({ consumed: now / 1000 });
  });

  test("stay used when they are written again", async () => {
    const records = oidcRecords(database.store().db, key);
    await records.upsert("RefreshToken", "again", {}, 1000, now);
    await records.consume("RefreshToken", "again", now);
    await records.upsert("RefreshToken", "again", { a: 1 }, 1000, now);
    expect(await records.find("RefreshToken", "again", now)).toEqual({ a: 1, consumed: now / 1000 });
  });

  test("end with their grant", async () => {
    const records = oidcRecords(database.store().db, key);
    await records.upsert("AccessToken", "t1", { grantId: "g" }, 1000, now);
    await records.upsert("AccessToken", "t2", { grantId: "other" }, undefined, now);
    await records.revokeByGrantId("g");
    expect(await records.find("AccessToken", "t1", now)).toBeUndefined();
    expect(await records.find("AccessToken", "t2", now + 1e12)).toBeDefined();
  });

  test("show neither identifier nor payload in the database", async () => {
    const { db } = database.store();
    await oidcRecords(db, key).upsert("AccessToken", "canary-token", { jti: "canary-token" }, 1000, now);
    const rows = await db.selectFrom("oidc_records").selectAll().execute();
    expect(JSON.stringify(rows)).not.toContain("canary");
  });

  test("remember the customer of a grant", async () => {
    const { db } = database.store();
    await setGrantCustomer(db, "grant", "c1", 1000, now);
    await setGrantCustomer(db, "grant", "c2", 1000, now);
    expect(await findGrantCustomer(db, "grant", now)).toBe("c2");
    expect(await findGrantCustomer(db, "grant", now + 1000)).toBeUndefined();
  });
});
