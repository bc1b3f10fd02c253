import { describe, expect, test } from "vitest";
import { onEachDatabase } from "../../../tests/support/databases.ts";
import { runStoreProcesses } from "../../../tests/support/run-store-processes.ts";
import { day } from "../../shared/durations.ts";
import { accountLockout, addressLockout, challengeLockout, waitAfter } from "../domain/lockout.ts";
import type { Db } from "./tables.ts";
import { clearTries, giveBackTry, readTries, type Try, takeTries, takeTry } from "./throttle.ts";

const start = 1_700_000_000_000;

/** Takes tries one after the other, each as soon as it is allowed; gives the waits in between. */
async function waitsBetween(db: Db, key: string, count: number): Promise<number[]> {
  const waits: number[] = [];
  let now = start;
  for (let taken = 0; taken < count; ) {
    const result = await takeTry(db, key, accountLockout, now);
    if (result.allowed) taken += 1;
    else {
      waits.push(result.retryAfterSeconds);
      now += result.retryAfterSeconds * 1000;
    }
  }
  return waits;
}

/** Takes a try that must be free. */
async function take(db: Db, key: string, now: number): Promise<Try & { allowed: true }> {
  const taken = await takeTry(db, key, accountLockout, now);
  if (!taken.allowed) throw new Error(`${key} is locked`);
  return taken;
}

const allowed = (results: readonly Try[]) => results.filter((result) => result.allowed).length;

