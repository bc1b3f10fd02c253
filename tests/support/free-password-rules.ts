import type { PasswordRules } from "../../src/generated/calls.ts";

/** Rules that allow every password; a test adds its own. */
export const freePasswordRules: PasswordRules = {
  minLength: 1,
  maxLength: 128,
  maxConsecutive: null,
  upper: false,
  lower: false,
  digit: false,
  special: false,
  allowedCharacters: null,
  words: [],
};
