import { screensConfig } from "virtual:screens";
import { expect, it, vi } from "vitest";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { resolveScreens } from "../../shared/screens.ts";
import { createPageStore, firstPage } from "./page.ts";

it("draws the page anew for what changes, and not for what stands there already", () => {
  const { login } = resolveScreens(screensConfig);
  if (login === undefined) throw new Error("screens.config.json has no screen login");
  const page = createPageStore(firstPage(samplePageState(), login));
  const drawn = vi.fn();
  page.subscribe(drawn);
  page.set({ scheme: "auto", busy: false });
  expect(drawn).not.toHaveBeenCalled();
  page.set({ scheme: "dark", busy: false });
  expect(drawn).toHaveBeenCalledOnce();
  expect(page.get().scheme).toBe("dark");
});
