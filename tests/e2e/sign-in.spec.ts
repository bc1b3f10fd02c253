import {
  application,
  expect,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { visit } from "./on-page.ts";

test.describe("Signing in", () => {
  test("leads from the application over the sign-in page back to it with the person's claims", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("plain");
    await startAtApplication(page);
    await signIn(page, person);
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    await expect(page.getByText(person.username).first()).toBeVisible();
  });

  test("asks for the user whom the demo's application names, also while somebody else is signed in", async ({
    page,
    newUser,
  }) => {
    await startAtApplication(page);
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(`${application}/claims`);
    await page.getByRole("link", { name: "Start page" }).click();
    await page.getByRole("link", { name: "Sign in as oscar.one" }).click();
    await expect(usernameOf(page)).toHaveValue("oscar.one");
    await expect(page.getByText("is signed in. To go on here, please sign in below.")).toBeVisible();
  });

  test("takes the persona with several customers over the customer page", async ({ page, newUser }) => {
    await startAtApplication(page);
    await signIn(page, await newUser("several-customers"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    const customer = page.getByRole("main").locator('button[name="customerId"]').nth(1);
    const name = (await customer.locator("xpath=.//*[not(*)]").first().textContent()) ?? "";
    await customer.click();
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    await expect(page.getByText(name).first()).toBeVisible();
  });

  test("names every empty field at once and puts the focus on the first", async ({ page }) => {
    await visit(page, "/account/login");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByText("User name is required.")).toBeVisible();
    await expect(page.getByText("Password is required.")).toBeVisible();
    await expect(usernameOf(page)).toBeFocused();
    await expect(usernameOf(page)).toHaveAttribute("aria-invalid", "true");
  });

  test("gives the second half of a double click to nothing that has moved under the pointer", async ({
    page,
  }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    await page.getByRole("button", { name: "Sign in", exact: true }).dblclick();
    await expect(page.getByRole("alert").filter({ hasText: "User name is required." })).toBeVisible();
    await expect(usernameOf(page)).toBeFocused();
    await expect(page.getByRole("checkbox")).not.toBeChecked();
    // Another screen comes sooner than people press again.
    await page.getByRole("link", { name: "Forgot your password?" }).dblclick({ delay: 50 });
    await expect(page.getByRole("heading", { level: 1, name: "Recover your password" })).toBeVisible();
    await expect(usernameOf(page)).toBeFocused();
  });

  test("works with the keyboard alone", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await startAtApplication(page);
    await expect(usernameOf(page)).toBeFocused();
    await page.keyboard.type(person.username);
    await page.keyboard.press("Tab");
    await expect(passwordOf(page)).toBeFocused();
    await page.keyboard.type(person.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(new RegExp(`^${application}`));
  });

  test("sends one request however often Enter is pressed", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await visit(page, "/account/login");
    let sent = 0;
    await page.route("**/api/Account/Login*", async (route) => {
      sent += 1;
      await route.continue();
    });
    await usernameOf(page).fill(person.username);
    await passwordOf(page).fill(person.password);
    await passwordOf(page).focus();
    for (let press = 0; press < 4; press += 1) await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    expect(sent).toBe(1);
  });

  test("remembers the user name when asked to", async ({ page, newUser }) => {
    const person = await newUser("plain");
    await page.goto("/account/login");
    await page.getByLabel("Remember my user name on this device").check();
    await signIn(page, person);
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await page.goto("/account/logout");
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByRole("heading", { name: "You are logged out." })).toBeVisible();
    await page.goto("/account/login");
    await expect(usernameOf(page)).toHaveValue(person.username);
  });

  test("shows and hides the password without sending the form", async ({ page }) => {
    await visit(page, "/account/login");
    await passwordOf(page).fill("secret words");
    await page.getByRole("button", { name: "Show “Password”" }).click();
    await expect(passwordOf(page)).toHaveAttribute("type", "text");
    await expect(passwordOf(page)).toHaveValue("secret words");
    await page.getByRole("button", { name: "Show “Password”" }).click();
    await expect(passwordOf(page)).toHaveAttribute("type", "password");
  });

  for (const approach of ["hover", "focus"] as const)
    test(`fetches what draws a screen upon the ${approach} of its link`, async ({ page }) => {
      await visit(page, "/account/login");
      await whenTakenOver(page);
      const form = page.waitForResponse((answer) => /\/recover-[^/]*\.js$/.test(answer.url()));
      await page.getByRole("link", { name: "Forgot your password?" })[approach]();
      expect((await form).ok()).toBe(true);
      await expect(page).toHaveURL(/\/account\/login/);
    });

  test("lets the person cancel, and tells the application", async ({ page }) => {
    await startAtApplication(page);
    await page.getByRole("button", { name: "Cancel" }).click();
    await expect(page).toHaveURL(new RegExp(`^${application}`));
    await expect(page.getByText(/cancel|denied/i).first()).toBeVisible();
  });
});

test.describe("A sign-in that is refused", () => {
  test.use({ expectedMessage: /status of 400/ });

  test("tells a wrong password without saying which of the two was wrong and keeps the user name", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("plain");
    await startAtApplication(page);
    await whenTakenOver(page);
    await signIn(page, {
      ...person,
      username: "nobody-by-this-name",
      password: "not the right password",
    });
    await expect(page.getByRole("alert").filter({ hasText: "is not right" })).toBeVisible();
    await expect(usernameOf(page)).toHaveValue("nobody-by-this-name");
    await signIn(page, person);
    await expect(page).toHaveURL(new RegExp(`^${application}`));
  });

  test("is refused for a disabled account with the same words", async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("disabled"));
    await expect(page.getByRole("alert").filter({ hasText: "is not right" })).toBeVisible();
  });
});
