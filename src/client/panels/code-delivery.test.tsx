// @vitest-environment jsdom

import { afterEach, expect, it } from "vitest";
import { screens } from "../../../screens.config.json" with { type: "json" };
import { clearPage } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import type { ScreenConfig } from "../../generated/config.ts";

afterEach(clearPage);

it("shows a new address whole, so that who has mistyped it finds out why no code arrives", async () => {
  const delivery = { destination: "r•••@payroll.example", reference: "K7QF", expiresAt: 0, resendAfter: 0 };
  await showScreen({
    screen: screens.contact as unknown as ScreenConfig,
    state: { view: { step: "code", newEmail: "robin.nwe@payroll.example", delivery, canKeep: false } },
  });
  expect(document.querySelector("main")?.textContent).toContain("robin.nwe\u200b@payroll.example");
});
