import type { BrowserContext, Page } from "@playwright/test";
import { minute } from "../../src/shared/durations.ts";
import { expect, holdBack, type Persona, passwordOf, signIn, test, usernameOf } from "./fixtures.ts";
import { field, looks, violations, whenClockMayLeap } from "./on-page.ts";

const warning = (page: Page) => page.getByRole("alertdialog");
const stay = (page: Page) => warning(page).getByRole("button", { name: "Stay signed in" });
/** What is said first; less than two minutes where the machine took some of them since the sign-in. */
const timeLeft = /(2 minutes|1[01]\d seconds) left\.$/;
const loggedOut = (page: Page) => page.getByRole("heading", { name: "You are logged out." });

/** Somebody who chooses a customer, with a clock that the test moves. */
async function signedIn(context: BrowserContext, persona: Persona): Promise<Page> {
  await context.clock.install();
  const page = await context.newPage();
  await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
  await whenClockMayLeap(page);
  await signIn(page, persona);
  await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
  return page;
}

test.describe("Before a session ends", () => {
  // What Chromium itself says of a token that another tab made stale.
  test.use({ expectedMessage: /status of 400 .*\/api\/Account\/|ERR_INTERNET_DISCONNECTED/ });

  test("whoever is there is warned, stays by one press, and keeps what was typed", async ({
    context,
    newUser,
  }) => {
    const page = await signedIn(context, await newUser("vendor-support"));
    const scripts: string[] = [];
    page.on("request", (request) => scripts.push(request.url()));
    await page.goto("/account/login");
    await whenClockMayLeap(page);
    await usernameOf(page).fill("half a na");
    await context.clock.fastForward(57 * minute);
    await expect(warning(page)).toHaveCount(0);
    expect(scripts.filter((url) => url.includes("end-warning"))).toEqual([]);
    await context.clock.fastForward(minute);
    await expect(warning(page)).toBeVisible();
    await expect(warning(page)).toHaveAccessibleName("Are you still there?");
    await expect(warning(page)).toHaveAccessibleDescription(/signed out soon/);
    await expect(warning(page)).toHaveAccessibleDescription(timeLeft);
    await expect(stay(page)).toBeFocused();
    expect(await violations(page)).toEqual([]);
    // What the tab shows to whoever looks at another one.
    await expect(page).toHaveTitle(/^Are you still there\? – Sign in – /);
    await page.keyboard.press("Enter");
    await expect(warning(page)).toHaveCount(0);
    await expect(page).toHaveTitle(/^Sign in – /);
    await expect(usernameOf(page)).toHaveValue("half a na");
    await expect(usernameOf(page)).toBeFocused();
    // The press has given a whole session, of which the next warning comes at its time.
    await context.clock.fastForward(57 * minute);
    await expect(usernameOf(page)).toHaveValue("half a na");
    await expect(warning(page)).toHaveCount(0);
    await context.clock.fastForward(minute);
    await expect(warning(page)).toHaveAccessibleDescription(timeLeft);
  });

  test("the press in one tab is good for the others", async ({ context, newUser }) => {
    // The server tells of a time that has passed for it too; only the pages' clocks are moved.
    await context.route(/ExtendSession/, async (route) => {
      const answer = await route.fetch();
      const session = await answer.json();
      const sessionExpiresAt = session.sessionExpiresAt + 58 * minute;
      await route.fulfill({ response: answer, json: { ...session, sessionExpiresAt } });
    });
    const first = await signedIn(context, await newUser("vendor-support"));
    const second = await context.newPage();
    await second.goto("/account/select");
    await whenClockMayLeap(second);
    await context.clock.fastForward(58 * minute);
    await expect(warning(first)).toBeVisible();
    await expect(warning(second)).toBeVisible();
    await second.keyboard.press("Escape");
    await expect(warning(second)).toHaveCount(0);
    await expect(warning(first)).toHaveCount(0);
    await context.clock.fastForward(57 * minute);
    for (const page of [first, second]) await expect(warning(page)).toHaveCount(0);
    await context.clock.fastForward(minute);
    for (const page of [first, second]) await expect(warning(page)).toHaveAccessibleDescription(timeLeft);
  });

  test("the time left is read aloud at its marks, not every second", async ({ context, newUser }) => {
    const page = await signedIn(context, await newUser("vendor-support"));
    await context.clock.fastForward(58 * minute);
    const said = warning(page).getByRole("status");
    await expect(said).toHaveText(timeLeft);
    const first = (await said.textContent()) ?? "";
    await context.clock.runFor(30_000);
    await expect(said).toHaveText(first);
    await expect(warning(page)).toContainText(/1:2\d/);
    await context.clock.runFor(30_000);
    await expect(said).toHaveText("1 minute left.");
    await context.clock.runFor(30_000);
    await expect(said).toHaveText("30 seconds left.");
  });

  test("one may sign out at once, everywhere", async ({ context, newUser }) => {
    const first = await signedIn(context, await newUser("vendor-support"));
    const second = await context.newPage();
    await second.goto("/account/select");
    await whenClockMayLeap(second);
    await context.clock.fastForward(58 * minute);
    await warning(first).getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(loggedOut(first)).toBeVisible();
    await expect(loggedOut(second)).toBeVisible();
    await expect(warning(second)).toHaveCount(0);
    await expect(second.getByText("You signed out in another window.")).toBeVisible();
  });

  test("one signs out also while back and forward lead elsewhere", async ({ context, newUser }) => {
    const page = await signedIn(context, await newUser("vendor-support"));
    await page.getByRole("link", { name: "Home" }).click();
    await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await context.clock.fastForward(58 * minute);
    await warning(page).waitFor();
    const looked = Promise.withResolvers<void>();
    await page.route("**/api/Account/Applications*", async (route) => {
      await looked.promise;
      await route.fulfill({ status: 209, json: { redirect: "/account/registerdevice" } });
    });
    const signOut = await holdBack(page, "**/api/Account/Logout?*");
    const elsewhere = await holdBack(page, "**/api/Account/Credentials?*");
    // A screen that is there again knows of a longer session, and the warning is over.
    const before = await holdBack(page, "**/api/Account/SelectCustomerView?*");
    await page.evaluate(() => history.back());
    await before.asked;
    await expect(page).toHaveURL(({ pathname }) => pathname === "/account/select");
    await page.evaluate(() => history.forward());
    await expect(page).toHaveURL(({ pathname }) => pathname === "/");
    await warning(page).getByRole("button", { name: "Sign out", exact: true }).click();
    looked.resolve();
    await Promise.all([signOut.asked, elsewhere.asked]);
    signOut.release();
    await expect(loggedOut(page)).toBeVisible();
    for (const { release } of [before, elsewhere]) release();
  });

  test("nobody there is logged out with the reason", async ({ context, newUser }) => {
    const page = await signedIn(context, await newUser("vendor-support"));
    await context.clock.fastForward(58 * minute);
    await expect(warning(page)).toBeVisible();
    await context.clock.fastForward(2 * minute);
    await expect(loggedOut(page)).toBeVisible();
    await expect(page).toHaveTitle(/^You are logged out/);
    await expect(warning(page)).toHaveCount(0);
    await expect(page.getByText("You have been logged out due to inactivity.")).toBeVisible();
  });

  test("a session at the end of its longest time says that it cannot be extended", async ({
    context,
    newUser,
  }) => {
    await context.route(/\/api\/Account\/User/, async (route) => {
      const answer = await route.fetch();
      const user = await answer.json();
      await route.fulfill({ response: answer, json: { ...user, sessionEndsAt: user.sessionExpiresAt } });
    });
    const page = await signedIn(context, await newUser("vendor-support"));
    await context.clock.fastForward(58 * minute);
    await expect(warning(page)).toHaveAccessibleName("Your session is about to end");
    await expect(warning(page)).toContainText("cannot be extended");
    await expect(stay(page)).toHaveCount(0);
    await warning(page).getByRole("button", { name: "Continue" }).click();
    await expect(warning(page)).toHaveCount(0);
    await context.clock.fastForward(2 * minute);
    await expect(page.getByText("your session reached its time limit")).toBeVisible();
  });

  test("without a connection the warning stands and says so, and the next press works", async ({
    context,
    newUser,
  }) => {
    // Before there is a page: a request that follows at once may go past a route that was just made.
    await context.route(/ExtendSession/, (route) => route.abort("internetdisconnected"));
    const page = await signedIn(context, await newUser("vendor-support"));
    await context.clock.fastForward(58 * minute);
    await stay(page).waitFor();
    // Also by a key that browsers let close a dialog in the end, whatever its page says.
    for (const _press of [1, 2, 3]) {
      await page.keyboard.press("Escape");
      await expect(warning(page).getByRole("alert")).toContainText("No connection");
      await expect(stay(page)).toHaveAttribute("aria-busy", "false");
    }
    await expect(stay(page)).toBeFocused();
    await context.unroute(/ExtendSession/);
    await stay(page).click();
    await expect(warning(page)).toHaveCount(0);
  });

  for (const { name, use } of looks) {
    test.describe(`in ${name}`, () => {
      test.use(use);

      test("the warning fits", async ({ page, context, newUser }) => {
        await context.clock.install();
        await page.goto("/account/login");
        await whenClockMayLeap(page);
        const { username, password } = await newUser("plain");
        await field(page, "username").fill(username);
        await passwordOf(page).fill(password);
        await page.locator("main form button[type=submit]:not([name])").first().click();
        await expect(page.locator("main strong").first()).toBeVisible();
        await context.clock.fastForward(58 * minute);
        await warning(page).waitFor();
        expect(await violations(page)).toEqual([]);
        const overflow = await page.evaluate(() => {
          const { scrollWidth, clientWidth } = document.querySelector("dialog") as HTMLElement;
          return Math.max(scrollWidth - clientWidth, document.documentElement.scrollWidth - innerWidth);
        });
        expect(overflow).toBeLessThanOrEqual(0);
      });
    });
  }
});
