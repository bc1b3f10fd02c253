import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { runStoreProcesses } from "../../../tests/support/run-store-processes.ts";
import { day, minute } from "../../shared/durations.ts";
import { sha256 } from "../crypto.ts";
import { clockTolerance } from "../domain/freshness.ts";
import {
  deleteTickets,
  endTicketAt,
  issueTicket,
  peekTicket,
  recallTicket,
  redeemLinkTicket,
  redeemTicket,
} from "./tickets.ts";

const now = 1_700_000_000_000;
const anybody = { browserHash: null, now };

onEachDatabase((database) => {
  test("gives its data once", async () => {
    const { db } = database.store();
    const secret = await issueTicket(db, "error", { data: { a: [1] }, browserHash: null, life: 1000 }, now);
    expect(await redeemTicket(db, "error", secret, anybody)).toEqual({ a: [1] });
    expect(await redeemTicket(db, "error", secret, anybody)).toBeUndefined();
  });

  test("is not spent by a look", async () => {
    const { db } = database.store();
    const secret = await issueTicket(db, "error", { data: 1, browserHash: null, life: 1000 }, now);
    expect(await peekTicket(db, "error", secret, anybody)).toBe(1);
    expect(await redeemTicket(db, "error", secret, anybody)).toBe(1);
    expect(await peekTicket(db, "error", secret, anybody)).toBeUndefined();
  });

  test("is refused when late, of another kind or another browser's", async () => {
    const { db } = database.store();
    const ticket = { data: 1, browserHash: "mine", life: 1000 };
    const secret = await issueTicket(db, "exchange", ticket, now);
    const mine = { browserHash: "mine", now };
    expect(await redeemTicket(db, "exchange", secret, { ...mine, now: now + 1000 })).toBeUndefined();
    expect(await redeemTicket(db, "logout", secret, mine)).toBeUndefined();
    expect(await redeemTicket(db, "exchange", secret, { browserHash: "other", now })).toBeUndefined();
    expect(await redeemTicket(db, "exchange", secret, anybody)).toBeUndefined();
    expect(await redeemTicket(db, "exchange", secret, { ...mine, now: now + 999 })).toBe(1);
  });

  test("is recalled by the browser that spent it, as what it was, until it ends", async () => {
    const { db } = database.store();
    const secret = await issueTicket(db, "vendor", { data: 1, browserHash: null, life: 1000 }, now);
    const mine = { browserHash: "mine", now };
    expect(await recallTicket(db, "vendor", secret, mine)).toBeUndefined();
    await redeemTicket(db, "vendor", secret, mine);
    expect(await recallTicket(db, "vendor", secret, mine)).toBe(1);
    expect(await recallTicket(db, "vendorSignOut", secret, mine)).toBeUndefined();
    expect(await recallTicket(db, "vendor", secret, { browserHash: "other", now })).toBeUndefined();
    expect(await recallTicket(db, "vendor", secret, anybody)).toBeUndefined();
    expect(await recallTicket(db, "vendor", "x", mine)).toBeUndefined();
    expect(await recallTicket(db, "vendor", secret, { ...mine, now: now + 1000 })).toBeUndefined();
  });

  test("of a mailed link is recalled for a minute", async () => {
    const { db } = database.store();
    const link = { data: 1, browserHash: null, life: day };
    const secret = await issueTicket(db, "passwordReset", link, now);
    const mine = { browserHash: "mine", now };
    expect(await redeemLinkTicket(db, "recoveryCodes", secret, mine)).toBe(false);
    expect(await redeemLinkTicket(db, "passwordReset", secret, mine)).toBe(true);
    const recalledAfter = (time: number) =>
      recallTicket(db, "passwordReset", secret, { ...mine, now: now + time });
    expect([await recalledAfter(minute - 1), await recalledAfter(minute)]).toEqual([1, undefined]);
  });

  test("ends earlier than it would, never later, and no other with it", async () => {
    const { db } = database.store();
    const issue = () => issueTicket(db, "exchange", { data: 1, browserHash: null, life: 1000 }, now);
    const [shortened, other] = [await issue(), await issue()];
    const goodAt = (secret: string, time: number) =>
      peekTicket(db, "exchange", secret, { browserHash: null, now: now + time });
    await endTicketAt(db, "logout", shortened, now + 500);
    expect(await goodAt(shortened, 500)).toBe(1);
    await endTicketAt(db, "exchange", shortened, now + 500);
    await endTicketAt(db, "exchange", shortened, now + 2000);
    expect([await goodAt(shortened, 499), await goodAt(shortened, 500)]).toEqual([1, undefined]);
    expect(await goodAt(other, 999)).toBe(1);
  });

  test("gives way to a newer one of the same kind and data, unless it was spent", async () => {
    const { db } = database.store();
    const issue = (kind: "passwordReset" | "recoveryCodes", userId: string) =>
      issueTicket(db, kind, { data: { userId }, browserHash: null, life: 1000 }, now);
    const [open, spent] = [await issue("passwordReset", "u1"), await issue("passwordReset", "u1")];
    const [others, another] = [await issue("passwordReset", "u2"), await issue("recoveryCodes", "u1")];
    const mine = { browserHash: "mine", now };
    await redeemTicket(db, "passwordReset", spent, mine);
    await deleteTickets(db, "passwordReset", { userId: "u1" });
    expect(await peekTicket(db, "passwordReset", open, mine)).toBeUndefined();
    expect(await recallTicket(db, "passwordReset", spent, mine)).toEqual({ userId: "u1" });
    expect(await peekTicket(db, "passwordReset", others, mine)).toEqual({ userId: "u2" });
    expect(await peekTicket(db, "recoveryCodes", another, mine)).toEqual({ userId: "u1" });
  });

  test("of a time that the clock was set back from is refused", async () => {
    const { db } = database.store();
    const secret = await issueTicket(db, "error", { data: 1, browserHash: null, life: day }, now);
    const lookedAt = (time: number) => peekTicket(db, "error", secret, { browserHash: null, now: time });
    expect([await lookedAt(now - clockTolerance), await lookedAt(now - clockTolerance - 1)]).toEqual([
      1,
      undefined,
    ]);
  });

  test("succeeds for one of twenty presenters over two connections", async () => {
    const connections = [database.store().db, database.connect().db];
    const secret = await issueTicket(
      database.store().db,
      "exchange",
      { data: 1, browserHash: null, life: 1000 },
      now,
    );
    const results = await Promise.all(
      connections.flatMap((db) =>
        Array.from({ length: 10 }, () => redeemTicket(db, "exchange", secret, anybody)),
      ),
    );
    expect(results.filter((result) => result === 1)).toHaveLength(1);
  });

  test("succeeds for one of twenty presenters over two processes", async () => {
    const ticket = { data: "mine", browserHash: null, life: 60_000 };
    const secret = await issueTicket(database.store().db, "exchange", ticket, Date.now());
    const results = await runStoreProcesses<unknown[]>(database.settings(), "redeem", [secret, secret]);
    expect(results.flat().filter((result) => result === "mine")).toHaveLength(1);
  });

  test("is kept as a hash only", async () => {
    const { db } = database.store();
    const secret = await issueTicket(db, "logout", { data: 1, browserHash: null, life: 1000 }, now);
    const rows = await db.selectFrom("tickets").selectAll().where("kind", "=", "logout").execute();
    expect(rows.map((row) => row.hash)).toContain(sha256(secret));
    expect(JSON.stringify(rows)).not.toContain(secret);
  });
});
