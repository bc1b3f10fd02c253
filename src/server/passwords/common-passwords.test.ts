import { expect, test } from "vitest";
import { isCommonPassword } from "../domain/common-password.ts";
import { commonPasswords } from "./common-passwords.ts";

test.each([
  "password",
  "PassWord",
  "password123456789",
  "Sunshine!!!!!!!!!!!",
  "dragondragondragon",
  "qwertyQWERTYqwerty1",
  "1qaz2wsx3edc4rfv",
  "12345678987654321",
  "1111111111111111",
  "ababababababab",
  "aaaaaaaaaaaaaaa1",
  "abcabcabcabcabc2026",
  "123456789012345",
  "000000000000001",
  "abcdefghijklmnop",
  "ZYXWVUTSRQPONMLK!",
  "qwertyuiopasdfghjkl",
  "1q2w3e4r5t6y7u8i9o0p",
  "abcdefgh87654321",
  "password password",
  "p-a-s-s-w-o-r-d",
  "Password_Password 1",
  "abc abc abc abc abc",
  "1234 5678 1234 5678",
  "qwer tyui opas dfgh",
])("%s is common", (password) => {
  expect(isCommonPassword(password, commonPasswords)).toBe(true);
});

test.each([
  "quiet-river-bends-south",
  "schöne-grüße-aus-köln",
  "passwordless is the future",
  "aa99887766554433",
  "31415926535897932",
  "desert-poems-9876",
  "sunshine in my dragon",
  "$}~>^sun@!=}{shine#;",
  "!@#$%^&*1234()_+",
  "password, then sunshine",
  "",
  "漢字かな漢字かな",
])("%s is not", (password) => {
  expect(isCommonPassword(password, commonPasswords)).toBe(false);
});

test("no password takes long, whatever it repeats", () => {
  const began = performance.now();
  isCommonPassword(`${"ab".repeat(10_000)}c`, commonPasswords);
  expect(performance.now() - began).toBeLessThan(10_000);
});

test("the list holds the 3,000 commonest, also of those that any rules allow", () => {
  expect(commonPasswords.size).toBeGreaterThanOrEqual(3000);
  expect([...commonPasswords].filter((password) => password.length >= 8).length).toBeGreaterThanOrEqual(3000);
});

test("the list holds those of any partner's rules among the 50,000 commonest of breaches, each once and in lower case", () => {
  const allowed = [...commonPasswords].filter((password) => [...password].length >= 8);
  expect(allowed.length).toBeGreaterThanOrEqual(17_900);
  expect(allowed.filter((password) => !isCommonPassword(password.toUpperCase(), commonPasswords))).toEqual(
    [],
  );
});
