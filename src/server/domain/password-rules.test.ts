import { describe, expect, test } from "vitest";
import { checkNewPassword, type PasswordRules } from "./password-rules.ts";

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

const codes = (password: string, rules: Partial<PasswordRules> = {}, words: string[] = []) =>
  checkNewPassword(password, { ...open, ...rules }, words).map((problem) => problem.code);

describe("length", () => {
  test("is counted in code points of the composed form", () => {
    expect(codes("😀😀😀", { minLength: 3, maxLength: 3 })).toEqual([]);
    expect(codes("e\u0301e\u0301e\u0301", { minLength: 3, maxLength: 3 })).toEqual([]);
    expect(checkNewPassword("ab", { ...open, minLength: 3 })).toEqual([
      { code: "validation.minLength", params: { count: 3 } },
    ]);
    expect(codes("abcd", { maxLength: 3 })).toEqual(["validation.maxLength"]);
  });
});

describe("character classes", () => {
  const all = { upper: true, lower: true, digit: true, special: true };

  test.each(["Aa1!", "Éé٣€", "Aa1 "])("%j has all", (password) => {
    expect(codes(password, all)).toEqual([]);
  });

  test.each(["aa1!", "AA1!", "Aab!", "Aa12"])("%j lacks one", (password) => {
    expect(codes(password, all)).toEqual(["validation.classes"]);
  });

  test("are not asked for unless the rules say so", () => {
    expect(codes("aaaa")).toEqual([]);
  });
});

describe("runs of the same character", () => {
  test("may be as long as the rule says", () => {
    expect(codes("aaabbb", { maxConsecutive: 3 })).toEqual([]);
    expect(codes("baaaa", { maxConsecutive: 3 })).toEqual(["validation.consecutive"]);
    expect(codes("😀😀", { maxConsecutive: 1 })).toEqual(["validation.consecutive"]);
    expect(codes("aAaA", { maxConsecutive: 1 })).toEqual([]);
  });
});

describe("characters", () => {
  test("besides letters and numbers are those of the rules", () => {
    expect(codes("Grüße1!", { allowedCharacters: "!?" })).toEqual([]);
    expect(codes("a b", { allowedCharacters: "!?" })).toEqual(["validation.characters"]);
  });

  test("that cannot be typed are never allowed", () => {
    expect(codes("a\u0007b")).toEqual(["validation.characters"]);
  });
});

describe("known words", () => {
  test("are not part of the password in any spelling", () => {
    expect(codes("xxANNÁ.weisyy", {}, ["anna@example.com"])).toEqual(["validation.containsName"]);
    expect(codes("my vestibule 7", {}, ["Vestibule"])).toEqual(["validation.containsName"]);
  });

  test("of three letters may be", () => {
    expect(codes("banana", {}, ["ana", ""])).toEqual([]);
  });
});

test("everything wrong is said at once", () => {
  const rules = { minLength: 9, maxConsecutive: 2, upper: true, allowedCharacters: "" };
  expect(codes("aaa anna", rules, ["anna"])).toEqual([
    "validation.minLength",
    "validation.classes",
    "validation.consecutive",
    "validation.characters",
    "validation.containsName",
  ]);
});
