// @vitest-environment jsdom
import { afterEach, expect, it } from "vitest";
import { type ColourScheme, colourSchemeCookie } from "../../shared/colour-scheme.ts";
import { withoutPrefix } from "../../shared/constants.ts";
import { storeColourScheme, storedColourScheme } from "../page/colour-scheme.ts";
import { colourSchemeChosen } from "./preferences.ts";
import { createStore } from "./store.ts";

afterEach(() => {
  Reflect.deleteProperty(document, "cookie");
  storeColourScheme("auto");
});

const newStore = () => createStore({} as Parameters<typeof createStore>[0]);

it("is automatic until a scheme is chosen, and remembers the choice over a reload", () => {
  const store = newStore();
  expect(store.getState().preferences.colourScheme).toBe("auto");
  store.dispatch(colourSchemeChosen("dark"));
  expect(newStore().getState().preferences.colourScheme).toBe("dark");
});

it("takes anything unknown for automatic", () => {
  storeColourScheme("purple" as ColourScheme);
  expect(storedColourScheme()).toBe("auto");
});

it("works where storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  Object.defineProperty(document, "cookie", { configurable: true, get: blocked, set: blocked });
  const store = newStore();
  store.dispatch(colourSchemeChosen("dark"));
  expect(store.getState().preferences.colourScheme).toBe("dark");
});

it("stores nothing but the choice", () => {
  newStore().dispatch(colourSchemeChosen("light"));
  expect(document.cookie.split("; ")).toEqual(
    [colourSchemeCookie, withoutPrefix(colourSchemeCookie)].map((name) => `${name}=light`),
  );
  expect(localStorage).toHaveLength(0);
});
