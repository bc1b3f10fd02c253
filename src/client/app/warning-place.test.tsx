// @vitest-environment jsdom

import { act } from "react";
import { afterEach, expect, test, vi } from "vitest";
import { eventually } from "../../../tests/support/eventually.ts";
import { clearPage, show } from "../../../tests/support/forms.tsx";
import { samplePageState } from "../../../tests/support/sample-page-state.ts";
import { createPageStore, firstPage } from "../page/page.ts";
import { screens } from "../screens/root.tsx";
import { createRuntime } from "./runtime.ts";
import { WarningPlace } from "./warning-place.tsx";

const line = vi.hoisted(() => ({ isDown: true }));
vi.mock("./end-warning-dialog.tsx", () => {
  if (line.isDown) throw new Error("the line is down");
  return { EndWarningDialog: () => <p>Are you still there?</p> };
});

afterEach(async () => {
  await clearPage();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test("a warning that cannot be fetched is fetched again as long as it is needed", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  vi.spyOn(console, "error").mockImplementation(() => undefined);
  const { login } = screens;
  if (login === undefined) throw new Error("there is a sign-in page");
  const page = createPageStore(firstPage(samplePageState(), login));
  const runtime = createRuntime({ page, screens, prepareStyles: async () => undefined });
  vi.spyOn(runtime.idle, "warning").mockReturnValue({
    endsAt: Date.now() + 120_000,
    final: false,
    problems: {},
  });
  vi.spyOn(runtime.languages, "ready").mockResolvedValue();
  await show(<WarningPlace runtime={runtime} />);
  await eventually(() => expect(console.error).toHaveBeenCalled());
  expect(document.body.textContent).toBe("");
  line.isDown = false;
  await act(() => vi.advanceTimersByTimeAsync(5000));
  await eventually(() => expect(document.body.textContent).toBe("Are you still there?"));
});
