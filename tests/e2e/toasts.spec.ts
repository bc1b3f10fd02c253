import type { Locator, Page } from "@playwright/test";
import { expect, signIn, test, usernameOf } from "./fixtures.ts";
import { loseNetwork, visit, visitAndHoldClock } from "./on-page.ts";

const toasts = (page: Page): Locator => page.locator("#toasts");

/** Distances of the toast from the window's edges, in CSS pixels. */
async function placeOf(page: Page) {
  const box = await toasts(page).locator("> *").boundingBox();
  const [width, height] = await page.evaluate(() => [document.documentElement.clientWidth, innerHeight]);
  if (box === null || width === undefined || height === undefined) throw new Error("no toast");
  return { left: box.x, right: width - box.x - box.width, bottom: height - box.y - box.height };
}

test("a toast stands bottom left where one reads from right to left", async ({ page }) => {
  await visitAndHoldClock(page, "/account/login");
  await page.locator('select[name="__language"]').selectOption("ar");
  await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(toasts(page)).toHaveText("تم تغيير اللغة.");
  const { right, bottom, left } = await placeOf(page);
  expect(bottom).toBe(24);
  expect(left).toBeLessThan(48);
  expect(right).toBeGreaterThan(600);
});

test.describe("Without a connection", () => {
  // What the page asks for ahead of time fails as well.
  test.use({ expectedMessage: /ERR_INTERNET_DISCONNECTED|goes on without its autofill/ });

  test("a toast stands bottom right and leaves after two seconds", async ({ page, context }) => {
    await visitAndHoldClock(page, "/account/login");
    await context.setOffline(true);
    await context.setOffline(false);
    await expect(toasts(page)).toHaveText("You are connected again.");
    const { right, bottom, left } = await placeOf(page);
    expect(bottom).toBe(24);
    // Beside the room that is kept for a scroll bar.
    expect(right).toBeLessThan(48);
    expect(left).toBeGreaterThan(600);
    await page.clock.runFor(1999);
    await expect(toasts(page)).not.toBeEmpty();
    await page.clock.runFor(1);
    await expect(toasts(page)).toBeEmpty();
  });

  test("that the line is lost stands until it is found, and hides nothing for good", async ({
    page,
    context,
  }) => {
    await page.setViewportSize({ width: 320, height: 400 });
    await visitAndHoldClock(page, "/account/login");
    await context.setOffline(true);
    await expect(toasts(page)).toHaveText("You are offline. Nothing on this page is lost.");
    await page.clock.runFor(60_000);
    await expect(toasts(page)).toHaveText("You are offline. Nothing on this page is lost.");
    await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
    const last = await page.getByRole("combobox", { name: "Language" }).boundingBox();
    const toast = await toasts(page).boundingBox();
    expect((last?.y ?? 999) + (last?.height ?? 0)).toBeLessThanOrEqual(toast?.y ?? 0);
    await context.setOffline(false);
    await expect(toasts(page)).toHaveText("You are connected again.");
  });

  test("what fails says so beside the form too, where it stays", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await visit(page, "/account/login");
    await loseNetwork(page);
    await signIn(page, person);
    await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
    await page.context().setOffline(false);
    await expect(toasts(page)).toHaveText("You are connected again.");
    await expect(toasts(page)).toBeEmpty();
    await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(person.username);
  });
});
