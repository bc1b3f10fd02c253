import { expect, it } from "vitest";
import { anna, visitor } from "../../../tests/support/sample-page-state.ts";
import { hasAccountMenu } from "./has-account-menu.ts";

it.each([
  ["nobody's before a sign-in", visitor, {}, false],
  ["nobody's half-way in one", visitor, { username: anna.username }, false],
  ["of who is signed in", anna, {}, true],
  ["of who is signed in and proves it again", anna, { username: anna.username }, true],
  ["where no name is told", anna, { username: null }, true],
  ["nobody's in the sign-in of somebody else", anna, { username: "somebody.else" }, false],
])("the menu around a screen is %s", (_whose, user, view, shown) => {
  expect(hasAccountMenu({ user, view })).toBe(shown);
});
