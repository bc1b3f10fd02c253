import { expect, test } from "vitest";
import { day } from "../../shared/durations.ts";
import { isPasswordExpired, type PasswordAge } from "./password-expiry.ts";

const now = 1000 * day;
const young: PasswordAge = {
  passwordPhc: "$argon2id$",
  passwordChangedAt: now - 90 * day + 1,
  passwordExpiresAt: now + 1,
  mustChangePassword: false,
  createdAt: 0,
};

test("a password of today has not expired", () => {
  expect(isPasswordExpired(young, 90, now)).toBe(false);
});

test.each<[string, Partial<PasswordAge>]>([
  ["that an administrator wants changed", { mustChangePassword: true }],
  ["whose day has come", { passwordExpiresAt: now }],
  ["as old as the partner allows", { passwordChangedAt: now - 90 * day }],
  ["of which nobody knows when it was changed, in an old account", { passwordChangedAt: null }],
])("a password %s has", (_, change) => {
  expect(isPasswordExpired({ ...young, ...change }, 90, now)).toBe(true);
  expect(isPasswordExpired({ ...young, ...change, passwordPhc: null }, 90, now)).toBe(false);
});

test("a password does not age where the partner does not say so", () => {
  expect(isPasswordExpired({ ...young, passwordChangedAt: 1 }, null, now)).toBe(false);
});
