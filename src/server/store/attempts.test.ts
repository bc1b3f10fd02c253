import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import {
  attemptLife,
  deleteAttempt,
  deleteAttemptsOfBrowser,
  ensureAttempt,
  findAttempt,
  updateAttempt,
  upsertAttempt,
} from "./attempts.ts";
import { insertUser } from "./users.ts";

const now = 1_700_000_000_000;

onEachDatabase((database) => {
  test("is found by browser and return address together", async () => {
    const { db } = database.store();
    const attempt = await upsertAttempt(
      db,
      { browserHash: "b1", returnKey: "/a", data: { methods: ["pwd"] } },
      now,
    );
    expect(await findAttempt(db, "b1", "/a", now)).toEqual(attempt);
    expect(await findAttempt(db, "b2", "/a", now)).toBeUndefined();
    expect(await findAttempt(db, "b1", "/b", now)).toBeUndefined();
  });

  test("forgets what was proven after an hour and stays itself for 30 days", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "proof", displayName: "Proof" }, now);
    const proof = { userId: user.id, passwordAt: now, secondFactorAt: now, customerId: "c" };
    await upsertAttempt(db, { browserHash: "proof", returnKey: "/", ...proof }, now);
    expect(await findAttempt(db, "proof", "/", now + attemptLife.proof - 1)).toMatchObject(proof);
    expect(await findAttempt(db, "proof", "/", now + attemptLife.proof)).toMatchObject({
      userId: null,
      passwordAt: null,
      secondFactorAt: null,
      customerId: null,
    });
    expect(await findAttempt(db, "proof", "/", now + attemptLife.row)).toBeUndefined();
  });

  test("is changed by one of several who read it at the same time", async () => {
    const { db } = database.store();
    const attempt = await upsertAttempt(db, { browserHash: "race", returnKey: "/" }, now);
    const results = await Promise.all(
      ["a", "b", "c", "d"].map((customerId) => updateAttempt(db, attempt, { customerId }, now)),
    );
    expect(results.filter((result) => result !== undefined)).toHaveLength(1);
  });

  test("starts anew under the same identifier and outdates what was read before", async () => {
    const { db } = database.store();
    const first = await upsertAttempt(
      db,
      { browserHash: "anew", returnKey: "/", data: { methods: ["pwd"] } },
      now,
    );
    const second = await upsertAttempt(db, { browserHash: "anew", returnKey: "/" }, now);
    expect(second).toMatchObject({ id: first.id, data: {}, version: 2 });
    expect(await updateAttempt(db, first, { data: {} }, now)).toBeUndefined();
    await deleteAttempt(db, first.id);
    expect(await findAttempt(db, "anew", "/", now)).toBeUndefined();
  });

  test("is made where there is none, and leaves what was proven as it is", async () => {
    const { db } = database.store();
    const where = { browserHash: "ensured", returnKey: "/" };
    const made = await Promise.all([1, 2, 3].map(() => ensureAttempt(db, where, now)));
    expect(new Set(made.map(({ id }) => id)).size).toBe(1);
    expect(made[0]).toMatchObject({ userId: null, data: {} });
    const user = await insertUser(db, { username: "ensured", displayName: "Ensured" }, now);
    const proven = await upsertAttempt(db, { ...where, userId: user.id, passwordAt: now }, now);
    expect(await ensureAttempt(db, where, now)).toEqual(proven);
    expect(await ensureAttempt(db, where, now + attemptLife.row)).toMatchObject({ userId: null, data: {} });
  });

  test("is forgotten with all others of its browser", async () => {
    const { db } = database.store();
    for (const returnKey of ["/a", "/b"]) await upsertAttempt(db, { browserHash: "leaves", returnKey }, now);
    await upsertAttempt(db, { browserHash: "stays", returnKey: "/a" }, now);
    await deleteAttemptsOfBrowser(db, "leaves");
    expect(await findAttempt(db, "leaves", "/a", now)).toBeUndefined();
    expect(await findAttempt(db, "leaves", "/b", now)).toBeUndefined();
    expect(await findAttempt(db, "stays", "/a", now)).toBeDefined();
  });
});
