import { expect, test } from "vitest";
import { nearest } from "./nearest.ts";

test.each([
  ["logn", "login"],
  ["LOGIN", "login"],
  ["recov", "recover"],
  ["loginTwofactor", "loginTwoFactor"],
])("%s was meant to be %s", (name, meant) => {
  expect(nearest(name, ["home", "login", "recover", "loginTwoFactor"])).toBe(meant);
});

test("nothing is suggested where nothing is near", () => {
  expect(nearest("customers", ["home", "login"])).toBeUndefined();
  expect(nearest("x", [])).toBeUndefined();
  expect(nearest("x", ["a", "or"])).toBeUndefined();
  expect(nearest("login", ["login", "logins"])).toBe("logins");
});
