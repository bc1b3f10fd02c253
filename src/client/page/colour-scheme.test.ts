// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { colourSchemeCookie } from "../../shared/colour-scheme.ts";
import { withoutPrefix } from "../../shared/constants.ts";
import { rememberColourScheme } from "./colour-scheme.ts";

afterEach(() => {
  Reflect.deleteProperty(document, "cookie");
  rememberColourScheme("auto");
});

const remembered = (scheme: string) =>
  [colourSchemeCookie, withoutPrefix(colourSchemeCookie)].map((name) => `${name}=${scheme}`);

it("remembers the last choice", () => {
  rememberColourScheme("dark");
  expect(document.cookie.split("; ")).toEqual(remembered("dark"));
  rememberColourScheme("auto");
  expect(document.cookie.split("; ")).toEqual(remembered("auto"));
});

it("works where storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  Object.defineProperty(document, "cookie", { configurable: true, get: blocked, set: blocked });
  expect(() => rememberColourScheme("dark")).not.toThrow();
});

it("stores nothing but the choice", () => {
  rememberColourScheme("light");
  expect(document.cookie.split("; ")).toEqual(remembered("light"));
  expect(localStorage).toHaveLength(0);
});
