// @vitest-environment jsdom

import { screensConfig } from "virtual:screens";
import { expect, it, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { waitingControls } from "./controls.ts";
import { createPageStore, firstPage } from "./page.ts";

it("has the browser send where the app cannot be had, and can be pressed again when the page is brought back", async () => {
  const posted: Record<string, unknown>[] = [];
  vi.spyOn(HTMLFormElement.prototype, "submit").mockImplementation(function (this: HTMLFormElement) {
    posted.push(Object.fromEntries(new FormData(this)));
  });
  const { login } = resolveScreens(screensConfig);
  if (login === undefined) throw new Error("screens.config.json has no screen login");
  const page = createPageStore(firstPage(samplePageState(), login));
  const controls = waitingControls(page, () => Promise.reject(new Error("the line is down")));
  const values = { username: "anna", password: "secret" };
  controls.submit(values);
  await vi.waitFor(() => expect(posted).toMatchObject([values]));
  dispatchEvent(new PageTransitionEvent("pageshow"));
  expect(page.get().busy).toBe(true);
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(page.get().busy).toBe(false);
  expect(document.forms).toHaveLength(0);
  controls.setLanguage("de");
  await vi.waitFor(() => expect(posted).toHaveLength(2));
  dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true }));
  expect(page.get().nextLanguage).toBeNull();
});
