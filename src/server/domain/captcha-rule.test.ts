import { expect, it } from "vitest";
import { minute } from "../../shared/durations.ts";
import { captchaFrom, captchaUntil } from "./captcha-rule.ts";
import { accountLockout, addressLockout } from "./lockout.ts";

const now = 1_000_000_000;
const counted = (failures: number, failedAt: number) => ({
  failures,
  expiresAt: failedAt + accountLockout.forgetAfter,
});
const until = (failures: number, failedAt = now) =>
  captchaUntil(counted(failures, failedAt), accountLockout, captchaFrom.name, now);

it("asks for nothing before the third failure, and for a quarter of an hour from then on", () => {
  expect(captchaUntil(undefined, accountLockout, captchaFrom.name, now)).toBe(0);
  expect([until(0), until(2)]).toEqual([0, 0]);
  expect([until(3), until(4), until(100)]).toEqual([1, 1, 1].map(() => now + 15 * minute));
});

it("asks for nothing any more when the last failure is long enough ago", () => {
  expect(until(3, now - 15 * minute + 1)).toBe(now + 1);
  expect(until(3, now - 15 * minute)).toBe(0);
});

it("asks an address until its failures are forgotten, which further tries do not put off", () => {
  const asked = (failures: number, expiresAt: number) =>
    captchaUntil({ failures, expiresAt }, addressLockout, captchaFrom.address, now);
  expect(asked(99, now + minute)).toBe(0);
  expect(asked(100, now + minute)).toBe(now + minute);
  expect(asked(100, now)).toBe(0);
});
