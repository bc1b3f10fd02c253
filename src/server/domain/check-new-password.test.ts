import { expect, test } from "vitest";
import type { PasswordRules } from "../../generated/calls.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import { checkNewPassword } from "./check-new-password.ts";

const rules: PasswordRules = {
  minLength: 9,
  maxLength: 128,
  maxConsecutive: 2,
  upper: true,
  lower: false,
  digit: false,
  special: false,
  allowedCharacters: "",
  words: [],
};
const common = new Set(["sunshine"]);

test("everything wrong is said at once, the rules that the client knows first", () => {
  const known = passwordProblems("passs 11", rules, "pass-word");
  expect(known).toHaveLength(5);
  expect(checkNewPassword("passs 11", rules, "pass-word", common)).toEqual(known);
  const found = checkNewPassword("sunshine!", rules, "", common);
  expect(found.at(-1)).toEqual({ code: "validation.common" });
  expect(found).toHaveLength(3);
});

test("a good one is nothing wrong with", () => {
  expect(checkNewPassword("QuietRiverBends", rules, "anna", common)).toEqual([]);
});
