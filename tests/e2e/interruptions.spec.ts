import {
  application,
  expect,
  holdBack,
  passwordOf,
  signIn,
  startAtApplication,
  test,
  usernameOf,
  whenTakenOver,
} from "./fixtures.ts";
import { loseNetwork, visit, visitAndHoldClock } from "./on-page.ts";

test.describe("A sign-in that is interrupted", () => {
  // What Chromium itself says of a lost line, of a token that a second tab made stale, and of a session that ended.
  test.use({ expectedMessage: /ERR_INTERNET_DISCONNECTED|status of 40[01] .*\/api\/Account\// });

  test("two tabs each find their own request, finished in the wrong order", async ({ context, newUser }) => {
    const person = await newUser("plain");
    const [first, second] = [await context.newPage(), await context.newPage()];
    await startAtApplication(first);
    await startAtApplication(second);
    await signIn(first, person);
    await expect(first).toHaveURL(`${application}/claims`);
    await signIn(second, person);
    await expect(second).toHaveURL(`${application}/claims`);
  });

  test("a reload of the customer page stands where it stood", async ({ page, newUser }) => {
    await startAtApplication(page);
    await signIn(page, await newUser("several-customers"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await page.reload();
    await page.locator('button[name="customerId"]').first().click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("the back button after a finished sign-in leads nowhere wrong, and on again", async ({
    page,
    newUser,
  }) => {
    await startAtApplication(page);
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(`${application}/claims`);
    await page.goBack();
    await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
    await page.goForward();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("a bookmarked sign-in page of a finished request signs in to the application again", async ({
    page,
    newUser,
  }) => {
    await startAtApplication(page);
    const bookmark = page.url();
    const person = await newUser("plain");
    await signIn(page, person);
    await expect(page).toHaveURL(`${application}/claims`);
    await page.goto(bookmark);
    await page.getByRole("button", { name: "Continue without signing in again" }).click();
    await expect(page).toHaveURL(`${application}/claims`);
    await page.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(page.getByText("You have signed out of Payroll")).toBeVisible();
    await page.goto(bookmark);
    await signIn(page, person);
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("a request that nobody knows is explained with a way on", async ({ page, newUser }) => {
    await page.goto("/account/login?returnUrl=%2Fconnect%2Fauthorize%2Funknown-request");
    await signIn(page, await newUser("plain"));
    await expect(page).toHaveURL(/\/error\/expired/);
    await expect(page.getByRole("heading", { name: "This sign-in has expired" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Sign in" })).toBeVisible();
  });

  test("typed text stays when the network is lost, and the next press works", async ({
    page,
    context,
    newUser,
  }) => {
    const person = await newUser("plain");
    await visit(page, "/account/login");
    await loseNetwork(page);
    await signIn(page, person);
    await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
    await expect(usernameOf(page)).toHaveValue(person.username);
    await expect(passwordOf(page)).toHaveValue(person.password);
    await context.setOffline(false);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });

  test("a screen that is long in coming is announced, once and not at first", async ({ page }) => {
    await visitAndHoldClock(page, "/account/login");
    const user = await holdBack(page, "**/api/Account/User*");
    const announced = page.getByRole("status").filter({ hasText: "Loading" });
    await page.getByRole("link", { name: "Forgot your password?" }).click();
    await user.asked;
    await page.clock.runFor(999);
    await expect(page.getByRole("progressbar", { name: "Loading" })).toBeVisible();
    await expect(announced).toHaveCount(0);
    await page.clock.runFor(1);
    await expect(announced).toHaveCount(1);
    user.release();
    await expect(page.getByRole("heading", { name: "Recover your password" })).toBeVisible();
    await expect(usernameOf(page)).toBeFocused();
    await expect(announced).toHaveCount(0);
  });

  test("a page that the application sends nothing for, or that is stopped on its way, goes on from where the person stands", async ({
    page,
    newUser,
  }) => {
    const person = await newUser("plain");
    await startAtApplication(page);
    await whenTakenOver(page);
    await page.clock.install();
    await page.route("**/connect/authorize/**", (route) => route.fulfill({ status: 204 }));
    const left = page.waitForResponse("**/connect/authorize/**");
    await signIn(page, person);
    await left;
    await expect(page.locator("form [aria-busy=true]")).toBeVisible();
    await page.clock.runFor(11_000);
    await page.unroute("**/connect/authorize/**");
    await page.getByRole("button", { name: "Continue without signing in again" }).click();
    await expect(page).toHaveURL(`${application}/claims`);
  });

  test("a session that ended in another tab leads to the sign-in page with the message, where tabs cannot talk", async ({
    context,
    newUser,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto("/account/login");
    await signIn(first, await newUser("vendor-support"));
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await whenTakenOver(first);
    await second.goto("/account/logout");
    await second.getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(second.getByRole("heading", { name: "You are logged out." })).toBeVisible();
    await first.locator('button[name="customerId"]').first().click();
    await expect(
      first.getByRole("heading", { name: "Sign in" }).or(first.getByRole("heading", { name: "Welcome" })),
    ).toBeVisible();
  });
});
