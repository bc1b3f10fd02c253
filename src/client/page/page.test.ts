import { screensConfig } from "virtual:screens";
import { expect, it, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { createPageStore, firstPage } from "./page.ts";

function loginPage() {
  const { login } = resolveScreens(screensConfig);
  if (login === undefined) throw new Error("screens.config.json has no screen login");
  const page = createPageStore(firstPage(samplePageState(), login));
  const drawn = vi.fn();
  page.subscribe(drawn);
  return { page, drawn };
}

it("draws the page anew for what changes, and not for what stands there already", () => {
  const { page, drawn } = loginPage();
  page.set({ scheme: "auto", busy: false });
  expect(drawn).not.toHaveBeenCalled();
  page.set({ scheme: "dark", busy: false });
  expect(drawn).toHaveBeenCalledOnce();
  expect(page.get().scheme).toBe("dark");
});

it.each(["busy", "travelling"])("leaves the screen as it is drawn while the page is %s", (passing) => {
  const { page, drawn } = loginPage();
  const before = page.getDrawn();
  page.set({ [passing]: true });
  expect(page.getDrawn()).toBe(before);
  expect(drawn).toHaveBeenCalledOnce();
  page.set({ [passing]: false, scheme: "dark" });
  expect(page.getDrawn()).toBe(page.get());
});

it("learns more texts without drawing anew what has its own already", () => {
  const { page, drawn } = loginPage();
  const { t } = page.get();
  expect(t("sample.later")).toBe("");
  page.learn((key) => `the text of ${key}`);
  expect(t("sample.later")).toBe("the text of sample.later");
  expect(page.get().t).toBe(t);
  expect(drawn).not.toHaveBeenCalled();
});
