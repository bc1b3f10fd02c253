// @vitest-environment jsdom

import { ThemeProvider } from "@emotion/react";
import { act } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import "../../../tests/support/jsdom-gaps.ts";
import { clearPage, show } from "../../../tests/support/forms.tsx";
import { englishTexts } from "../../../tests/support/sample-page-state.ts";
import { translator } from "../../shared/translate.ts";
import { themeOf } from "../look/theme.ts";
import { type ScreenContext, ScreenProvider } from "../page/screen-context.ts";
import { EndWarningDialog } from "./end-warning-dialog.tsx";

const t = translator(englishTexts(), "en-GB");
const nothing = () => undefined;
const said = () => document.querySelector("[role=status]")?.textContent;
const seconds = (count: number) => act(() => vi.advanceTimersByTimeAsync(count * 1000));

/** The dialog as it comes so many seconds before the end. */
async function warn(left: number): Promise<void> {
  const warning = { endsAt: Date.now() + left * 1000, final: false, problems: {} };
  await show(
    <ThemeProvider theme={themeOf("#1d4ed8")}>
      <ScreenProvider value={{ t } as ScreenContext}>
        <EndWarningDialog warning={warning} onStay={async () => {}} onDismiss={nothing} onSignOut={nothing} />
      </ScreenProvider>
    </ThemeProvider>,
  );
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(async () => {
  await clearPage();
  vi.useRealTimers();
});

it.each([
  [120, "2 minutes left."],
  [118, "2 minutes left."],
  [65, "65 seconds left."],
  [44, "45 seconds left."],
  [8, "10 seconds left."],
])("says %i seconds before the end, as to who comes back to the tab then: %s", async (left, words) => {
  await warn(left);
  expect(said()).toBe(words);
});

it("says the time left at its marks and no second between", async () => {
  await warn(75);
  expect(said()).toBe("75 seconds left.");
  for (const [passed, words] of [
    [14, "75 seconds left."],
    [1, "1 minute left."],
    [29, "1 minute left."],
    [1, "30 seconds left."],
    [20, "10 seconds left."],
    [10, "10 seconds left."],
  ] as const) {
    await seconds(passed);
    expect(said()).toBe(words);
  }
});

it("says what is left where the device slept past a mark", async () => {
  await warn(120);
  vi.setSystemTime(Date.now() + 80_000);
  await seconds(1);
  expect(said()).toBe("40 seconds left.");
});

it("says what is left to who comes back to the tab while the warning stands there", async () => {
  await warn(120);
  await seconds(58);
  expect(said()).toBe("2 minutes left.");
  await act(() => document.dispatchEvent(new Event("visibilitychange")));
  expect(said()).toBe("65 seconds left.");
  await seconds(2);
  expect(said()).toBe("1 minute left.");
});
