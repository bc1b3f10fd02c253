import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import { NobodyWaits } from "../slots.ts";
import { builtInDerive, createPasswordHasher, type Derive, HashOverloaded } from "./password-hash.ts";

const cost = { memoryKib: 64, passes: 1, concurrency: 2 };
const hasher = createPasswordHasher(cost);

describe("a hash", () => {
  test("is right for its password alone, whole and in its case", async () => {
    const long = "a".repeat(200);
    const phc = await hasher.hash(long);
    expect(phc).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hasher.verify(phc, long)).toBe(phc);
    expect(await hasher.verify(phc, long.slice(1))).toBeNull();
    expect(await hasher.verify(phc, long.toUpperCase())).toBeNull();
    expect(await hasher.hash(long)).not.toBe(phc);
  });

  test("does not depend on the composition of accents", async () => {
    const phc = await hasher.hash("josé");
    expect(await hasher.verify(phc, "jose\u0301")).toBe(phc);
  });

  test("is the same from Node's own argon2", async () => {
    const builtIn = createPasswordHasher(cost, builtInDerive);
    const [own, other] = [await builtIn.hash("secret"), await hasher.hash("secret")];
    expect(await builtIn.verify(other, "secret")).toBe(other);
    expect(await hasher.verify(own, "secret")).toBe(own);
  });

  test.each([
    ["less memory", { memoryKib: 32 }],
    ["more passes", { passes: 2 }],
    ["more lanes", { parallelism: 2 }],
    ["fewer bytes", { length: 16 }],
  ])("with %s than today is right too, and is made anew", async (_what, change) => {
    const parameters = { memoryKib: 64, passes: 1, parallelism: 1, length: 32, ...change };
    const salt = Buffer.from("somesalt");
    const bytes = [salt, await builtInDerive("secret", { ...parameters, salt })];
    const { memoryKib, passes, parallelism } = parameters;
    const [saltText, hash] = bytes.map((each) => each.toString("base64").replaceAll("=", ""));
    const phc = `$argon2id$v=19$m=${memoryKib},t=${passes},p=${parallelism}$${saltText}$${hash}`;
    const kept = await hasher.verify(phc, "secret");
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$[\w+/]{22}\$[\w+/]{43}$/);
    expect(await hasher.verify(kept ?? "", "secret")).toBe(kept);
  });

  test.each([
    ["fewer passes", { passes: 2 }],
    ["less memory", { memoryKib: 80 }],
    ["more of both", { memoryKib: 32 }],
  ])("of %s than today costs what a name that nobody has does, or its own", async (_what, change) => {
    const phc = await hasher.hash("secret");
    const today = { ...cost, ...change };
    const derive = vi.fn<Derive>(async (_password, { length }) => Buffer.alloc(length));
    expect(await createPasswordHasher(today, derive).verify(phc, "secret")).toBeNull();
    const paid = derive.mock.calls.map(([, { memoryKib, passes }]) => memoryKib * passes);
    const own = cost.memoryKib * cost.passes;
    expect(paid[0]).toBe(own);
    expect(paid.reduce((sum, one) => sum + one)).toBe(Math.max(own, today.memoryKib * today.passes));
  });

  test("that another implementation made is right", async () => {
    // Test vector of the reference implementation: argon2id, t=2, m=65536, p=1, "password", "somesalt".
    const phc = "$argon2id$v=19$m=65536,t=2,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc";
    expect(await hasher.verify(phc, "password")).not.toBeNull();
    expect(await hasher.verify(phc, "Password")).toBeNull();
  });

  test("of eight lanes, as argon2-cffi and Django make them, is right", async () => {
    // Made by argon2-cffi.
    const phc =
      "$argon2id$v=19$m=128,t=2,p=8$MDEyMzQ1Njc4OWFiY2RlZg$E8V2+2WkflC3WRviy+JmXN4BKKMSnqjCwJCDju6RGgk";
    expect(await hasher.verify(phc, "josé at dawn")).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.verify(phc, "jose at dawn")).toBeNull();
  });

  test.each([
    "",
    "plain",
    "$argon2i$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=262145,t=1,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=64,t=11,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=72,t=1,p=9$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=63,t=1,p=8$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$CTE",
    "$argon2id$v=19$m=64,t=0,p=1$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=64,t=1,p=0$c29tZXNhbHQ$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    "$argon2id$v=19$m=128,t=1,p=1$c29tZXNhbA$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc",
    `$argon2id$v=19$m=128,t=1,p=1$${"A".repeat(87)}$CTFhFdXPJO1aFaMaO6Mm5c8y7cJHAph8ArZWb2GRPPc`,
    `$argon2id$v=19$m=64,t=1,p=1$c29tZXNhbHQ$${"A".repeat(87)}`,
  ])("that cannot be computed within the caps costs the usual and is never right: %s", async (phc) => {
    const derive = vi.fn<Derive>(async (_password, { length }) => Buffer.alloc(length));
    expect(await createPasswordHasher(cost, derive).verify(phc, "password")).toBeNull();
    expect(derive).toHaveBeenCalledOnce();
    expect(derive.mock.calls[0]?.[1]).toMatchObject({ memoryKib: 64, passes: 1, parallelism: 1, length: 32 });
  });

  test("for an unknown user costs the same and is never right", async () => {
    const derive = vi.fn<Derive>(async (_password, { length }) => Buffer.alloc(length));
    expect(await createPasswordHasher(cost, derive).verifyDummy("x")).toBeNull();
    expect(derive.mock.calls[0]?.[1]).toMatchObject({ memoryKib: 64, passes: 1, parallelism: 1, length: 32 });
  });
});

