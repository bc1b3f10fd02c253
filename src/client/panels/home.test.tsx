// @vitest-environment jsdom

import { afterEach, describe, expect, it } from "vitest";
import { screens } from "../../../screens.config.json" with { type: "json" };
import { clearPage } from "../../../tests/support/forms.tsx";
import { anna, visitor } from "../../../tests/support/sample-page-state.ts";
import { showScreen } from "../../../tests/support/screens.tsx";
import type { User } from "../../generated/calls.ts";
import type { ScreenConfig } from "../../generated/config.ts";

afterEach(clearPage);

const home = async (user: User) => {
  const list = { items: [], page: 1, size: 3, total: 0, refused: 0 };
  await showScreen({
    screen: screens.home as unknown as ScreenConfig,
    state: { user, view: { items: [] }, list },
  });
};
const page = () => document.body.textContent;

describe("home", () => {
  it("shows a signed-in person their sign-ins, a visitor none", async () => {
    await home(visitor);
    expect(page()).not.toContain("Your recent sign-ins");
    await clearPage();
    await home(anna);
    expect(page()).toContain("Your recent sign-ins");
  });

  it("offers to choose a customer, there and in the menus, where there is more than one", async () => {
    const offers = () => document.querySelectorAll('a[href="/account/select"]').length;
    await home(anna);
    expect(offers()).toBe(0);
    await clearPage();
    await home({ ...anna, hasCustomerChoice: true });
    expect(offers()).toBe(2);
  });
});
