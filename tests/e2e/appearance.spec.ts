import { expect, passwordOf, test, usernameOf, whenTakenOver } from "./fixtures.ts";

test.describe("The colour scheme", () => {
  test("is known before the first paint, follows the system and remembers a choice", async ({ page }) => {
    await page.emulateMedia({ colorScheme: "dark" });
    await page.goto("/account/login", { waitUntil: "commit" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await whenTakenOver(page);
    await page.emulateMedia({ colorScheme: "light" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await page.getByLabel("Appearance").selectOption({ label: "Dark" });
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("data-theme", "dark");
    await whenTakenOver(page);
    await expect(page.getByLabel("Appearance")).toHaveValue("dark");
  });
});

test.describe("The language", () => {
  test("is the browser's where the partner offers it", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "de-AT", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await context.close();
  });

  test("changes without losing what is typed, and stays chosen", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    await usernameOf(page).fill("ada");
    await passwordOf(page).fill("some words");
    await page.getByLabel("Language").selectOption("de");
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await expect(page.locator("html")).toHaveAttribute("lang", "de");
    await expect(page.locator('input[name="username"]')).toHaveValue("ada");
    await expect(passwordOf(page)).toHaveValue("some words");
    await page.reload();
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
  });

  test("turns the page around for a language that is written from right to left", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    await page.getByLabel("Language").selectOption("ar");
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
    expect(overflow).toBeLessThanOrEqual(0);
    await page.reload();
    await expect(page.locator("html")).toHaveAttribute("dir", "rtl");
  });

  test("changes without any script too", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ javaScriptEnabled: false, locale: "en-GB", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await page.getByLabel("Language", { exact: true }).selectOption("de");
    await page.getByRole("button", { name: "Change language" }).click();
    await expect(page.getByRole("heading", { level: 1, name: "Anmelden" })).toBeVisible();
    await context.close();
  });
});
