// @vitest-environment jsdom

import { afterEach, expect, it } from "vitest";
import { screens } from "../../../screens.config.json" with { type: "json" };
import { clearPage } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import type { ScreenConfig } from "../../generated/config.ts";

afterEach(clearPage);

const none = { authenticator: false, sms: false, pin: false, recoverycode: false, secure: false };
const help = "your administrator can help";

async function secondStep(method: string, others: Partial<typeof none> = {}) {
  await clearPage();
  await showScreen({
    screen: screens.loginTwoFactor as unknown as ScreenConfig,
    state: { view: { method, others: { ...none, ...others }, delivery: null, rememberDevice: {} } },
  });
  return document.body.textContent;
}

it("says who helps where there is no other way than the code, and nothing of it where there is", async () => {
  for (const method of ["authenticator", "sms", "pin"]) {
    expect(await secondStep(method)).toContain(help);
    for (const other of Object.keys(none))
      expect(await secondStep(method, { [other]: true })).not.toContain(help);
  }
});
