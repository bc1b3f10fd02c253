import { expect, test } from "vitest";
import { day, second } from "../../shared/durations.ts";
import { accountLockout, addressLockout, waitAfter } from "./lockout.ts";

test("an account waits from half a minute to a quarter of an hour, and a day after a hundred", () => {
  const waits = [0, 4, 5, 6, 7, 8, 9, 10, 99, 100, 1000].map((failures) =>
    waitAfter(accountLockout, failures),
  );
  expect(waits).toEqual([0, 0, 30, 60, 120, 240, 480, 900, 900, 86_400, 86_400].map((wait) => wait * second));
});

test("waits never shrink with further failures", () => {
  for (const policy of [accountLockout, addressLockout]) {
    for (let failures = 1; failures < 500; failures += 1) {
      expect(waitAfter(policy, failures)).toBeGreaterThanOrEqual(waitAfter(policy, failures - 1));
    }
  }
});

test("an address has a far higher budget and no wait of a day", () => {
  expect(waitAfter(addressLockout, 199)).toBe(0);
  expect(waitAfter(addressLockout, 10_000)).toBeLessThan(day);
});
