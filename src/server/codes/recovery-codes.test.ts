import { randomBytes } from "node:crypto";
import { expect, onTestFinished, test, vi } from "vitest";
import { digits, newRecoveryCodes, recoveryCodesOf } from "./recovery-codes.ts";

test("digits come from anywhere alike, also the first one", () => {
  const codes = Array.from({ length: 20_000 }, () => digits(6));
  for (const place of [0, 5])
    for (let digit = 0; digit < 10; digit++) {
      const count = codes.filter((code) => code[place] === String(digit)).length;
      // Eight standard deviations of 2,000: never by chance.
      expect(Math.abs(count - 2000)).toBeLessThan(8 * 42.4);
    }
  expect(new Set(codes).size).toBeGreaterThan(19_000);
});

test("no generator that can be predicted has a say in them", () => {
  const random = vi.spyOn(Math, "random").mockImplementation(() => {
    throw new Error("codes are not made of this");
  });
  onTestFinished(() => random.mockRestore());
  const codes = newRecoveryCodes();
  expect(new Set(codes).size).toBe(10);
  for (const code of codes) expect(code).toMatch(/^[0-9]{20}$/);
});

test("those of a link are its own: no other link has one of them, nor has it under another key of the server", () => {
  const key = randomBytes(32);
  const sets = [
    recoveryCodesOf([key], "one"),
    recoveryCodesOf([key], "another"),
    recoveryCodesOf([randomBytes(32)], "one"),
  ];
  expect(new Set(sets.flat()).size).toBe(30);
  expect(recoveryCodesOf([key], "one")).toEqual(sets[0]);
});
