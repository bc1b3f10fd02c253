import { describe, expect, it } from "vitest";
import type { PasswordRules } from "../generated/calls.ts";
import { passwordProblems, passwordRuleCodes } from "./password-rules.ts";

const free: PasswordRules = {
  minLength: 1,
  maxLength: 128,
  maxConsecutive: null,
  upper: false,
  lower: false,
  digit: false,
  special: false,
  allowedCharacters: null,
};
const strict: PasswordRules = {
  ...free,
  minLength: 8,
  maxLength: 12,
  maxConsecutive: 2,
  upper: true,
  lower: true,
  digit: true,
  special: true,
  allowedCharacters: "!?",
};
const codes = (password: string, rules: PasswordRules) =>
  passwordProblems(password, rules).map(({ code }) => code);

describe("passwordProblems", () => {
  it("accepts what keeps to the rules", () => {
    expect(passwordProblems("Abcdef1!", strict)).toEqual([]);
    expect(passwordProblems("a", free)).toEqual([]);
  });

  it("names every rule that is broken, with the values of its text", () => {
    expect(passwordProblems("aaa~", strict)).toEqual([
      { code: "validation.minLength", params: { count: 8 } },
      { code: "validation.classes", params: {} },
      { code: "validation.consecutive", params: { count: 2 } },
      { code: "validation.characters", params: { characters: "!?" } },
    ]);
    expect(codes("Abcdefghijk1!", strict)).toEqual(["validation.maxLength"]);
  });

  it.each([
    ["upper", "abcdef1!"],
    ["lower", "ABCDEF1!"],
    ["digit", "Abcdefg!"],
    ["special", "Abcdefg1"],
  ])("asks for the class %s", (_, password) => {
    expect(codes(password, strict)).toEqual(["validation.classes"]);
  });

  it.each(["Aa1!", "Éé٣€", "Aa1 "])("finds all classes in %j", (password) => {
    const classes = { upper: true, lower: true, digit: true, special: true };
    expect(codes(password, { ...free, ...classes })).toEqual([]);
  });

  it("lets a run of the same character be as long as the rule says", () => {
    expect(codes("aaabbb", { ...free, maxConsecutive: 3 })).toEqual([]);
    expect(codes("baaaa", { ...free, maxConsecutive: 3 })).toEqual(["validation.consecutive"]);
    expect(codes("😀😀", { ...free, maxConsecutive: 1 })).toEqual(["validation.consecutive"]);
    expect(codes("aAaA", { ...free, maxConsecutive: 1 })).toEqual([]);
  });

  it("counts code points of the composed form", () => {
    const rules = { ...free, minLength: 2, maxLength: 2 };
    expect(codes("🔑🔑", rules)).toEqual([]);
    expect(codes("e\u0301e\u0301", rules)).toEqual([]);
  });

  it("takes letters of every script and marks for letters", () => {
    expect(codes("पासवर्ड", { ...free, allowedCharacters: "" })).toEqual([]);
  });

  it("never takes control characters", () => {
    expect(codes("a\u0000b", free)).toEqual(["validation.characters"]);
  });
});

describe("passwordRuleCodes", () => {
  it("lists what the rules ask for, and nothing else", () => {
    expect(passwordRuleCodes(free).map(({ code }) => code)).toEqual([
      "validation.minLength",
      "validation.maxLength",
    ]);
    expect(passwordRuleCodes(strict).map(({ code }) => code)).toEqual([
      "validation.minLength",
      "validation.maxLength",
      "validation.classes",
      "validation.consecutive",
      "validation.characters",
    ]);
  });
});
