import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { addressLockout } from "../domain/lockout.ts";
import { upsertAttempt } from "./attempts.ts";
import { writeAudits } from "./audit.ts";
import { saveAuthorizationRequest } from "./authorization-requests.ts";
import { setGrantCustomer } from "./grant-customers.ts";
import { addMessage } from "./messages.ts";
import { addMinuteCounts } from "./minute-counts.ts";
import { oidcRecords } from "./oidc-records.ts";
import { type SentCode, saveSentCode } from "./sent-codes.ts";
import { createSession, expiredSessions } from "./sessions.ts";
import { addSignOutNotices } from "./sign-out-notices.ts";
import { sweep, sweepOnce } from "./sweep.ts";
import type { Db } from "./tables.ts";
import { takeTry } from "./throttle.ts";
import { issueTicket } from "./tickets.ts";
import { insertUser } from "./users.ts";

const now = 1_700_000_000_000;
const month = 30 * 86_400_000;
const year = 365 * 86_400_000;
const families = 13;

async function fill(db: Db, name: string, at: number) {
  const user = await insertUser(db, { username: name, displayName: name }, at);
  const session = { userId: user.id, browserHash: "b", customerId: null, authenticatedAt: at, amr: [] };
  await createSession(db, session, { idle: 1000, total: 2000 }, at);
  const notice = { clientId: "c", userId: user.id, sid: "s" };
  await addSignOutNotices(db, [Buffer.alloc(32)], [notice], 1000, at);
  await upsertAttempt(db, { browserHash: name, returnKey: "/" }, at);
  await saveAuthorizationRequest(
    db,
    [Buffer.alloc(32)],
    { uid: name, chainId: name, clientId: "c", params: {} },
    { life: 1000, now: at },
  );
  await issueTicket(db, "exchange", { data: 1, browserHash: null, life: 1000 }, at);
  await takeTry(db, name, addressLockout, at);
  await oidcRecords(db, [Buffer.alloc(32)]).upsert("Session", name, {}, 1000, at);
  await setGrantCustomer(db, name, "c", 1000, at);
  const expires_at = at + 1000;
  const code = { purpose: "setup", owner: name, channel: "sms", codeHash: "h", reference: "R" } as const;
  await saveSentCode(db, { ...code, destination: "d", createdAt: at, expiresAt: expires_at });
  const message = { channel: "sms", to: "+15550001111", text: "t", language: "en-GB" } as const;
  await addMessage(db, [Buffer.alloc(32)], message, 1000, at);
  await db
    .insertInto("remembered_devices")
    .values({ id_hash: name, user_id: user.id, created_at: at, expires_at })
    .execute();
  await db.insertInto("spent_values").values({ kind: "captcha", hash: name, expires_at }).execute();
  await addMinuteCounts(db, [{ minute: at, name, count: 1 }], 1000);
  await db.insertInto("captcha_passes").values({ browser_hash: name, uses_left: 1, expires_at }).execute();
}

onEachDatabase((database) => {
  test("deletes one row of every family that ends, and leaves what lives", async () => {
    const { db } = database.store();
    await fill(db, "old", now - month);
    await fill(db, "new", now);
    await oidcRecords(db, [Buffer.alloc(32)]).upsert("Client", "endless", {}, undefined, now);
    expect(await sweep(db, year, now)).toBe(families);
    expect(await sweep(db, year, now)).toBe(0);
    expect(await sweep(db, year, now + month)).toBe(families);
    // Whoever ends a session tells its applications; the sweeper would only forget it.
    expect(await expiredSessions(db, 9, now + month)).toHaveLength(2);
  });

  test("deletes what the audit has had for long enough, and nothing before", async () => {
    const { db } = database.store();
    await writeAudits(db, [{ event: "signOut" }], now - year);
    await writeAudits(db, [{ event: "signIn.failed" }], now - year + 1);
    expect(await sweep(db, year, now)).toBe(1);
    const left = await db.selectFrom("audit").select("event").execute();
    expect(left).toEqual([{ event: "signIn.failed" }]);
    await db.deleteFrom("audit").execute();
  });

  test("forgets an address that waits for a code which nobody can type any more, and leaves one whose code lives", async () => {
    const { db } = database.store();
    const codes = { live: {}, late: { expiresAt: now }, ofSetup: { purpose: "setup" }, none: undefined };
    for (const [name, code] of Object.entries(codes)) {
      const { id } = await insertUser(
        db,
        { username: name, displayName: name, newEmail: `${name}@x.example` },
        now,
      );
      if (code === undefined) continue;
      const owner = { purpose: "contact", owner: `${id} hash`, ...code } as const;
      const sent = {
        channel: "mail",
        codeHash: "h",
        reference: "R",
        destination: "d",
        createdAt: now,
      } as const;
      await saveSentCode(db, { expiresAt: now + 1000, ...sent, ...owner } as SentCode);
    }
    const waiting = async () => {
      const rows = await db
        .selectFrom("users")
        .select("new_email")
        .where("new_email", "is not", null)
        .execute();
      return rows.map((row) => row.new_email);
    };
    await sweep(db, year, now);
    expect(await waiting()).toEqual(["live@x.example"]);
    await sweep(db, year, now + 1000);
    expect(await waiting()).toEqual([]);
  });

  test("goes on over many batches", async () => {
    const { db } = database.store();
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      kind: "error",
      hash: String(index),
      browser_hash: null,
      data: "1",
      created_at: 0,
      expires_at: 1,
      used_at: null,
    }));
    await db.insertInto("tickets").values(rows).execute();
    expect(await sweep(db, year, 2)).toBe(1200);
  });

  test("ends after the batch under way when it is told to, and the next one goes on", async () => {
    const { db } = database.store();
    // Of the table that comes first.
    const rows = Array.from({ length: 1200 }, (_, index) => ({
      id: String(index),
      browser_hash: String(index),
      return_key: "/",
      user_id: null,
      password_at: null,
      second_factor_at: null,
      customer_id: null,
      data: "{}",
      version: 1,
      created_at: 0,
      expires_at: 1,
    }));
    await db.insertInto("attempts").values(rows).execute();
    const stopping = new AbortController();
    const sweeping = sweep(db, year, 2, stopping.signal);
    stopping.abort();
    expect(await sweeping).toBe(100);
    expect(await sweep(db, year, 2)).toBe(1100);
  });

  test("takes turns, of which any number of processes has each once", async () => {
    const { db } = database.store();
    const turns = { auditLife: year, every: 1000 };
    await sweep(db, year, now);
    await fill(db, "turns", now - month);
    const first = await Promise.all([1, 2, 3].map(() => sweepOnce(db, turns, now)));
    expect(first.toSorted()).toEqual([0, 0, families]);
    expect(await sweepOnce(db, turns, now + 999)).toBe(0);
    // Nothing is left but the turn that has passed.
    expect(await sweepOnce(db, turns, now + 1000)).toBe(1);
    expect(await sweep(db, year, now + 2000)).toBe(1);
  });
});
