import { describe, expect, test, vi } from "vitest";
import { createPasswordHasher, type Derive, isKnownHash } from "./password-hash.ts";

const cost = { memoryKib: 64, passes: 1, concurrency: 2 };
const hasher = createPasswordHasher(cost);
const password = "josé at dawn";

// Made by libxcrypt (bcrypt) and by Python's hashlib (the others).
const made = [
  "$2a$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
  "$2b$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
  "$2y$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
  "$pbkdf2$1200$MDEyMzQ1Njc4OWFiY2RlZg$mRF5hSd8dWC9qFoRid0y17/m7tM",
  "$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
  "$pbkdf2-sha512$i=25000,l=64$MDEyMzQ1Njc4OWFiY2RlZg$RFyLNEYPR+9LCbNbTQvem5V+TB8otqCWL/cNmWlfr6sISgN26bU7x1pdme2LUzpl6OUP+R4rysfke8N+wyC9IA",
  "$scrypt$ln=14,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
];

describe("a hash of another system", () => {
  test.each(made)("is right for its password alone, and is made anew: %s", async (phc) => {
    expect(isKnownHash(phc)).toBe(true);
    const kept = await hasher.verify(phc, password);
    expect(kept).toMatch(/^\$argon2id\$v=19\$m=64,t=1,p=1\$/);
    expect(await hasher.verify(kept ?? "", password)).toBe(kept);
    expect(await hasher.verify(phc, "jose\u0301 at dawn")).not.toBeNull();
    expect(await hasher.verify(phc, "José at dawn")).toBeNull();
  });

  test.each(made)("costs the usual beside its own, right or wrong: %s", async (phc) => {
    const derive = vi.fn<Derive>(async (_password, { length }) => Buffer.alloc(length));
    const counted = createPasswordHasher(cost, derive);
    await counted.verify(phc, password);
    await counted.verify(phc, "wrong");
    expect(derive).toHaveBeenCalledTimes(2);
    expect(derive.mock.calls[1]?.[1]).toMatchObject({ memoryKib: 64, passes: 1, length: 32 });
  });

  test("waits in the same line as any other", async () => {
    const held = createPasswordHasher(cost, () => new Promise(() => undefined));
    for (let count = 0; count < 3; count++) held.verify(made[4] ?? "", password).catch(() => undefined);
    expect(held.load()).toMatchObject({ running: 2, waiting: 1 });
  });

  test.each([
    "$2b$15$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
    "$2b$03$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
    "$2x$10$abcdefghijklmnopqrstuuoQLmPgOMgEejKuZEdE4m0jiDucmaRRm",
    "$2b$10$abcdefghijklmnopqrstuu",
    "$pbkdf2-sha256$2000001$MDEyMzQ1Njc4OWFiY2RlZg$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
    "$pbkdf2-sha256$0$MDEyMzQ1Njc4OWFiY2RlZg$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
    "$pbkdf2-md5$29000$MDEyMzQ1Njc4OWFiY2RlZg$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
    "$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$AAAA",
    "$scrypt$ln=20,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
    "$scrypt$ln=18,r=8,p=2$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
    "$scrypt$ln=14,r=0,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
    "$scrypt$ln=0,r=8,p=1$MDEyMzQ1Njc4OWFiY2RlZg$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA",
    "$pbkdf2-sha256$29000$MDEyMzQ1Nj$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U",
    `$pbkdf2-sha256$29000$${"A".repeat(87)}$.yXj6oh2v66VAWWxw15fAoe7bq7g/BLEu0GZdlfMG9U`,
    `$pbkdf2-sha256$29000$MDEyMzQ1Njc4OWFiY2RlZg$${"A".repeat(87)}`,
    "5f4dcc3b5aa765d61d8327deb882cf99",
  ])("that is none, or asks for too much, is not taken and never right: %s", async (phc) => {
    expect(isKnownHash(phc)).toBe(false);
    expect(await hasher.verify(phc, password)).toBeNull();
  });

  test("that asks for as much as may be is computed", async () => {
    const salt = "MDEyMzQ1Njc4OWFiY2RlZg";
    const phc = `$scrypt$ln=18,r=8,p=1$${salt}$RU4PmRgFBUtDsy69RW0sLr3wKR5aThehn71Go8zimGA`;
    expect(isKnownHash(phc)).toBe(true);
    expect(await hasher.verify(phc, password)).toBeNull();
  });
});
