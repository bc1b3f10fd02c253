import type { Locator, Page } from "@playwright/test";
import { expect, passwordOf, signIn, test, usernameOf } from "./fixtures.ts";
import { button, heading, loseNetwork, visit, whenClockMayLeap } from "./on-page.ts";

// 1280 × 1024 at 400 % (WCAG 1.4.10).
test.use({ viewport: { width: 320, height: 256 } });

/** How far something stands out of the window, in CSS pixels. */
const outside = (place: Locator) =>
  place.evaluate((element) => {
    const { top, bottom } = element.getBoundingClientRect();
    return Math.max(0, -top, bottom - innerHeight);
  });

/** Presses a button by the keyboard, as somebody who has come to it by Tab. */
async function pressAt(page: Page, name: string): Promise<void> {
  await button(page, name).focus();
  await page.keyboard.press("Enter");
}

test.describe("an answer that comes above what is seen of a magnified page", () => {
  test.use({ expectedMessage: /status of 400|ERR_INTERNET_DISCONNECTED/ });

  test("is brought into the window when it refuses, also again", async ({ page, newUser }) => {
    await visit(page, "/account/login");
    await usernameOf(page).fill((await newUser("plain")).username);
    await passwordOf(page).fill("not-the-password");
    const refusal = page.getByRole("alert").filter({ hasText: "is not right" });
    for (const _again of [1, 2]) {
      const answer = page.waitForResponse("**/api/Account/Login?*");
      await pressAt(page, "Sign in");
      await answer;
      await expect(refusal).toBeVisible();
      await expect.poll(() => outside(refusal)).toBe(0);
      await expect(passwordOf(page)).toBeFocused();
    }
  });

  test("is brought there when it is a message, or the line is lost", async ({ page, newUser }) => {
    const person = await newUser("pin");
    await page.clock.install();
    await page.goto("/account/login");
    await whenClockMayLeap(page);
    await signIn(page, person);
    await expect(heading(page, "Second step")).toBeVisible();
    await expect(page.locator("input[autocomplete=one-time-code]")).toBeFocused();
    // Only the page's clock is moved: the service would not send another one yet.
    await page.route("**/api/Account/GeneratePin?*", (route) =>
      route.continue({ url: route.request().url().replace("forced=true", "forced=false") }),
    );
    await page.clock.runFor(60_000);
    await pressAt(page, "Send another PIN");
    const message = page.getByRole("status").filter({ hasText: "A new PIN is on its way." });
    await expect(message).toBeVisible();
    await expect.poll(() => outside(message)).toBe(0);
    await page.locator("input[autocomplete=one-time-code]").fill("123456");
    await loseNetwork(page);
    await pressAt(page, "Continue");
    const failure = page.getByRole("alert").filter({ hasText: "No connection" });
    await expect(failure).toBeVisible();
    await expect.poll(() => outside(failure)).toBe(0);
  });
});

test("a screen that one is led to shows the field where typing begins", async ({ page }) => {
  await visit(page, "/account/login");
  await page.locator("main").getByRole("link", { name: "Forgot your password?" }).click();
  await expect(heading(page, "Recover your password")).toBeVisible();
  await expect(usernameOf(page)).toBeFocused();
  expect(await outside(usernameOf(page))).toBe(0);
});

for (const id of [
  "registerDevice/asks-remove",
  "home/session-idle",
  "login/captcha",
  "login/captcha-checkbox",
])
  test(`a dialog of ${id} holds all that it says, begins with what it asks, and Tab leads on to its answers`, async ({
    page,
  }) => {
    await visit(page, `/gallery/cell/${id}`);
    const dialog = page.locator("dialog[open]");
    await expect(dialog).toBeFocused();
    expect(await outside(dialog.getByRole("heading"))).toBe(0);
    const spills = (element: HTMLElement) =>
      getComputedStyle(element).overflowY === "visible" && element.scrollHeight > element.clientHeight;
    expect(await dialog.evaluate(spills)).toBe(false);
    await page.keyboard.press("Tab");
    await expect(dialog.getByRole("button").first()).toBeFocused();
  });
