import { describe, expect, it } from "vitest";
import { freePasswordRules } from "../../tests/support/free-password-rules.ts";
import type { PasswordRules } from "../generated/calls.ts";
import { passwordProblems, passwordRuleCodes } from "./password-rules.ts";

const strict: PasswordRules = {
  ...freePasswordRules,
  minLength: 8,
  maxLength: 12,
  maxConsecutive: 2,
  upper: true,
  lower: true,
  digit: true,
  special: true,
  allowedCharacters: "!?",
};
const codes = (password: string, rules: PasswordRules, username = "") =>
  passwordProblems(password, rules, username).map(({ code }) => code);

describe("passwordProblems", () => {
  it("accepts what keeps to the rules", () => {
    expect(passwordProblems("Abcdef1!", strict, "")).toEqual([]);
    expect(passwordProblems("a", freePasswordRules, "")).toEqual([]);
  });

  it("names every rule that is broken, with the values of its text", () => {
    expect(passwordProblems("aaa~", strict, "")).toEqual([
      { code: "validation.passwordMinLength", params: { count: 8 } },
      { code: "validation.classes", params: {} },
      { code: "validation.consecutive", params: { count: 2 } },
      { code: "validation.characters", params: { characters: "!?" } },
    ]);
    expect(codes("Abcdefghijk1!", strict)).toEqual(["validation.passwordMaxLength"]);
  });

  it.each([
    ["upper", "abcdef1!"],
    ["lower", "ABCDEF1!"],
    ["digit", "Abcdefg!"],
    ["special", "Abcdefg1"],
  ])("asks for the class %s", (_, password) => {
    expect(codes(password, strict)).toEqual(["validation.classes"]);
  });

  it("names the classes that rules ask for where they do not ask for all", () => {
    const some = { ...freePasswordRules, upper: true, digit: true };
    expect(codes("abc", some)).toEqual(["validation.upper", "validation.digit"]);
    expect(codes("Abc", some)).toEqual(["validation.digit"]);
    expect(codes("Abc1", some)).toEqual([]);
    expect(passwordRuleCodes(some).map(({ code }) => code)).toEqual([
      "validation.passwordMinLength",
      "validation.passwordMaxLength",
      "validation.upper",
      "validation.digit",
      "validation.containsName",
    ]);
  });

  it.each(["Aa1!", "Éé٣€", "Aa1 "])("finds all classes in %j", (password) => {
    const classes = { upper: true, lower: true, digit: true, special: true };
    expect(codes(password, { ...freePasswordRules, ...classes })).toEqual([]);
  });

  it("lets a run of the same character be as long as the rule says", () => {
    expect(codes("aaabbb", { ...freePasswordRules, maxConsecutive: 3 })).toEqual([]);
    expect(codes("baaaa", { ...freePasswordRules, maxConsecutive: 3 })).toEqual(["validation.consecutive"]);
    expect(codes("😀😀", { ...freePasswordRules, maxConsecutive: 1 })).toEqual(["validation.consecutive"]);
    expect(codes("aAaA", { ...freePasswordRules, maxConsecutive: 1 })).toEqual([]);
  });

  it("counts code points of the composed form", () => {
    const rules = { ...freePasswordRules, minLength: 2, maxLength: 2 };
    expect(codes("🔑🔑", rules)).toEqual([]);
    expect(codes("e\u0301e\u0301", rules)).toEqual([]);
  });

  it("takes letters of every script and marks for letters", () => {
    expect(codes("पासवर्ड", { ...freePasswordRules, allowedCharacters: "" })).toEqual([]);
  });

  it("never takes control characters", () => {
    expect(codes("a\u0000b", freePasswordRules)).toEqual(["validation.characters"]);
  });

  it("refuses the user name and the names of partner and product in any spelling", () => {
    const rules = { ...freePasswordRules, words: ["Vestibule", "Café Northwind"] };
    expect(codes("xxANNÁ.weisyy", rules, "anna@example.com")).toEqual(["validation.containsName"]);
    expect(codes("my vestibule 7", rules, "anna")).toEqual(["validation.containsName"]);
    expect(codes("coffee at the cafe", rules, "anna")).toEqual(["validation.containsName"]);
    expect(codes("coffee at noon", rules, "anna")).toEqual([]);
  });

  it("takes words of three letters, which occur by chance", () => {
    expect(codes("banana", { ...freePasswordRules, words: ["", "ban"] }, "ana")).toEqual([]);
  });
});

describe("passwordRuleCodes", () => {
  it("lists what the rules ask for, and nothing else", () => {
    expect(passwordRuleCodes(freePasswordRules).map(({ code }) => code)).toEqual([
      "validation.passwordMinLength",
      "validation.passwordMaxLength",
      "validation.containsName",
    ]);
    expect(passwordRuleCodes(strict).map(({ code }) => code)).toEqual([
      "validation.passwordMinLength",
      "validation.passwordMaxLength",
      "validation.classes",
      "validation.consecutive",
      "validation.characters",
      "validation.containsName",
    ]);
  });
});
