import { expect, holdBack, test, whenTakenOver } from "./fixtures.ts";

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

  test("is the one that was chosen before the script arrived, although another is remembered", async ({
    page,
  }) => {
    await page.addInitScript(() => localStorage.setItem("vestibule-colour-scheme", "dark"));
    const [script, app] = [await holdBack(page, "**/assets/**"), await holdBack(page, "**/assets/app-*.js")];
    await page.goto("/account/login", { waitUntil: "commit" });
    const menu = page.getByLabel("Appearance");
    await menu.selectOption("light");
    script.release();
    await app.asked;
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(menu).toHaveValue("light");
    app.release();
    await whenTakenOver(page);
    await expect(page.locator("html")).toHaveAttribute("data-theme", "light");
    await expect(menu).toHaveValue("light");
  });
});

test("what is a picture alone says under the pointer what it does", async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await page.goto("/account/login");
  for (const name of ["Language", "Appearance", "Show password"])
    await expect(page.getByTitle(name, { exact: true })).toHaveAccessibleName(name);
});
