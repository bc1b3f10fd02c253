import { expect, signIn, test, whenTakenOver } from "./fixtures.ts";

test.describe("The customer page", () => {
  test.beforeEach(async ({ page, personas }) => {
    await page.goto("/account/login");
    await signIn(page, personas("vendor-support"));
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

  test("filters while typing, without losing a letter or the focus", async ({ page }) => {
    const filter = page.getByLabel("Search by name or number");
    await filter.pressSequentially("holding", { delay: 40 });
    await expect(page).toHaveURL(/filter=holding/);
    await expect(filter).toHaveValue("holding");
    await expect(filter).toBeFocused();
  });

  test("says so when nothing matches and offers the way back", async ({ page }) => {
    await page.getByLabel("Search by name or number").fill("zzzzzzzz");
    await expect(page.getByText("No customer matches “zzzzzzzz”.")).toBeVisible();
    await page.getByRole("link", { name: "Clear the search" }).click();
    await expect(page.locator('button[name="customerId"]')).toHaveCount(5);
  });
});
