import type { Page } from "@playwright/test";
import { expect, signIn, test, whenTakenOver } from "./fixtures.ts";
import { field, heading, violations } from "./on-page.ts";

const chosen = "seven slow boats upstream";

async function type(page: Page, current: string, password: string) {
  await field(page, "currentPassword").fill(current);
  await field(page, "newPassword").fill(password);
  await field(page, "confirmPassword").fill(password);
}

const press = (page: Page) => page.getByRole("button", { name: "Change password", exact: true }).click();

// Browsers tell the console of every answer that refuses.
test.use({ expectedMessage: /status of 400/ });

test("a signed-in person changes the password from the menu, stays signed in here and nowhere else", async ({
  page,
  browser,
  newUser,
}) => {
  const user = await newUser("plain");
  const elsewhere = await (await browser.newContext()).newPage();
  for (const each of [page, elsewhere]) {
    await each.goto("/account/login");
    await whenTakenOver(each);
    await signIn(each, user);
    await expect(each.getByText("You are signed in.")).toBeVisible();
  }
  await page.locator("main").getByRole("link", { name: "Change your password" }).click();
  await expect(heading(page, "Change your password")).toBeVisible();
  await expect(page.locator("main input[name=currentPassword]")).toBeFocused();
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(user.username);
  await type(page, "wrong", chosen);
  await press(page);
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await type(page, user.password, chosen);
  await press(page);
  await expect(page.getByText("Your password has been changed.")).toBeVisible();
  await page.reload();
  await expect(page.getByText("You are signed in.")).toBeVisible();
  await elsewhere.goto("/account/change-password");
  await expect(heading(elsewhere, "Access denied")).toBeVisible();
  await elsewhere.context().close();
});

test.describe("in German, without script", () => {
  test.use({ locale: "de-DE", javaScriptEnabled: false });

  test("a password is changed by native forms", async ({ page, newUser }) => {
    const user = await newUser("plain");
    await page.goto("/account/login");
    await field(page, "username").fill(user.username);
    await field(page, "password").fill(user.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.locator("main").getByRole("link", { name: "Passwort ändern" }).click();
    await type(page, user.password, "kurz");
    await page.getByRole("button", { name: "Passwort ändern", exact: true }).click();
    await expect(field(page, "newPassword")).toHaveAttribute("aria-invalid", "true");
    await type(page, user.password, chosen);
    await page.getByRole("button", { name: "Passwort ändern", exact: true }).click();
    await expect(page.getByText("Ihr Passwort wurde geändert.")).toBeVisible();
  });
});
