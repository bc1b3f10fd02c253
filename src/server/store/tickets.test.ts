import { expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { runStoreProcesses } from "../../../tests/support/run-store-processes.ts";
import { sha256 } from "../crypto.ts";
import { endTicketAt, issueTicket, peekTicket, recallTicket, redeemTicket } from "./tickets.ts";

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

  test("is recalled by its browser alone, spent or not, by its own kind and until it ends", async () => {
    const { db } = database.store();
    const mine = { browserHash: "mine", now };
    const secret = await issueTicket(db, "vendor", { data: 1, browserHash: "mine", life: 1000 }, now);
    await redeemTicket(db, "vendor", secret, mine);
    expect(await recallTicket(db, "vendor", secret, { ...mine, now: now + 999 })).toBe(1);
    expect(await recallTicket(db, "vendor", secret, { ...mine, now: now + 1000 })).toBeUndefined();
    expect(await recallTicket(db, "vendor", secret, { ...mine, browserHash: "other" })).toBeUndefined();
    expect(await recallTicket(db, "vendor", secret, anybody)).toBeUndefined();
    expect(await recallTicket(db, "exchange", secret, mine)).toBeUndefined();
    expect(await recallTicket(db, "vendor", "x", mine)).toBeUndefined();
  });

  test("is ended earlier and never later, and no other with it", async () => {
    const { db } = database.store();
    const issue = () => issueTicket(db, "passwordReset", { data: 1, browserHash: null, life: 1000 }, now);
    const [one, other] = [await issue(), await issue()];
    const at = (time: number) => ({ ...anybody, now: now + time });
    await endTicketAt(db, "passwordReset", one, now + 5000);
    expect(await peekTicket(db, "passwordReset", one, at(1000))).toBeUndefined();
    await endTicketAt(db, "passwordReset", one, now + 500);
    expect(await peekTicket(db, "passwordReset", one, at(500))).toBeUndefined();
    expect(await peekTicket(db, "passwordReset", other, at(999))).toBe(1);
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
