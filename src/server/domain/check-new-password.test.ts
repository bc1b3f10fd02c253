import { describe, expect, test } from "vitest";
import type { PasswordRules } from "../../generated/calls.ts";
import { passwordProblems } from "../../shared/password-rules.ts";
import { checkNewPassword } from "./check-new-password.ts";

const open: PasswordRules = {
  minLength: 1,
  maxLength: 128,
  maxConsecutive: null,
  upper: false,
  lower: false,
  digit: false,
  special: false,
  allowedCharacters: null,
};

const codes = (password: string, words: string[]) =>
  checkNewPassword(password, open, words).map(({ code }) => code);

describe("known words", () => {
  test("are not part of the password in any spelling", () => {
    expect(codes("xxANNÁ.weisyy", ["anna@example.com"])).toEqual(["validation.containsName"]);
    expect(codes("my vestibule 7", ["Vestibule"])).toEqual(["validation.containsName"]);
  });

  test("of three letters may be", () => {
    expect(codes("banana", ["ana", ""])).toEqual([]);
  });
});

test("everything wrong is said at once, the rules that the client knows first", () => {
  const rules = { ...open, minLength: 9, maxConsecutive: 2, upper: true, allowedCharacters: "" };
  const known = passwordProblems("aaa anna", rules);
  expect(known).toHaveLength(4);
  expect(checkNewPassword("aaa anna", rules, ["anna"])).toEqual([
    ...known,
    { code: "validation.containsName" },
  ]);
});