onEachDatabase((database) => {
  describe("tries", () => {
    test("are free five times, then wait from half a minute to a quarter of an hour", async () => {
      const waits = await waitsBetween(database.store().db, "growing", 12);
      expect(waits).toEqual([30, 60, 120, 240, 480, 900, 900]);
    });

    test("wait a day after a hundred in a row", async () => {
      const { db } = database.store();
      const waits = await waitsBetween(db, "hundred", 101);
      expect(waits.at(-1)).toBe(day / 1000);
      expect(waits.filter((wait) => wait > 900)).toHaveLength(1);
    });

    test("wait as the policy says", async () => {
      const waits = await waitsBetween(database.store().db, "policy", 20);
      const expected = Array.from({ length: 19 }, (_, index) => waitAfter(accountLockout, index + 1) / 1000);
      expect(waits).toEqual(expected.filter((wait) => wait > 0));
    });

    test("are counted when they come at once over two connections", async () => {
      const connections = [database.store().db, database.connect().db];
      const results = await Promise.all(
        connections.flatMap((db) =>
          Array.from({ length: 20 }, () => takeTry(db, "parallel", accountLockout, start)),
        ),
      );
      expect(allowed(results)).toBe(5);
      expect(results.filter((result) => !result.allowed)).toContainEqual({
        allowed: false,
        retryAfterSeconds: 30,
      });
    });

    test("are free for a process whose clock is a little behind", async () => {
      const { db } = database.store();
      expect(await takeTry(db, "skewed", accountLockout, start)).toMatchObject({
        allowed: true,
        failures: 1,
      });
      expect(await takeTry(db, "skewed", accountLockout, start - 50)).toMatchObject({
        allowed: true,
        failures: 2,
      });
    });

    test("are counted when they come from two processes", async () => {
      const results = await runStoreProcesses<Try[]>(database.settings(), "takeTries", ["shared", "shared"]);
      expect(allowed(results.flat())).toBe(5);
    });

    test("begin anew after a success", async () => {
      const { db } = database.store();
      await waitsBetween(db, "success", 5);
      await clearTries(db, "success");
      expect(await waitsBetween(db, "success", 5)).toEqual([]);
    });

    test("that were given back do not count", async () => {
      const { db } = database.store();
      for (let index = 0; index < 20; index += 1) {
        const taken = await take(db, "returned", start);
        await giveBackTry(db, "returned", taken.lockedUntil);
      }
    });

    test("that were given back leave the lock that others' tries caused", async () => {
      const { db } = database.store();
      const own = await take(db, "others", start);
      for (let index = 0; index < 4; index += 1) await take(db, "others", start);
      await giveBackTry(db, "others", own.lockedUntil);
      expect(await takeTry(db, "others", accountLockout, start)).toEqual({
        allowed: false,
        retryAfterSeconds: 30,
      });
      expect(await take(db, "others", start + 30_000)).toMatchObject({ failures: 5 });
    });

    test("that were given back take the lock with them that they caused, as often as they do", async () => {
      const { db } = database.store();
      for (let index = 0; index < 5; index += 1) await take(db, "own", start);
      for (let index = 0; index < 3; index += 1) {
        const own = await take(db, "own", start + 30_000);
        expect(own).toMatchObject({ failures: 6, lockedUntil: start + 90_000 });
        await giveBackTry(db, "own", own.lockedUntil);
      }
    });

    test("of a lock that has ended do not lift the next one", async () => {
      const { db } = database.store();
      for (let index = 0; index < 4; index += 1) await take(db, "next", start);
      const own = await take(db, "next", start);
      await take(db, "next", start + 30_000);
      await giveBackTry(db, "next", own.lockedUntil);
      expect(await takeTry(db, "next", accountLockout, start + 31_000)).toMatchObject({ allowed: false });
    });

    test("are forgotten after a quiet day", async () => {
      const { db } = database.store();
      await waitsBetween(db, "quiet", 4);
      expect(await takeTry(db, "quiet", accountLockout, start + day)).toMatchObject({
        allowed: true,
        failures: 1,
      });
      expect(await takeTry(db, "quiet", accountLockout, start + day)).toMatchObject({
        allowed: true,
        failures: 2,
      });
    });

    test("of an address that is never quiet are forgotten an hour after the first", async () => {
      const { db } = database.store();
      const minute = 60_000;
      const take = (now: number) => takeTry(db, "busy", addressLockout, now);
      for (let index = 1; index <= 5; index += 1) {
        const now = start + index * 11 * minute;
        expect(await take(now)).toMatchObject({ allowed: true, failures: index });
        await take(now);
        await giveBackTry(db, "busy", 0);
      }
      expect(await take(start + 71 * minute)).toMatchObject({ allowed: true, failures: 1 });
      expect(await take(start + 130 * minute)).toMatchObject({ allowed: true, failures: 2 });
    });

    test("of an address are not forgotten before its wait has ended", async () => {
      const { db } = database.store();
      const hour = 3_600_000;
      const policy = { ...addressLockout, steps: [{ failures: 2, wait: hour }] } as const;
      const take = (now: number) => takeTry(db, "waiting", policy, now);
      await take(start);
      await take(start + hour - 1000);
      expect(await take(start + hour)).toEqual({ allowed: false, retryAfterSeconds: 3599 });
      expect(await take(start + 2 * hour - 1000)).toMatchObject({ allowed: true, failures: 1 });
    });

    test("of one key do not lock another", async () => {
      const { db } = database.store();
      await waitsBetween(db, "locked", 5);
      expect(await takeTry(db, "other", accountLockout, start)).toMatchObject({ allowed: true, failures: 1 });
    });
  });

  describe("tries of several keys", () => {
    const budgets = (name: string) => {
      const [account, challenge] = [`account:${name}`, `challenge:${name}`];
      return {
        payer: { key: `address:${name}`, policy: addressLockout },
        account: { key: account, policy: accountLockout },
        challenge: { key: challenge, policy: challengeLockout },
      };
    };
    const failures = async (db: Db, keys: readonly { key: string }[], now = start) => {
      const tries = await readTries(
        db,
        keys.map(({ key }) => key),
        now,
      );
      return tries.map((one) => one?.failures ?? 0);
    };

    test("are taken at once, each by its own policy", async () => {
      const { db } = database.store();
      const { payer, account, challenge } = budgets("policies");
      for (let count = 1; count <= 5; count += 1)
        expect(await takeTries(db, payer, [account, challenge], start)).toEqual({
          allowed: true,
          taken: [
            { ...payer, failures: count, lockedUntil: 0 },
            { ...account, failures: count, lockedUntil: count < 5 ? 0 : start + 30_000 },
            { ...challenge, failures: count, lockedUntil: count < 5 ? 0 : start + day },
          ],
        });
    });

    test("are the payer's alone where another key is locked, which is told with its wait", async () => {
      const { db } = database.store();
      const { payer, account, challenge } = budgets("locked");
      for (let count = 0; count < 5; count += 1) await takeTry(db, challenge.key, challenge.policy, start);
      expect(await takeTries(db, payer, [account, challenge], start)).toEqual({
        allowed: false,
        taken: [{ ...payer, failures: 1, lockedUntil: 0 }],
        locked: challenge,
        retryAfterSeconds: day / 1000,
      });
      expect(await failures(db, [payer, account, challenge])).toEqual([1, 0, 5]);
    });

    test("are nobody's where the payer is locked", async () => {
      const { db } = database.store();
      const { payer, account } = budgets("knocking");
      for (let count = 0; count < 200; count += 1) await takeTries(db, payer, [], start);
      const refused = { allowed: false, taken: [], locked: payer, retryAfterSeconds: 30 };
      expect(await takeTries(db, payer, [account], start)).toEqual(refused);
      expect(await failures(db, [payer, account])).toEqual([200, 0]);
      expect(await takeTries(db, payer, [account], start + 30_000)).toMatchObject({ allowed: true });
    });

    test("that lock the payer this moment still count", async () => {
      const { db } = database.store();
      const { payer, account } = budgets("last");
      for (let count = 0; count < 199; count += 1) await takeTries(db, payer, [], start);
      expect(await takeTries(db, payer, [account], start)).toMatchObject({ allowed: true });
    });

    test("that come at once over two connections count exactly, and none waits for another for ever", async () => {
      const connections = [database.store().db, database.connect().db];
      const { payer, account } = budgets("parallel");
      const results = await Promise.all(
        connections.flatMap((db) => Array.from({ length: 20 }, () => takeTries(db, payer, [account], start))),
      );
      expect(results.filter(({ allowed }) => allowed)).toHaveLength(5);
      const [paid, counted] = await failures(database.store().db, [payer, account]);
      expect([paid, counted]).toEqual([40, 5]);
    });
  });
});
