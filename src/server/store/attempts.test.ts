import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import {
  attemptLife,
  deleteAttempt,
  deleteAttemptsOfBrowser,
  ensureAttempt,
  findAttempt,
  moveAttempt,
  retireAttempt,
  updateAttempt,
  upsertAttempt,
} from "./attempts.ts";
import type { Db } from "./tables.ts";
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
    expect(await findAttempt(db, { browserHash: "b1", returnKey: "/a" }, now)).toEqual(attempt);
    expect(await findAttempt(db, { browserHash: "b2", returnKey: "/a" }, now)).toBeUndefined();
    expect(await findAttempt(db, { browserHash: "b1", returnKey: "/b" }, now)).toBeUndefined();
  });

  test("forgets what was proven after an hour and stays itself for a day", async () => {
    const { db } = database.store();
    const user = await insertUser(db, { username: "proof", displayName: "Proof" }, now);
    const proof = { userId: user.id, passwordAt: now, secondFactorAt: now };
    await upsertAttempt(db, { browserHash: "proof", returnKey: "/", ...proof }, now);
    expect(
      await findAttempt(db, { browserHash: "proof", returnKey: "/" }, now + attemptLife.proof - 1),
    ).toMatchObject(proof);
    expect(
      await findAttempt(db, { browserHash: "proof", returnKey: "/" }, now + attemptLife.proof),
    ).toMatchObject({
      userId: null,
      passwordAt: null,
      secondFactorAt: null,
    });
    expect(
      await findAttempt(db, { browserHash: "proof", returnKey: "/" }, now + attemptLife.row),
    ).toBeUndefined();
  });

  test("is changed by one of several who read it at the same time", async () => {
    const { db } = database.store();
    const attempt = await upsertAttempt(db, { browserHash: "race", returnKey: "/" }, now);
    const results = await Promise.all(
      ["a", "b", "c", "d"].map((method) => updateAttempt(db, attempt, { data: { methods: [method] } }, now)),
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
    await deleteAttempt(db, first);
    expect(await findAttempt(db, { browserHash: "anew", returnKey: "/" }, now)).toBeUndefined();
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

  test("ends for another under one name for all who end it at once, and under a new one later", async () => {
    const connections = [database.store().db, database.connect().db];
    const [db] = connections as [Db];
    const place = { browserHash: "retired", returnKey: "/" };
    const proven = { userId: null, passwordAt: now, data: { methods: ["pwd"] } };
    for (const begun of [undefined, now - 1000]) {
      if (begun !== undefined) await upsertAttempt(db, { ...place, ...proven }, begun);
      const names = await Promise.all(
        [...connections, ...connections].map((one) => retireAttempt(one, place, now)),
      );
      expect(new Set(names).size).toBe(1);
      expect(await findAttempt(db, place, now)).toMatchObject({ passwordAt: null, data: {} });
      expect(await retireAttempt(db, place, now - 5)).toBe(names[0]);
      expect(await retireAttempt(db, place, now + 9_000)).toBe(names[0]);
      expect(await retireAttempt(db, place, now + 10_000)).not.toBe(names[0]);
      await deleteAttemptsOfBrowser(db, [place.browserHash]);
    }
  });

  test("that begins where another one has just ended lives as long as any", async () => {
    const { db } = database.store();
    const place = { browserHash: "again", returnKey: "/" };
    const name = await retireAttempt(db, place, now);
    const begun = await ensureAttempt(db, place, now + 1000);
    await updateAttempt(db, begun, { data: { startedVendor: "contoso" } }, now + 1000);
    expect(await findAttempt(db, place, now + attemptLife.row)).toMatchObject({ id: begun.id });
    expect(await retireAttempt(db, place, now + 2000)).not.toBe(name);
  });

  test("moves once, with all that is in it", async () => {
    const { db } = database.store();
    const place = { browserHash: "before", returnKey: "/" };
    const { id } = await upsertAttempt(db, { ...place, data: { methods: ["pwd"] } }, now);
    const moved = await Promise.all(["one", "two"].map((to) => moveAttempt(db, place, to)));
    expect(moved.filter(Boolean)).toHaveLength(1);
    expect(await findAttempt(db, place, now)).toBeUndefined();
    const to = moved[0] ? "one" : "two";
    const there = await findAttempt(db, { ...place, browserHash: to }, now);
    expect(there).toMatchObject({ id, data: { methods: ["pwd"] } });
  });

  test("is forgotten with all others of its browser", async () => {
    const { db } = database.store();
    for (const returnKey of ["/a", "/b"]) await upsertAttempt(db, { browserHash: "leaves", returnKey }, now);
    await upsertAttempt(db, { browserHash: "stays", returnKey: "/a" }, now);
    await deleteAttemptsOfBrowser(db, ["leaves", "nowhere"]);
    expect(await findAttempt(db, { browserHash: "leaves", returnKey: "/a" }, now)).toBeUndefined();
    expect(await findAttempt(db, { browserHash: "leaves", returnKey: "/b" }, now)).toBeUndefined();
    expect(await findAttempt(db, { browserHash: "stays", returnKey: "/a" }, now)).toBeDefined();
  });
});
