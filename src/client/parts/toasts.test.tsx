// @vitest-environment jsdom

import { act, useSyncExternalStore } from "react";
import { afterEach, beforeEach, expect, it } from "vitest";
import { clearPage, press } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import { createToasts, ToastCorner, type Toasts } from "./toasts.tsx";

afterEach(clearPage);

function Corner({ toasts }: { toasts: Toasts }) {
  const shown = useSyncExternalStore(toasts.subscribe, toasts.get);
  return <ToastCorner toasts={shown} />;
}

const named = (name: string) =>
  [...document.querySelectorAll("button")].find(({ textContent }) => textContent === name) ?? null;

beforeEach(async () => {
  const toasts = createToasts();
  const beside = (
    <>
      <button type="button">Before</button>
      <Corner toasts={toasts} />
    </>
  );
  await showScreen({ screen: { panel: "message" }, beside });
  await act(async () => toasts.offer("news", { label: "shell.reload", run: async () => undefined }));
});

it("gives the focus back to where it was before a toast that stays is closed", async () => {
  named("Before")?.focus();
  named("Reload")?.focus();
  named("Close")?.focus();
  await press(named("Close"));
  expect(named("Reload")).toBeNull();
  expect(document.activeElement).toBe(named("Before"));
});

it("gives it back there also to whoever has left the window meanwhile", async () => {
  named("Before")?.focus();
  const close = named("Close");
  close?.focus();
  // What the browser tells of on the way back to its window.
  await act(async () => close?.dispatchEvent(new FocusEvent("focusin", { bubbles: true })));
  await press(close);
  expect(document.activeElement).toBe(named("Before"));
});

it("gives it to the heading where what had it before is gone", async () => {
  const passing = document.body.appendChild(document.createElement("button"));
  passing.focus();
  named("Close")?.focus();
  passing.remove();
  await press(named("Close"));
  expect(document.activeElement?.id).toBe("screen-title");
});

it("leaves the focus where it is while a toast is closed without it", async () => {
  named("Before")?.focus();
  await press(named("Close"));
  expect(document.activeElement).toBe(named("Before"));
});
