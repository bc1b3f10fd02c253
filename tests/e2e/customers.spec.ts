import { expect, signIn, signInByKey, test, whenTakenOver } from "./fixtures.ts";
import { expectFits, visit } from "./on-page.ts";

test("a customer is chosen in Chrome 111, whose `FormData` does not know the pressed button", async ({
  page,
  newUser,
}) => {
  await page.addInitScript(() => {
    const Known = FormData;
    Object.assign(window, {
      FormData: class extends Known {
        constructor(form?: HTMLFormElement) {
          super(form);
        }
      },
    });
  });
  await page.goto("/account/login");
  await whenTakenOver(page);
  await signIn(page, await newUser("several-customers"));
  await page.locator('button[name="customerId"]').first().click();
  await expect(page.getByRole("heading", { name: "Welcome" })).toBeVisible();
});

test.describe("The customer page", () => {
  test.beforeEach(async ({ page, newUser }) => {
    await page.goto("/account/login");
    await signIn(page, await newUser("vendor-support"));
    await expect(page.getByRole("heading", { name: "Choose a customer" })).toBeVisible();
    await whenTakenOver(page);
  });

  test("keeps filter and page in the address, so that reload and back work", async ({ page }) => {
    await page.getByRole("link", { name: "Next page" }).click();
    await expect(page.getByText("Page 2 of")).toBeVisible();
    await expect(page).toHaveURL(/page=2/);
    const second = await page.locator('button[name="customerId"]').first().getAttribute("value");
    await page.reload();
    await expect(page.locator('button[name="customerId"]').first()).toHaveAttribute("value", second ?? "");
    await page.goBack();
    await expect(page).not.toHaveURL(/page=2/);
    await expect(page.locator('button[name="customerId"]').first()).not.toHaveAttribute(
      "value",
      second ?? "",
    );
  });

  test("keeps the focus on the page links, also where the list ends", async ({ page }) => {
    await visit(page, "/account/select?filter=abbott&page=2&size=50");
    const pages = page.getByRole("navigation", { name: "Pages" });
    const previous = pages.getByRole("link", { name: "Previous page" });
    await previous.focus();
    await page.keyboard.press("Enter");
    await expect(page.getByText("Page 1 of")).toBeVisible();
    await expect(previous).toBeFocused();
    await expect(previous).toHaveAttribute("aria-disabled", "true");
  });

  test("leads from a page behind the last one to the first", async ({ page }) => {
    await page.goto("/account/select?page=2000");
    const first = page.getByRole("link", { name: "To the first page" });
    expect((await first.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await first.click();
    await expect(page.getByText("Page 1 of")).toBeVisible();
  });

  test("filters while typing, without losing a letter or the focus", async ({ page }) => {
    const filter = page.getByLabel("Search by name or number");
    await filter.pressSequentially("holding", { delay: 40 });
    await expect(page).toHaveURL(/filter=holding/);
    await expect(filter).toHaveValue("holding");
    await expect(filter).toBeFocused();
  });

  test.describe("whose search gets no answer", () => {
    test.use({ expectedMessage: /Failed to load resource/ });

    for (const call of ["User", "Customers"])
      test(`keeps what is typed where it is ${call} that is lost, and searches at the next press`, async ({
        page,
      }) => {
        const filter = page.getByLabel("Search by name or number");
        await page.route(`**/api/Account/${call}?*`, (route) => route.abort("internetdisconnected"));
        await filter.pressSequentially("holding", { delay: 40 });
        await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toBeVisible();
        await expect(filter).toHaveValue("holding");
        await expect(filter).toBeFocused();
        await page.unrouteAll();
        await filter.press("Enter");
        await expect(page.getByRole("alert").filter({ hasText: "No connection" })).toHaveCount(0);
        await expect(page.locator('button[name="customerId"]').first()).toContainText(/holding/i);
        await expect(filter).toHaveValue("holding");
      });
  });

  test("takes a press beside a search once, and no other until its answer", async ({ page }) => {
    const rows = page.locator('button[name="customerId"]');
    const chosen: string[] = [];
    const [isLetGo, isPressedAgain] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    await page.route("**/api/Account/Customers?*", async (route) => {
      await isLetGo.promise;
      await route.continue();
    });
    await page.route("**/api/Account/SelectCustomer*", async (route) => {
      chosen.push(route.request().url());
      await isPressedAgain.promise;
      await route.continue();
    });
    const isAsked = page.waitForRequest("**/api/Account/Customers?*");
    await page.getByLabel("Search by name or number").fill("holding");
    await isAsked;
    await rows.first().click();
    expect(chosen).toEqual([]);
    isLetGo.resolve();
    await expect(rows.first()).toContainText(/holding/i);
    await rows.first().click();
    isPressedAgain.resolve();
    await expect(page).not.toHaveURL(/account\/select/);
    expect(chosen).toHaveLength(1);
  });

  test("says so when nothing matches and offers the way back, into the emptied search", async ({ page }) => {
    const filter = page.getByLabel("Search by name or number");
    await filter.fill("zzzzzzzz");
    await expect(page.getByText("No customer matches “zzzzzzzz”.")).toBeVisible();
    const clear = page.getByRole("link", { name: "Clear the search" });
    expect((await clear.boundingBox())?.height).toBeGreaterThanOrEqual(24);
    await clear.click();
    await expect(page.locator('button[name="customerId"]')).toHaveCount(5);
    await expect(filter).toHaveValue("");
    await expect(filter).toBeFocused();
  });

  test("leads by the arrow keys from the search through the list, and back into the search", async ({
    page,
  }) => {
    const filter = page.getByLabel("Search by name or number");
    const rows = page.locator('button[name="customerId"]');
    await filter.focus();
    for (const [key, reached] of [
      ["ArrowUp", filter],
      ["ArrowDown", rows.nth(0)],
      ["ArrowDown", rows.nth(1)],
      ["ArrowUp", rows.nth(0)],
      ["ArrowUp", filter],
    ] as const) {
      await page.keyboard.press(key);
      await expect(reached).toBeFocused();
    }
  });

  test("leaves the arrow keys to the text where they select in it, and to an input method its words", async ({
    page,
  }) => {
    const filter = page.getByLabel("Search by name or number");
    await filter.fill("holding");
    await expect(page).toHaveURL(/filter=holding/);
    await filter.press("Home");
    await filter.press("Shift+ArrowDown");
    await expect(filter).toBeFocused();
    const browser = await page.context().newCDPSession(page);
    await browser.send("Input.imeSetComposition", { text: "かな", selectionStart: 2, selectionEnd: 2 });
    await browser.send("Input.dispatchKeyEvent", { type: "rawKeyDown", key: "ArrowDown", code: "ArrowDown" });
    await expect(filter).toBeFocused();
    await browser.send("Input.insertText", { text: "仮名" });
    await expect(page).toHaveURL(({ searchParams }) => searchParams.get("filter")?.includes("仮名") === true);
  });
});

test.describe("The customer page and the home page", () => {
  // By the browser's wish: a language chosen in the menu would stay with the demo's user, for other tests too.
  for (const [locale, colorScheme] of [
    ["ar", "dark"],
    ["en-GB", "light"],
  ] as const) {
    test.describe(`in ${locale} and ${colorScheme}`, () => {
      test.use({ locale, colorScheme, viewport: { width: 320, height: 640 } });

      test("are accessible and fit a phone", async ({ page, newUser }) => {
        const person = await newUser("vendor-support");
        await page.goto("/account/login");
        await signInByKey(page, person);
        await page.waitForURL("/account/select");
        for (const path of ["/account/select?page=2", "/"]) {
          await visit(page, path);
          await expect(page.locator("html")).toHaveAttribute("lang", locale);
          await expectFits(page);
        }
      });
    });
  }
});
