import { expect, passwordOf, signIn, test, usernameOf, whenTakenOver } from "./fixtures.ts";

// What the specification fixes in section 9, as a person meets it.
test.describe("The business constants", () => {
  test("five customers of the first page are shown where the address says nothing", async ({
    page,
    newUser,
  }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("vendor-support"));
    await expect(page.getByText("Page 1 of")).toBeVisible();
    await expect(page.locator('button[name="customerId"]')).toHaveCount(5);
    expect(new URL(page.url()).search).toBe("");
  });

  test("typing in the customer filter asks the server once, 300 ms after the last letter", async ({
    page,
    newUser,
  }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("vendor-support"));
    await whenTakenOver(page);
    const lastLetter = await page
      .getByLabel("Search by name or number")
      .evaluate((input: HTMLInputElement) => {
        const write = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value")?.set;
        for (const text of ["h", "ho", "hol", "hold"]) {
          write?.call(input, text);
          input.dispatchEvent(new Event("input", { bubbles: true }));
        }
        return performance.now();
      });
    await expect(page).toHaveURL(/filter=hold/);
    const asked = () =>
      page.evaluate(() =>
        performance
          .getEntriesByType("resource")
          .filter(({ name }) => /\/Customers\?.*filter=/.test(name))
          .map(({ startTime }) => startTime),
      );
    // The browser tells of it once it is answered.
    await expect.poll(async () => (await asked()).length).toBe(1);
    // Timers never fire early; clocks are rounded to a millisecond.
    expect(((await asked())[0] ?? 0) - lastLetter).toBeGreaterThanOrEqual(299);
  });

  test("the page turns into the phone's at 767 px and not at 768 px", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    const marginOfCard = async (width: number) => {
      await page.setViewportSize({ width, height: 800 });
      return page.locator("#toasts").evaluate((corner) => getComputedStyle(corner).insetInlineStart);
    };
    expect(await marginOfCard(767)).toBe("16px");
    expect(await marginOfCard(768)).not.toBe("16px");
  });

  test("speaks en-GB where nobody asks for another language", async ({ browser, baseURL }) => {
    const context = await browser.newContext({ locale: "ja-JP", baseURL });
    const page = await context.newPage();
    await page.goto("/account/login");
    await expect(page.locator("html")).toHaveAttribute("lang", "en-GB");
    await context.close();
  });

  test("a sign-in without a return address ends at /", async ({ page, newUser, baseURL }) => {
    await page.goto("/account/login");
    const user = await newUser("plain");
    await usernameOf(page).fill(user.username);
    await passwordOf(page).fill(user.password);
    await page.keyboard.press("Enter");
    await expect(page).toHaveURL(`${baseURL}/`);
  });

  test("a customer that the address names is marked as asked for", async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("vendor-support"));
    const id = await page.locator('button[name="customerId"]').nth(2).getAttribute("value");
    await page.goto(`/account/select?cid=${id}`);
    await expect(page.getByRole("main").getByText("Requested by the application").first()).toBeVisible();
  });

  test("the password field warns while caps lock is on", async ({ page }) => {
    await page.goto("/account/login");
    await whenTakenOver(page);
    const press = (modifierCapsLock: boolean) =>
      passwordOf(page).evaluate((input, isOn) => {
        input.focus();
        input.dispatchEvent(
          new KeyboardEvent("keydown", { key: "A", modifierCapsLock: isOn, bubbles: true }),
        );
      }, modifierCapsLock);
    await press(true);
    await expect(page.getByText("Warning: CAPS LOCK is on!").first()).toBeVisible();
    await press(false);
    await expect(page.getByText("Warning: CAPS LOCK is on!")).toHaveCount(0);
  });
});
