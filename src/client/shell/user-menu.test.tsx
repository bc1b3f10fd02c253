// @vitest-environment jsdom

import { act } from "react";
import { afterEach, expect, test } from "vitest";
import { clearPage } from "../../../tests/support/forms.tsx";
import { anna } from "../../../tests/support/sample-page-state.ts";
import { showScreen } from "../../../tests/support/screens.tsx";

afterEach(clearPage);

test("closes when the keyboard leaves it, so that it covers nothing that has the focus", async () => {
  await showScreen({ screen: { panel: "message", links: ["login"] }, state: { user: anna } });
  const menu = document.querySelector("header details") as HTMLDetailsElement;
  const focus = (selector: string) => act(async () => document.querySelector<HTMLElement>(selector)?.focus());
  menu.open = true;
  await focus("header details a");
  expect(menu.open).toBe(true);
  await focus("main a");
  expect(menu.open).toBe(false);
});
