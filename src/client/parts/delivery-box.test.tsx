// @vitest-environment jsdom

import { afterEach, expect, it } from "vitest";
import { clearPage } from "../../../tests/support/forms.tsx";
import { showScreen } from "../../../tests/support/screens.tsx";
import { translatePage } from "../../../tests/support/translate-page.ts";

afterEach(clearPage);

it("tells of the way that stands also on a page that the browser has translated", async () => {
  const others = { recoverycode: true };
  const view = { method: "authenticator", delivery: null, others };
  const { set } = await showScreen({ screen: { panel: "second-factor" }, state: { view } });
  translatePage();
  await set({ view: { method: "sms", delivery: { destination: "••• 42", reference: "K7QF" }, others } });
  const box = document.querySelector("main code")?.closest("div")?.textContent;
  expect(box).toMatch(/^We sent a text message with a code to .*K7QF$/);
});
