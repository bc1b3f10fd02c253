// @vitest-environment jsdom

import { afterEach, expect, test } from "vitest";
import { clearPage } from "../../../tests/support/forms.tsx";
import { anna } from "../../../tests/support/sample-page-state.ts";
import { showScreen } from "../../../tests/support/screens.tsx";
import { AccountMenu } from "./account-menu.tsx";

afterEach(clearPage);

async function menuOf(user: typeof anna): Promise<string[]> {
  const menu = (
    <div id="menu">
      <AccountMenu />
    </div>
  );
  await showScreen({ screen: { panel: "message" }, state: { user }, beside: menu });
  return [...document.querySelectorAll("#menu a")].map((link) => link.getAttribute("href") ?? "");
}

test("lists the screens of the configuration in its order", async () => {
  expect(await menuOf(anna)).toEqual([
    "/",
    "/account/registerdevice",
    "/account/setup-twofactor",
    "/account/change-password",
    "/account/contact",
  ]);
});

test("lists a screen with a condition for whom that holds", async () => {
  expect((await menuOf({ ...anna, hasCustomerChoice: true }))[1]).toBe("/account/select");
});
