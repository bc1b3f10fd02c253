// @vitest-environment jsdom
import { afterEach, expect, it, vi } from "vitest";
import { colourSchemeKey, storedColourScheme } from "../shell/colour-scheme.ts";
import { colourSchemeChosen } from "./preferences.ts";
import { createStore } from "./store.ts";

afterEach(() => {
  vi.restoreAllMocks();
  localStorage.clear();
});

const newStore = () => createStore({} as Parameters<typeof createStore>[0]);

it("is automatic until a scheme is chosen, and remembers the choice over a reload", () => {
  const store = newStore();
  expect(store.getState().preferences.colourScheme).toBe("auto");
  store.dispatch(colourSchemeChosen("dark"));
  expect(newStore().getState().preferences.colourScheme).toBe("dark");
});

it("takes anything unknown for automatic", () => {
  localStorage.setItem(colourSchemeKey, "purple");
  expect(storedColourScheme()).toBe("auto");
});

it("works where storage is blocked", () => {
  const blocked = () => {
    throw new DOMException("denied", "SecurityError");
  };
  vi.spyOn(Storage.prototype, "getItem").mockImplementation(blocked);
  vi.spyOn(Storage.prototype, "setItem").mockImplementation(blocked);
  const store = newStore();
  store.dispatch(colourSchemeChosen("dark"));
  expect(store.getState().preferences.colourScheme).toBe("dark");
});

it("stores nothing but the choice", () => {
  newStore().dispatch(colourSchemeChosen("light"));
  expect(Object.entries(localStorage)).toEqual([[colourSchemeKey, "light"]]);
});
