import type { Page } from "@playwright/test";
import { expect, signIn, test, whenTakenOver } from "./fixtures.ts";
import { field, heading, violations } from "./on-page.ts";

const chosen = "seven slow boats upstream";

async function type(page: Page, current: string, password: string, again = password) {
  await field(page, "currentPassword").fill(current);
  await field(page, "newPassword").fill(password);
  await field(page, "confirmPassword").fill(again);
}

const press = (page: Page) => page.getByRole("button", { name: "Change password and continue" }).click();

// Browsers tell the console of every answer that refuses.
test.use({ expectedMessage: /status of 400/ });

test("an expired password says so, refuses what is wrong at its field, and goes on once it is changed", async ({
  page,
  newUser,
}) => {
  const user = await newUser("expired-password");
  await page.goto("/account/login");
  await whenTakenOver(page);
  await signIn(page, user);
  await expect(heading(page, "Change your password")).toBeVisible();
  await expect(field(page, "currentPassword")).toBeFocused();
  await expect(
    page.getByText(
      "Your password has expired and you are not allowed to login. Change your password to continue.",
    ),
  ).toBeVisible();
  await expect(page.getByText(`For your account ${user.username}`)).toBeVisible();
  await type(page, "wrong", chosen);
  await press(page);
  await expect(page.getByText("This is not your current password.")).toBeVisible();
  await expect(field(page, "currentPassword")).toBeFocused();
  await type(page, user.password, user.password);
  await press(page);
  await expect(page.getByText("Must differ from your current password.")).toBeVisible();
  await expect(field(page, "newPassword")).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await type(page, user.password, chosen);
  await press(page);
  await expect(page.getByText("You are signed in.")).toBeVisible();
  await page.goBack();
  await expect(page).toHaveURL("/");
});

test("shows no menu of somebody else who is signed in", async ({ page, newUser }) => {
  const other = await newUser("plain");
  await page.goto("/account/login");
  await signIn(page, other);
  await expect(page.getByText("You are signed in.")).toBeVisible();
  const userMenu = page.locator("header details");
  await expect(userMenu).toBeVisible();
  await page.goto("/account/login");
  await expect(userMenu).toBeVisible();
  await signIn(page, await newUser("expired-password"));
  await expect(heading(page, "Change your password")).toBeVisible();
  const nothingOfTheOther = async () => {
    await expect(userMenu).toHaveCount(0);
    await expect(page.locator("aside nav")).toHaveCount(0);
  };
  await nothingOfTheOther();
  await page.reload();
  await expect(heading(page, "Change your password")).toBeVisible();
  await nothingOfTheOther();
});

test("works with the keyboard alone, and the browser may fill in the name", async ({ page, newUser }) => {
  const user = await newUser("expired-password");
  await page.goto("/account/login");
  await whenTakenOver(page);
  await signIn(page, user);
  await expect(field(page, "currentPassword")).toBeFocused();
  await expect(field(page, "currentPassword")).toHaveAccessibleDescription(
    /^Change your password Your password has expired/,
  );
  await expect(page.locator('form input[autocomplete="username"]')).toHaveValue(user.username);
  await page.keyboard.type(user.password);
  for (const text of [chosen, chosen]) {
    await page.keyboard.press("Tab");
    while (!(await page.evaluate(() => document.activeElement?.matches("input"))))
      await page.keyboard.press("Tab");
    await page.keyboard.type(text);
  }
  await page.keyboard.press("Enter");
  await expect(page.getByText("You are signed in.")).toBeVisible();
});

test.describe("in German, without script", () => {
  test.use({ locale: "de-DE", javaScriptEnabled: false });

  test("an expired password is changed by native forms", async ({ page, newUser }) => {
    const user = await newUser("expired-password");
    await page.goto("/account/login");
    await field(page, "username").fill(user.username);
    await field(page, "password").fill(user.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await expect(heading(page, "Passwort ändern")).toBeVisible();
    await type(page, "falsch", chosen);
    await page.getByRole("button", { name: "Passwort ändern und fortfahren" }).click();
    await expect(page.getByText("Das ist nicht Ihr bisheriges Passwort.")).toBeVisible();
    await type(page, user.password, chosen);
    await page.getByRole("button", { name: "Passwort ändern und fortfahren" }).click();
    await expect(page).toHaveURL("/");
    await expect(page.getByText("Sie sind angemeldet.")).toBeVisible();
  });
});