describe("many passwords at once", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());

  function heldHasher(threads?: number) {
    const finish: (() => void)[] = [];
    const derive: Derive = (_password, { length }) =>
      new Promise((resolve) => finish.push(() => resolve(Buffer.alloc(length))));
    return { finish, hasher: createPasswordHasher(cost, derive, threads) };
  }

  test("are computed as many at a time as the settings say, in turn", async () => {
    const held = heldHasher();
    const done: number[] = [];
    const all = [0, 1, 2, 3].map((index) => held.hasher.verifyDummy("x").then(() => done.push(index)));
    await vi.advanceTimersByTimeAsync(0);
    expect(held.finish).toHaveLength(2);
    held.finish[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(held.finish).toHaveLength(3);
    expect(done).toEqual([]);
    held.finish[1]?.();
    held.finish[2]?.();
    await vi.advanceTimersByTimeAsync(0);
    held.finish[3]?.();
    await Promise.all(all);
    expect(done).toEqual([0, 1, 2, 3]);
    await vi.advanceTimersByTimeAsync(3000);
    expect(held.hasher.load()).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  test("are refused after three seconds of waiting, and the others go on", async () => {
    const held = heldHasher();
    const running = [held.hasher.verifyDummy("x"), held.hasher.verifyDummy("x")];
    const late = expect(held.hasher.verifyDummy("x")).rejects.toBeInstanceOf(HashOverloaded);
    await vi.advanceTimersByTimeAsync(3000);
    await late;
    for (const finish of held.finish) finish();
    expect(await Promise.all(running)).toEqual([null, null]);
    const next = held.hasher.verifyDummy("x");
    await vi.advanceTimersByTimeAsync(0);
    held.finish[2]?.();
    expect(await next).toBeNull();
  });

  test("are refused where too many wait, a second later, so that who asks again at once takes no core from them", async () => {
    const held = heldHasher();
    const results = Array.from({ length: 131 }, () => held.hasher.verifyDummy("x").catch((error) => error));
    const told: unknown[] = [];
    for (const refused of [results[130], held.hasher.assertRoom().catch((error) => error)])
      void refused?.then((error) => told.push(error));
    expect(held.hasher.load().refused).toBe(2);
    await vi.advanceTimersByTimeAsync(900);
    expect(told).toEqual([]);
    await vi.advanceTimersByTimeAsync(100);
    expect(told).toEqual([expect.any(HashOverloaded), expect.any(HashOverloaded)]);
    await vi.advanceTimersByTimeAsync(2000);
    await held.hasher.assertRoom();
    for (const finish of held.finish) finish();
    expect((await Promise.all(results)).filter((result) => result instanceof HashOverloaded)).toHaveLength(
      129,
    );
  });

  test("are computed by another number as soon as there are more slots or fewer", async () => {
    const held = heldHasher();
    const busy: number[] = [];
    held.hasher.watch((count) => busy.push(count));
    const all = Array.from({ length: 5 }, () => held.hasher.verifyDummy("x"));
    held.hasher.resize(3);
    await vi.advanceTimersByTimeAsync(0);
    expect(held.finish).toHaveLength(3);
    held.hasher.resize(1);
    held.finish[0]?.();
    held.finish[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(held.finish).toHaveLength(3);
    for (const index of [2, 3, 4]) {
      held.finish[index]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(all);
    expect(busy).toEqual([1, 2, 3, 4, 5, 4, 3, 2, 1, 0]);
  });

  test("are handed over ahead, one for two threads, where no thread is left that would compute it at once", async () => {
    const { hasher, finish } = heldHasher(2);
    const all = Array.from({ length: 5 }, () => hasher.verifyDummy("x"));
    await vi.advanceTimersByTimeAsync(0);
    expect(finish).toHaveLength(3);
    expect(hasher.load()).toMatchObject({ running: 2, waiting: 3 });
    // A thread is left by what another process does on this core.
    hasher.resize(1);
    finish[0]?.();
    finish[1]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(finish).toHaveLength(3);
    expect(hasher.load()).toMatchObject({ running: 1, waiting: 2 });
    for (const index of [2, 3, 4]) {
      finish[index]?.();
      await vi.advanceTimersByTimeAsync(0);
    }
    await Promise.all(all);
    expect(hasher.load()).toMatchObject({ running: 0, waiting: 0 });
  });

  test("are given back eight together while others wait, so that each costs less, and at once where nobody does", async () => {
    const { hasher, finish } = heldHasher();
    const done: number[] = [];
    const all = Array.from({ length: 12 }, (_, index) =>
      hasher.verifyDummy("x").then(() => done.push(index)),
    );
    const doneAfter: number[] = [];
    for (let index = 0; index < 12; index += 1) {
      await vi.advanceTimersByTimeAsync(0);
      finish[index]?.();
      await vi.advanceTimersByTimeAsync(0);
      doneAfter.push(done.length);
    }
    await Promise.all(all);
    expect(doneAfter).toEqual([0, 0, 0, 0, 0, 0, 0, 8, 8, 10, 11, 12]);
    expect(done).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11]);
  });

  test("are given back where those who waited are refused or nothing runs any more", async () => {
    const { hasher, finish } = heldHasher();
    const results = Array.from({ length: 4 }, () => hasher.verifyDummy("x").catch((error) => error));
    await vi.advanceTimersByTimeAsync(0);
    hasher.resize(1);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(3000);
    finish[1]?.();
    expect(await Promise.all(results)).toEqual([
      null,
      null,
      expect.any(HashOverloaded),
      expect.any(HashOverloaded),
    ]);
  });

  test("are not computed for whom nobody waits any more, and the next in turn is", async () => {
    const { hasher, finish } = heldHasher();
    const running = [hasher.verifyDummy("x"), hasher.verifyDummy("x")];
    let isWanted = true;
    const left = [1, 2].map(() => hasher.verifyDummy("x", () => isWanted).catch((error) => error));
    const next = hasher.verifyDummy("x", () => true);
    isWanted = false;
    await vi.advanceTimersByTimeAsync(0);
    finish[0]?.();
    await vi.advanceTimersByTimeAsync(0);
    expect(await Promise.all(left)).toEqual([expect.any(NobodyWaits), expect.any(NobodyWaits)]);
    expect(finish).toHaveLength(3);
    finish[1]?.();
    finish[2]?.();
    expect(await Promise.all([...running, next])).toEqual([null, null, null]);
    expect(hasher.load()).toEqual({ running: 0, waiting: 0, refused: 0 });
  });

  test("keep no place in line for whom nobody waits any more, where somebody else needs it", async () => {
    const { hasher, finish } = heldHasher();
    const running = [hasher.verifyDummy("x"), hasher.verifyDummy("x")];
    let isWanted = true;
    const left = Array.from({ length: 2 * 64 }, () =>
      hasher.verifyDummy("x", () => isWanted).catch((error) => error),
    );
    const refused = expect(hasher.assertRoom()).rejects.toThrow(HashOverloaded);
    isWanted = false;
    const next = [hasher.verifyDummy("x"), hasher.verifyDummy("x")];
    for (const why of await Promise.all(left)) expect(why).toBeInstanceOf(NobodyWaits);
    expect(hasher.load()).toEqual({ running: 2, waiting: 2, refused: 1 });
    await vi.advanceTimersByTimeAsync(1000);
    await refused;
    for (const all of [0, 2]) {
      for (const done of finish.slice(all)) done();
      await vi.advanceTimersByTimeAsync(0);
    }
    expect(await Promise.all([...running, ...next])).toEqual([null, null, null, null]);
  });

  test("may wait in greater number where more are computed at once", async () => {
    const held = heldHasher();
    held.hasher.resize(3);
    const results = Array.from({ length: 3 + 3 * 64 + 1 }, () =>
      held.hasher.verifyDummy("x").catch((error) => error),
    );
    await vi.advanceTimersByTimeAsync(3000);
    expect(held.hasher.load().refused).toBe(3 * 64 + 1);
    expect(await results.at(-1)).toBeInstanceOf(HashOverloaded);
    for (const finish of held.finish) finish();
    expect((await Promise.all(results)).filter((result) => result === null)).toHaveLength(3);
  });

  test("do not lose a slot to one that fails", async () => {
    const failing = createPasswordHasher({ ...cost, concurrency: 1 }, () =>
      Promise.reject(new Error("broken")),
    );
    await expect(failing.hash("x")).rejects.toThrow("broken");
    await expect(failing.hash("x")).rejects.toThrow("broken");
  });
});
