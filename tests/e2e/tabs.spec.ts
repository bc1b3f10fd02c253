import { hour } from "../../src/shared/durations.ts";
import { expect, passwordOf, signIn, test, usernameOf, whenTakenOver } from "./fixtures.ts";
import { visit, whenClockMayLeap } from "./on-page.ts";

test.describe("Tabs of one browser", () => {
  // What Chromium itself says of a token that another tab made stale.
  test.use({ expectedMessage: /status of 400 .*\/api\/Account\// });

  test("follow a sign-out at once, with the reason, and signing in leads back to where they were", async ({
    context,
    newUser,
  }) => {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(first, await newUser("vendor-support"));
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await whenTakenOver(first);
    await visit(second, "/account/logout");
    await second.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(second.getByRole("heading", { name: "You are logged out." })).toBeVisible();
    await expect(second.getByText("You signed out in another window.")).toHaveCount(0);
    await expect(first.getByRole("heading", { name: "You are logged out." })).toBeVisible();
    await expect(first.getByRole("status").getByText("You signed out in another window.")).toBeVisible();
    await first.getByRole("link", { name: "Sign in" }).click();
    await expect(first.getByRole("heading", { name: "Sign in" })).toBeVisible();
    expect(new URL(first.url()).searchParams.get("returnUrl")).toBe("/account/select");
  });

  test("offer to go on where another one signed in; what is typed stays, and nothing jumps", async ({
    context,
    newUser,
  }) => {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await visit(first, "/account/login");
    await usernameOf(first).fill("somebody else");
    await passwordOf(first).fill("half a passw");
    await visit(second, "/account/login");
    await signIn(second, await newUser("plain"));
    await expect(second.getByRole("heading", { name: "Welcome" })).toBeVisible();
    const goOn = first.getByRole("button", { name: "Continue without signing in again" });
    await expect(goOn).toBeVisible();
    await expect(first.getByRole("status").getByText("You signed in using another window.")).toBeVisible();
    await expect(usernameOf(first)).toHaveValue("somebody else");
    await expect(passwordOf(first)).toHaveValue("half a passw");
    await expect(passwordOf(first)).toBeFocused();
    await expect(first.getByRole("heading", { name: "Sign in" })).toBeVisible();
    await goOn.click();
    await expect(first.getByRole("heading", { name: "Welcome" })).toBeVisible();
  });

  test("offer to go on also where the browser brings a sign-in page back that it had put away", async ({
    context,
    newUser,
  }) => {
    // Such a page hears nothing of the others; the browser of the tests is told to put none away.
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    const [first, second] = [await context.newPage(), await context.newPage()];
    await visit(first, "/account/login");
    await usernameOf(first).fill("somebody else");
    await first.evaluate(() => dispatchEvent(new PageTransitionEvent("pagehide", { persisted: true })));
    await visit(second, "/account/login");
    await signIn(second, await newUser("plain"));
    await expect(second.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await first.evaluate(() => dispatchEvent(new PageTransitionEvent("pageshow", { persisted: true })));
    await expect(first.getByRole("button", { name: "Continue without signing in again" })).toBeVisible();
    await expect(usernameOf(first)).toHaveValue("somebody else");
  });

  test("become another person's with nothing of the one before, at once", async ({ context, newUser }) => {
    const [mine, theirs] = [await newUser("device-list"), await newUser("one-customer")];
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto("/account/login?returnUrl=%2F");
    await signIn(first, mine);
    await expect(first.getByRole("main").getByText(mine.username)).toBeVisible();
    await whenTakenOver(first);
    await visit(second, "/account/login");
    await signIn(second, theirs);
    await expect(second.getByRole("main").getByText(theirs.username)).toBeVisible();
    await expect(first.getByRole("main").getByText(theirs.username)).toBeVisible();
    await expect(first.getByText("Somebody else signed in using another window.")).toBeVisible();
    await expect(first.getByText(mine.username)).toHaveCount(0);
  });

  test("never act for another person than the one they show, where they cannot talk", async ({
    context,
    newUser,
  }) => {
    await context.addInitScript(() => Reflect.deleteProperty(globalThis, "BroadcastChannel"));
    const [mine, theirs] = [await newUser("several-customers"), await newUser("several-customers")];
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(first, mine);
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await whenTakenOver(first);
    await visit(second, "/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(second, theirs);
    await expect(second.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    // Both may choose this customer, so nothing but the person tells the presses apart.
    await first.locator('button[name="customerId"]').first().click();
    await expect(first.getByRole("status").getByText("Your session had timed out.")).toBeVisible();
    await second.reload();
    await expect(second.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
  });

  test("offer no more to go on where another one signed out", async ({ context, newUser }) => {
    const [first, second] = [await context.newPage(), await context.newPage()];
    await second.goto("/account/login");
    await signIn(second, await newUser("plain"));
    await expect(second.getByRole("heading", { name: "Welcome" })).toBeVisible();
    await visit(first, "/account/login");
    const goOn = first.getByRole("button", { name: "Continue without signing in again" });
    await expect(goOn).toBeVisible();
    await usernameOf(first).fill("somebody else");
    await second.goto("/account/logout");
    await second.getByRole("main").getByRole("button", { name: "Sign out", exact: true }).click();
    await expect(goOn).toBeHidden();
    await expect(usernameOf(first)).toHaveValue("somebody else");
    await expect(first.getByRole("heading", { name: "Sign in" })).toBeVisible();
  });
});

test.describe("A session that nobody uses", () => {
  test.use({ expectedMessage: /status of 400 .*\/api\/Account\// });

  test("ends with the reason in every tab and on the server, and leads back after signing in", async ({
    context,
    newUser,
  }) => {
    const persona = await newUser("vendor-support");
    await context.clock.install();
    const [first, second] = [await context.newPage(), await context.newPage()];
    await first.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(first, persona);
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await second.goto("/account/select");
    for (const page of [first, second]) await whenClockMayLeap(page);
    await context.clock.fastForward(hour - 60_000);
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await context.clock.fastForward(60_000);
    for (const page of [first, second]) {
      await expect(page.getByRole("heading", { name: "You are logged out." })).toBeVisible();
      await expect(page.getByText("You have been logged out due to inactivity.")).toBeVisible();
      await expect(page.getByText("You signed out in another window.")).toHaveCount(0);
    }
    const user = await first.request.get("/api/Account/Customers");
    expect(user.status()).toBe(401);
    await first.getByRole("link", { name: "Sign in" }).click();
    await signIn(first, persona);
    await expect(first.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
  });

  test("is none while an application uses it, although this tab knows nothing of that", async ({
    page,
    newUser,
  }) => {
    await page.clock.install();
    await page.goto("/account/login?returnUrl=%2Faccount%2Fselect");
    await signIn(page, await newUser("vendor-support"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await whenClockMayLeap(page);
    const asked = page.waitForRequest(/SilentLogout/);
    // As if the session had been used since: the server knows a later end than this tab.
    await page.route(/SilentLogout/, async (route) => {
      const body = route.request().postDataJSON();
      await route.continue({ postData: { ...body, sessionExpiresAt: body.sessionExpiresAt - hour } });
    });
    await page.clock.fastForward(hour);
    const answer = await (await asked).response();
    expect(await answer?.json()).toMatchObject({ outcome: "signedIn" });
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
  });
});
