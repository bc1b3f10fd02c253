import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { minute } from "../../shared/durations.ts";
import {
  chooseCustomer,
  createSession,
  endSession,
  endSessionsBut,
  findSignedIn,
  touchSession,
} from "./sessions.ts";
import type { Db } from "./tables.ts";
import { insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const life = { idle: 60 * minute, total: 24 * 60 * minute };

async function start(db: Db, username: string) {
  const user = await insertUser(db, { username, displayName: username }, now);
  const session = { userId: user.id, browserHash: "b", customerId: null, authenticatedAt: now, amr: ["pwd"] };
  return { user, ...(await createSession(db, session, life, now)), again: session };
}

onEachDatabase((database) => {
  test("is found by the cookie's value, which is not stored", async () => {
    const { db } = database.store();
    const { id, session, user } = await start(db, "found");
    expect(await findSignedIn(db, id, life, now)).toEqual({ session, user });
    expect(JSON.stringify(await db.selectFrom("sessions").selectAll().execute())).not.toContain(id);
    expect(await findSignedIn(db, `${id}x`, life, now)).toBeUndefined();
    expect(await findSignedIn(db, id, null, now + 2 * minute)).toEqual({ session, user });
  });

  test("ends with a person's others, but for the one that is left out", async () => {
    const { db } = database.store();
    const { id, session, user, again } = await start(db, "others");
    const other = await createSession(db, again, life, now);
    const late = await createSession(db, again, { ...life, total: minute }, now);
    const stranger = await start(db, "others-stranger");
    const ended = [other.session.idHash, late.session.idHash];
    expect((await endSessionsBut(db, user.id, session.idHash)).toSorted()).toEqual(ended.toSorted());
    expect(await findSignedIn(db, other.id, life, now)).toBeUndefined();
    expect(await findSignedIn(db, late.id, life, now + minute)).toBeUndefined();
    expect(await findSignedIn(db, id, life, now)).toBeDefined();
    expect(await findSignedIn(db, stranger.id, life, now)).toBeDefined();
    expect(await endSessionsBut(db, user.id, null)).toContain(session.idHash);
  });

  test("ends an hour after its last use", async () => {
    const { db } = database.store();
    const { id } = await start(db, "idle");
    expect(await findSignedIn(db, id, life, now + 59 * minute)).toBeDefined();
    expect(await findSignedIn(db, id, life, now + 118 * minute)).toBeDefined();
    expect(await findSignedIn(db, id, life, now + 178 * minute)).toBeUndefined();
  });

  test("ends after a day, used or not", async () => {
    const { db } = database.store();
    const { id } = await start(db, "total");
    for (let at = 0; at < 24 * 60; at += 30) {
      expect(await findSignedIn(db, id, life, now + at * minute)).toBeDefined();
    }
    expect(await findSignedIn(db, id, life, now + 24 * 60 * minute)).toBeUndefined();
  });

  test("writes its use down at most once a minute", async () => {
    const { db } = database.store();
    const { id } = await start(db, "touch");
    expect((await findSignedIn(db, id, life, now + minute - 1))?.session.seenAt).toBe(now);
    expect((await findSignedIn(db, id, life, now + minute))?.session.seenAt).toBe(now + minute);
    expect((await findSignedIn(db, id, null, now + 30 * minute))?.session.seenAt).toBe(now + minute);
  });

  test("can be extended while it lives", async () => {
    const { db } = database.store();
    const { session } = await start(db, "extend");
    const { idHash } = session;
    expect((await touchSession(db, idHash, life, now + 10))?.expiresAt).toBe(now + 10 + life.idle);
    expect(await touchSession(db, idHash, life, now + 10 + life.idle)).toBeUndefined();
  });

  test("remembers the customer", async () => {
    const { db } = database.store();
    const { id, session } = await start(db, "customer");
    await chooseCustomer(db, session.idHash, "c1");
    expect((await findSignedIn(db, id, life, now))?.session.customerId).toBe("c1");
  });

  test("ends once, and no other with it", async () => {
    const { db } = database.store();
    const { id, again } = await start(db, "ends");
    const second = await createSession(db, again, life, now);
    expect(await endSession(db, second.session.idHash)).toBe(true);
    expect(await endSession(db, second.session.idHash)).toBe(false);
    expect(await findSignedIn(db, second.id, life, now)).toBeUndefined();
    expect(await findSignedIn(db, id, life, now)).toBeDefined();
  });
});
