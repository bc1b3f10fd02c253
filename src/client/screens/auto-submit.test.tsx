// @vitest-environment jsdom

import { afterEach, expect, it, vi } from "vitest";
import { clearPage } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";

afterEach(async () => {
  await clearPage();
  vi.restoreAllMocks();
});

/** How often the button is pressed by itself on a screen whose view says whether to ask. */
async function presses(prompt: boolean, visit = 0, returned = false): Promise<number> {
  const submit = vi.fn();
  const { page, set } = await showScreen({
    screen: { panel: "message", submit: { call: "Logout" }, auto: { "view.prompt": false } },
    texts: { submit: "Sign out" },
    state: { view: { prompt } },
    controls: () => ({ submit }),
  });
  if (visit > 0) await set({ visit, returned, view: { prompt } });
  await set({ view: { ...page.get().view } });
  return submit.mock.calls.length;
}

const cameBy = (type: string) =>
  vi.spyOn(performance, "getEntriesByType").mockReturnValue([{ type } as unknown as PerformanceEntry]);

it("presses once where its condition holds, however often the screen is drawn", async () => {
  cameBy("navigate");
  expect(await presses(false)).toBe(1);
});

it("waits for a press where it does not hold", async () => {
  cameBy("navigate");
  expect(await presses(true)).toBe(0);
});

it.each(["reload", "back_forward"])("waits for a press after %s", async (type) => {
  cameBy(type);
  expect(await presses(false)).toBe(0);
});

it("presses where the app has gone to the screen, however the page was loaded", async () => {
  cameBy("reload");
  expect(await presses(false, 1)).toBe(1);
});

it("waits for a press where one has come back within the app", async () => {
  cameBy("reload");
  expect(await presses(false, 1, true)).toBe(0);
});
