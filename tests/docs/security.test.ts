import { readFile } from "node:fs/promises";
import { expect, it } from "vitest";
import schema from "../../schemas/config/environment.schema.json" with { type: "json" };
import { codeLife } from "../../src/server/account/messages/sent-code.ts";
import { captchaFrom } from "../../src/server/domain/captcha-rule.ts";
import { keyTimes } from "../../src/server/domain/key-times.ts";
import {
  accountLockout,
  addressLockout,
  addressSendLockout,
  challengeLockout,
  factorLockout,
  sendLockout,
} from "../../src/server/domain/lockout.ts";
import { commonPasswords } from "../../src/server/passwords/common-passwords.ts";
import { day, minute } from "../../src/shared/durations.ts";

const page = (await readFile("docs/security.md", "utf8")).replaceAll(/\s+/g, " ");
const free = ({ steps: [{ failures }] }: typeof accountLockout) => failures;

it("the limits are those that hold", () => {
  for (const words of [
    `${free(accountLockout)} failures in a row`,
    `${free(challengeLockout)} in one sign-in, ${free(factorLockout)} in a row for the account`,
    `${free(addressLockout)} failures an hour`,
    `${free(sendLockout)} for an account and for a target, ${free(addressSendLockout)} for a network address`,
    `after ${captchaFrom.name} failures of a name or ${captchaFrom.address} of an address`,
  ])
    expect(page).toContain(words);
  expect(accountLockout.steps.at(-1)).toEqual({ failures: 100, wait: day });
  expect(codeLife).toBe(10 * minute);
});

it("so are the times of sessions and keys, and what passwords and hashes are told to be", () => {
  const long = [...commonPasswords].filter((password) => [...password].length >= 15);
  expect(page).toContain(`${long.length} of them of fifteen`);
  expect(page).toContain(`replaced every ${keyTimes.signs / day} days`);
  const { properties } = schema;
  expect(page).toContain("an hour after its last use and a day after the sign-in");
  expect(properties.VESTIBULE_SESSION_IDLE_MINUTES.default).toBe(60);
  expect(properties.VESTIBULE_SESSION_TOTAL_HOURS.default).toBe(24);
  const memory = properties.VESTIBULE_HASH_MEMORY_KIB.default / 1024;
  expect(page).toContain(`${memory} MiB, ${properties.VESTIBULE_HASH_PASSES.default} passes`);
});
