import { expect, test } from "vitest";
import { excludes } from "./facts.ts";

test.each([
  [{ "view.method": "sms" }, { "view.method": "pin" }, true],
  [{ "view.method": "sms" }, { "view.method": ["pin", "authenticator"], "view.canSkip": true }, true],
  [{ "view.method": ["sms", "pin"] }, { "view.method": "pin" }, false],
  [{ "view.method": "sms" }, { "view.canSkip": true }, false],
  [{ "view.method": "sms" }, undefined, false],
])("%j and %j exclude each other: %s", (one, other, expected) => {
  expect(excludes(one, other)).toBe(expected);
  expect(excludes(other, one)).toBe(expected);
});
